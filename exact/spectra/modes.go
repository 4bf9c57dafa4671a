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

// modes is 1 - λ over the eigenvalues of an irreducible chain but its 1, the
// smallest first, and where it is reversible the eigenfunction of the first.
//
// Each eigenvalue is computed twice, of P, where its error is an ulp, and of A#,
// where 1/(1 - λ) has an error of norm ulps. The second is better where
// (1 - λ)^2 norm < 1, and taken there if it is above its error at all. The first
// mode always is. Of others, if the norm is above 1/ulp^2, no more may be known
// than that 1 - λ is below an ulp: it is then an ulp, or what round-off made.
func (m *Matrix) modes(r green, reversible bool) (gaps []complex128, second []float64, err error) {
	s, norm := r.projected()
	direct, inverse, vector := []complex128(nil), []complex128(nil), []float64(nil)
	if reversible {
		direct, _, err = symmetric(m.scaled(r.pi), false)
		if err == nil {
			inverse, vector, err = symmetric(s, true)
		}
	} else {
		direct, err = general(m.scaled(r.pi))
		if err == nil {
			inverse, err = general(s)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	gaps = merge(direct, inverse, norm)
	if reversible {
		second = r.polish(vector)
	}
	return gaps, second, nil
}

// scaled is D^1/2 P D^-1/2, D the diagonal matrix of π.
func (m *Matrix) scaled(pi []float64) *mat.Dense {
	k := mat.NewDense(m.n, m.n, nil)
	for x := range m.n {
		into := k.RawRowView(x)
		for y, v := range m.row(x) {
			if v != 0 {
				into[y] = v * math.Sqrt(pi[x]/pi[y])
			}
		}
	}
	return k
}

var errEigen = errors.New("the eigenvalues were not found: the iteration did not converge")

var errSpan = errors.New("the eigenvalues were not found: the probabilities of the cells span more than floats do; a flatter density would do")

// symmetric is the eigenvalues of a matrix that is symmetric but for round-off,
// and where asked for the eigenvector of the largest.
func symmetric(k *mat.Dense, vector bool) (values []complex128, largest []float64, err error) {
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

// general is the eigenvalues of any matrix. Where masses are so far apart that an
// entry is beyond floats it is an error, before gonum balances the matrix, which with
// a NaN it never ends to do; and where gonum's iteration does not converge it may
// panic (in Dlaqr04, of matrices below 49 by 49), which is an error too.
func general(k *mat.Dense) (values []complex128, err error) {
	for _, v := range k.RawMatrix().Data {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return nil, errSpan
		}
	}
	defer func() {
		if recover() != nil {
			values, err = nil, errEigen
		}
	}()
	var eigen mat.Eigen
	if !eigen.Factorize(k, mat.EigenNone) {
		return nil, errEigen
	}
	return eigen.Values(nil), nil
}

// merge takes the eigenvalues of P and those of A#, and of each pair of the same
// mode the better one, as 1 - λ.
func merge(direct, inverse []complex128, norm float64) []complex128 {
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

// polish makes the eigenfunction of the eigenvector u of D^1/2 A# D^-1/2. Where
// π is small, D^-1/2 u is round-off; to apply A# makes there the average over
// where the chain goes, and leaves an eigenfunction as it is.
func (r green) polish(u []float64) []float64 {
	f, last := make([]float64, len(u)), make([]float64, len(u))
	for x, v := range u {
		if math.Abs(v) > 1e-11 {
			f[x] = v / math.Sqrt(r.pi[x])
		}
	}
	for range 50 {
		copy(last, f)
		f = r.apply(f)
		square := 0.0
		for x, v := range f {
			square += r.pi[x] * v * v
		}
		floats.Scale(1/math.Sqrt(square), f)
		if floats.Distance(f, last, math.Inf(1)) <= 1e-14*floats.Norm(f, math.Inf(1)) {
			break
		}
	}
	return upright(f)
}

// upright is f with the sign at which it is positive where it is largest, at the
// first of those that are as large.
func upright(f []float64) []float64 {
	largest := floats.Norm(f, math.Inf(1))
	for _, v := range f {
		if math.Abs(v) > largest*(1-1e-6) {
			if v < 0 {
				floats.Scale(-1, f)
			}
			break
		}
	}
	return f
}
