package spectra

import (
	"cmp"
	"errors"
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// errEigen says that an iteration for eigenvalues did not converge.
var errEigen = errors.New("the eigenvalues were not found: the iteration did not converge")

// gaps returns 1 - λ for every eigenvalue λ of an irreducible chain except its 1, the smallest first.
//
// Each eigenvalue is computed twice: from P with an error of an ulp, and from A# with an error of norm ulps in 1/(1 -
// λ). The second is better if (1 - λ)^2 norm < 1, and is then taken if it exceeds its error; for the slowest mode it
// always does. If the norm is above 1/ulp^2, other modes may have a 1 - λ that is only known to be below an ulp. For
// these gaps returns an ulp, or some round-off.
func (m Matrix) gaps(pi []float64, reversible bool) ([]complex128, error) {
	eigenvalues := generalEigenvalues
	if reversible {
		eigenvalues = symmetricEigenvalues
	}
	direct, err := eigenvalues(symmetrised(pi, m))
	if err != nil {
		return nil, err
	}
	s, norm := m.groupInverse(pi)
	inverse, err := eigenvalues(s)
	if err != nil {
		return nil, err
	}
	return betterOfEach(direct, inverse, norm), nil
}

// symmetrised returns D^1/2 K D^-1/2 with D = diag(π), for a matrix K. The quotient of two roots is a float where that
// of two masses is beyond floats.
func symmetrised(pi []float64, rows [][]float64) *mat.Dense {
	k := mat.NewDense(len(pi), len(pi), nil)
	for x := range pi {
		into := k.RawRowView(x)
		for y, v := range rows[x] {
			into[y] = v * (math.Sqrt(pi[x]) / math.Sqrt(pi[y]))
		}
	}
	return k
}

// shift is added to a symmetric matrix whose eigenvalues are not below -1. Gonum's Dsterf scales a block of entries
// below 1e-122, and spoils others then, or panics. With it no block is as small.
const shift = 2

// symmetricEigenvalues returns the eigenvalues of a matrix that is symmetric up to round-off.
func symmetricEigenvalues(k *mat.Dense) (values []complex128, err error) {
	n, _ := k.Dims()
	sym := mat.NewSymDense(n, nil)
	for x := range n {
		for y := range x {
			sym.SetSym(x, y, (k.At(x, y)+k.At(y, x))/2)
		}
		sym.SetSym(x, x, k.At(x, x)+shift)
	}
	var eigen mat.EigenSym
	if !converges(func() bool { return eigen.Factorize(sym, false) }) {
		return nil, errEigen
	}
	for _, v := range eigen.Values(nil) {
		values = append(values, complex(v-shift, 0))
	}
	return values, nil
}

// generalEigenvalues returns the eigenvalues of any matrix. An entry beyond floats is an error, because gonum never
// finishes balancing a matrix with a NaN.
func generalEigenvalues(k *mat.Dense) (values []complex128, err error) {
	for _, v := range k.RawMatrix().Data {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return nil, errors.New("the eigenvalues were not found: the probabilities of the cells span " +
				"more than floats do; use a flatter density")
		}
	}
	var eigen mat.Eigen
	if !converges(func() bool { return eigen.Factorize(k, mat.EigenNone) }) {
		return nil, errEigen
	}
	return eigen.Values(nil), nil
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

// groupInverse returns D^1/2 A# D^-1/2 with D = diag(π), for the group inverse A# = (I - 1π) G (I - 1π) of a chain
// that leaves pi invariant, and the Frobenius norm of D^1/2 G D^-1/2. G holds the expected visits of the package's
// doc, bordered with the zeros of the mode. The matrix has the eigenvalues of A#, which are 0 and 1/(1 - λ) for the
// other λ of P, with an error of norm ulps. It is symmetric if the chain is reversible.
func (m Matrix) groupInverse(pi []float64) (s *mat.Dense, norm float64) {
	order := modeFirst(pi)
	g := make([][]float64, len(m))
	visits := m.eliminate(order).visits()
	for i, x := range order {
		g[x] = visits[i] // state 0 of visits is the mode; here it has its own column
		copy(g[x], g[x][1:order[0]+1])
		g[x][order[0]] = 0
	}
	s = symmetrised(pi, g)
	norm = mat.Norm(s, 2)
	root := mat.NewVecDense(len(pi), nil)
	for x, p := range pi {
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
