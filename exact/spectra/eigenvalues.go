package spectra

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
)

// errEigen is returned if an iteration for eigenvalues does not converge.
var errEigen = errors.New("the eigenvalues were not found: the iteration did not converge")

// gaps returns 1 - λ for every eigenvalue λ of an irreducible chain except its 1, the
// smallest first, and if the chain is reversible the eigenfunction of the first.
//
// Each eigenvalue is computed twice: from P with an error of an ulp, and from A# with an error of norm ulps in
// 1/(1 - λ). The second is better if (1 - λ)^2 norm < 1, and is then taken if it exceeds its error; for the
// slowest mode it always does. If the norm is above 1/ulp^2, it may only be known of other modes that their 1 - λ
// is below an ulp. For these gaps returns an ulp, or some round-off.
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

// symmetrised returns D^1/2 K D^-1/2 with D = diag(π), for a matrix K. If two
// masses are further apart than floats reach, a 0 between them becomes NaN: K may be no 0 there.
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

// symmetricEigenvalues returns the eigenvalues of a matrix that is symmetric up to round-off, and the eigenvector
// of the largest if vector is true.
func symmetricEigenvalues(k *mat.Dense, vector bool) (values []complex128, largest []float64, err error) {
	n, _ := k.Dims()
	sym := mat.NewSymDense(n, nil)
	for x := range n {
		for y := range x + 1 {
			sym.SetSym(x, y, (k.At(x, y)+k.At(y, x))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, vector) {
		return nil, nil, errEigen
	}
	for _, v := range eigen.Values(nil) {
		values = append(values, complex(v, 0))
	}
	if vector {
		var u mat.Dense
		eigen.VectorsTo(&u)
		largest = mat.Col(nil, n-1, &u)
	}
	return values, largest, nil
}

// generalEigenvalues returns the eigenvalues of any matrix, and no eigenvector. Masses that are far apart make
// entries beyond floats. These are an error here, because gonum never finishes balancing a matrix with a NaN. If
// its iteration does not converge, gonum may panic (in Dlaqr04, for matrices below 49 by 49): that is an error
// too.
func generalEigenvalues(k *mat.Dense, _ bool) (values []complex128, _ []float64, err error) {
	for _, v := range k.RawMatrix().Data {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return nil, nil, errors.New("the eigenvalues were not found: the probabilities of the cells span " +
				"more than floats do; use a flatter density")
		}
	}
	defer func() {
		if recover() != nil {
			values, err = nil, errEigen
		}
	}()
	var eigen mat.Eigen
	if !eigen.Factorize(k, mat.EigenNone) {
		return nil, nil, errEigen
	}
	return eigen.Values(nil), nil, nil
}

// betterOfEach pairs the eigenvalues of P and A# that belong to the same mode, and returns the better 1 - λ of
// each pair.
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

// eigenfunction returns the eigenfunction that belongs to the eigenvector u of D^1/2 A# D^-1/2. In rare cells
// D^-1/2 u is round-off. Applying A# replaces it there by an average over the cells that the chain goes to, and
// does not change an eigenfunction. It is positive at its largest: at the first of the states in which its size is the
// largest to within 1e-6.
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
	if first >= 0 && f[first] < 0 { // there is none of numbers beyond floats
		floats.Scale(-1, f)
	}
	return f
}

// A groupInverse is A# = (I - 1π) G (I - 1π), the group inverse of I - P for an irreducible
// chain. It holds the expected visits G of the package's doc, bordered with the zeros of the
// mode.
type groupInverse struct {
	pi []float64
	g  [][]float64
}

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

// symmetrised returns D^1/2 A# D^-1/2 with D = diag(π), and the Frobenius norm of D^1/2 G
// D^-1/2. It has the eigenvalues of A#, which are 0 and 1/(1 - λ) for the other λ of P, with
// an error of norm ulps. It is symmetric if the chain is reversible.
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

// AsymptoticVariances returns the asymptotic variances of the averages of functions along a stationary
// chain: the limit of n times the variance of the average over n steps. An iat, the integrated
// autocorrelation time, is this over the variance of f under pi: 1 plus twice the sum of the
// autocorrelations, and 1 if draws are independent. The variance is
//
//	2 <f, A# f> - <f, f>   in L2(π), f less its mean,
//
// and is not negative beyond a round-off relative to 2 <f, A# f>. f may be anything in cells
// without mass. It is an error if f is constant on the others, or if these are not one class. Functions share the
// elimination of the states, which takes nearly all of the time.
func (m Matrix) AsymptoticVariances(pi []float64, fs [][]float64) (variances, iats []float64, err error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return nil, nil, err
	}
	if c := sub.Classes(); len(c) > 1 {
		return nil, nil, fmt.Errorf("the states of positive probability fall into %d classes, "+
			"of state %d and of state %d among them; use a chain that gets from each state to each other",
			len(c), states[c[0].States[0]], states[c[1].States[0]])
	}
	for _, f := range fs {
		values := chains.In(states, f)
		low := slices.Min(values)
		high := slices.Max(values)
		if !(high-low > float64(len(states))*ulp*max(-low, high)) { // by more than round-off
			return nil, nil, fmt.Errorf("the function is %g in every state of positive probability, or not a number; "+
				"use a function that varies", low)
		}
	}
	order := modeFirst(p)
	poisson := sub.eliminate(order[:1], order[1:])
	for _, f := range fs {
		values := centred(p, chains.In(states, f))
		weighted := make([]float64, len(p))
		floats.MulTo(weighted, p, values)
		square := floats.Dot(weighted, values)
		// The solution of (I - P) g = f with g = 0 in the mode differs from A# f by a constant.
		g := make([]float64, len(p))
		solution := chains.In(order, values)
		poisson.solve(solution)
		for i, x := range order {
			g[x] = solution[i]
		}
		v := 2*floats.Dot(weighted, g) - square
		variances = append(variances, v)
		iats = append(iats, v/square)
	}
	return variances, iats, nil
}
