package spectra

import (
	"cmp"
	"errors"
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// errEigen says that an iteration for eigenvalues did not converge.
var errEigen = errors.New("the eigenvalues were not found: the iteration did not converge")

// gaps returns 1 - λ for every eigenvalue λ of an irreducible chain except its 1, the smallest first, and if the chain
// is reversible the eigenfunction of the first.
//
// Each eigenvalue is computed twice: from P with an error of an ulp, and from A# with an error of norm ulps in 1/(1 -
// λ). The second is better if (1 - λ)^2 norm < 1, and is then taken if it exceeds its error; for the slowest mode it
// always does. If the norm is above 1/ulp^2, other modes may have a 1 - λ that is only known to be below an ulp. For
// these gaps returns an ulp, or some round-off.
func (m Matrix) gaps(a groupInverse, reversible bool) (gaps []complex128, second []float64, err error) {
	s, norm := a.symmetrised()
	eigenvalues := generalEigenvalues
	if reversible {
		eigenvalues = symmetricEigenvalues
	}
	direct, _, err := eigenvalues(symmetrised(a.pi, m), false)
	if err != nil {
		return nil, nil, err
	}
	inverse, vector, err := eigenvalues(s, true)
	if err != nil {
		return nil, nil, err
	}
	if reversible {
		second = a.eigenfunction(vector)
	}
	return betterOfEach(direct, inverse, norm), second, nil
}

// symmetrised returns D^1/2 K D^-1/2 with D = diag(π), for a matrix K. A 0 between two masses whose quotient is beyond
// floats becomes NaN.
func symmetrised(pi []float64, rows [][]float64) *mat.Dense {
	k := mat.NewDense(len(pi), len(pi), nil)
	for x := range pi {
		into := k.RawRowView(x)
		for y, v := range rows[x] {
			into[y] = v * math.Sqrt(pi[x]/pi[y])
		}
	}
	return k
}

// shift is added to a symmetric matrix whose eigenvalues are not below -1. Gonum's Dsterf and Dsteqr scale a block of
// entries below 1e-122, and spoil others then, or panic. With it no block is as small.
const shift = 2

// symmetricEigenvalues returns the eigenvalues of a matrix that is symmetric up to round-off, and the eigenvector of
// the largest if vector is true.
func symmetricEigenvalues(k *mat.Dense, vector bool) (values []complex128, largest []float64, err error) {
	n, _ := k.Dims()
	sym := mat.NewSymDense(n, nil)
	for x := range n {
		for y := range x {
			sym.SetSym(x, y, (k.At(x, y)+k.At(y, x))/2)
		}
		sym.SetSym(x, x, k.At(x, x)+shift)
	}
	var eigen mat.EigenSym
	if !converges(func() bool { return eigen.Factorize(sym, vector) }) {
		return nil, nil, errEigen
	}
	for _, v := range eigen.Values(nil) {
		values = append(values, complex(v-shift, 0))
	}
	if vector {
		var u mat.Dense
		eigen.VectorsTo(&u)
		largest = mat.Col(nil, n-1, &u)
	}
	return values, largest, nil
}

// generalEigenvalues returns the eigenvalues of any matrix, and no eigenvector. An entry beyond floats is an error,
// because gonum never finishes balancing a matrix with a NaN.
func generalEigenvalues(k *mat.Dense, _ bool) (values []complex128, _ []float64, err error) {
	for _, v := range k.RawMatrix().Data {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return nil, nil, errors.New("the eigenvalues were not found: the probabilities of the cells span " +
				"more than floats do; use a flatter density")
		}
	}
	var eigen mat.Eigen
	if !converges(func() bool { return eigen.Factorize(k, mat.EigenNone) }) {
		return nil, nil, errEigen
	}
	return eigen.Values(nil), nil, nil
}

// converges reports whether an iteration of gonum's comes to its end. One that does not converge returns false or
// panics (in Dlaqr04, for matrices below 49 by 49).
func converges(iterate func() bool) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return iterate()
}

// betterOfEach pairs the eigenvalues of P and A# that belong to the same mode, and returns the better 1 - λ of each
// pair.
func betterOfEach(direct, inverse []complex128, norm float64) []complex128 {
	rest := make([]complex128, len(direct))
	for i, v := range direct {
		rest[i] = 1 - v
	}
	drop := func(near complex128) {
		best := 0
		for i, g := range rest {
			if cmplx.Abs(g-near) < cmplx.Abs(rest[best]-near) {
				best = i
			}
		}
		rest = slices.Delete(rest, best, best+1)
	}
	var gaps []complex128
	noise := 100 * ulp * norm
	for _, v := range inverse {
		if size := cmplx.Abs(v); size > max(1, math.Sqrt(norm), noise) {
			gaps = append(gaps, 1/v)
			drop(1 / v)
		}
	}
	drop(0) // the eigenvalue 1 itself
	for _, g := range rest {
		gaps = append(gaps, complex(max(real(g), ulp), imag(g)))
	}
	slices.SortFunc(gaps, func(a, b complex128) int { return cmp.Compare(real(a), real(b)) })
	return gaps
}

// eigenfunction returns the eigenfunction that belongs to the eigenvector u of D^1/2 A# D^-1/2. In rare states D^-1/2 u
// is round-off. Applying A# replaces it there by an average over the states that the chain goes to, and does not change
// an eigenfunction. The function is positive in the first of the states in which its size is the largest to within
// 1e-6.
func (r groupInverse) eigenfunction(u []float64) []float64 {
	f := make([]float64, len(u))
	last := make([]float64, len(u))
	image := make([]float64, len(u))
	for x, v := range u {
		if math.Abs(v) > 1e-11 {
			f[x] = v / math.Sqrt(r.pi[x])
		}
	}
	for range 50 {
		copy(last, f)
		f = centred(r.pi, f)
		for x, row := range r.g {
			image[x] = floats.Dot(row, f)
		}
		f = centred(r.pi, image)
		square := 0.0
		for x, v := range f {
			square += r.pi[x] * v * v
		}
		floats.Scale(1/math.Sqrt(square), f)
		if floats.Distance(f, last, math.Inf(1)) <= 1e-14*floats.Norm(f, math.Inf(1)) {
			break
		}
	}
	largest := floats.Norm(f, math.Inf(1))
	first := slices.IndexFunc(f, func(v float64) bool { return math.Abs(v) > largest*(1-1e-6) })
	if first >= 0 && f[first] < 0 { // numbers beyond floats have no first
		floats.Scale(-1, f)
	}
	return f
}

// A groupInverse is A# = (I - 1π) G (I - 1π), the group inverse of I - P for an irreducible chain. It holds the
// expected visits G of the package's doc, bordered with the zeros of the mode.
type groupInverse struct {
	pi []float64
	g  [][]float64
}

// groupInverse returns A# of a chain that leaves pi invariant.
func (m Matrix) groupInverse(pi []float64) groupInverse {
	order := modeFirst(pi)
	g := make([][]float64, len(m))
	visits := m.eliminate(order[:1], order[1:]).visits()
	for i, x := range order {
		g[x] = visits[i] // state 0 of visits is the mode; here it has its own column
		copy(g[x], g[x][1:order[0]+1])
		g[x][order[0]] = 0
	}
	return groupInverse{pi: pi, g: g}
}

// symmetrised returns D^1/2 A# D^-1/2 with D = diag(π), and the Frobenius norm of D^1/2 G D^-1/2. The matrix has the
// eigenvalues of A#, which are 0 and 1/(1 - λ) for the other λ of P, with an error of norm ulps. It is symmetric if the
// chain is reversible.
func (r groupInverse) symmetrised() (s *mat.Dense, norm float64) {
	s = symmetrised(r.pi, r.g)
	norm = mat.Norm(s, 2)
	root := mat.NewVecDense(len(r.pi), nil)
	for x, p := range r.pi {
		root.SetVec(x, math.Sqrt(p))
	}
	var left, right mat.VecDense
	left.MulVec(s.T(), root)
	right.MulVec(s, root)
	s.RankOne(s, mat.Dot(root, &right), root, root)
	s.RankOne(s, -1, root, &left)
	s.RankOne(s, -1, &right, root)
	return s, norm
}
