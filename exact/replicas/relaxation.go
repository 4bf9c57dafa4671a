package replicas

import (
	"cmp"
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains/tempering"
)

// Relaxation is how slowly the product chain forgets. The modulus is that of the second eigenvalue, for each scan: of
// DEO the square root of that of two scans, which are a step. The chain is not reversible, because walkers explore and
// then exchange, so that the eigenvalue may be complex. Residual is how far the vector of the search is from one that
// the chain only stretches, for vectors of length 1. A large one says that the modulus is not settled.
type Relaxation struct {
	Modulus, Residual float64
	Scans             int // that the search pushed
}

// Time is the relaxation time in scans, 1/(1 - modulus).
func (r Relaxation) Time() float64 { return 1 / (1 - r.Modulus) }

// Settled reports whether the modulus is known to some digits of the distance to 1.
func (r Relaxation) Settled() bool { return r.Residual <= 1e-3*(1-r.Modulus) }

// The search: Arnoldi's, begun anew from a vector in which the unwanted Ritz values are damped by a polynomial that
// is 0 at them (Sorensen 1992, with exact shifts).
const (
	basis        = 20
	wanted       = 6
	mostRestarts = 60
	enough       = 1e-7 // of the residual, against the distance to 1
)

// relax searches for the second eigenvalue among measures of total mass 0. A measure q is searched for as q/√p, in
// which the lengths of the chain's reversible parts are their own.
func (s *space) relax(ctx context.Context) (r Relaxation, err error) {
	root := s.product(s.laws)
	for x, p := range root {
		root[x] = math.Sqrt(p)
	}
	if floats.Min(root) == 0 { // below any float
		return Relaxation{Modulus: math.NaN(), Residual: math.Inf(1)}, nil
	}
	rng := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, s.size())
	for x := range v {
		v[x] = rng.NormFloat64()
	}
	scans := 1
	if s.exchange == tempering.DEO {
		scans = 2
	}
	step := func(v []float64) {
		floats.Mul(v, root)
		for scan := range scans {
			s.scan(v, scan+1)
		}
		floats.Div(v, root)
		s.centre(v, root)
		r.Scans += scans
	}
	s.centre(v, root)
	for range mostRestarts {
		modulus, residual, next := arnoldi(v, step)
		if ctx.Err() != nil {
			return r, context.Cause(ctx)
		}
		r.Modulus = math.Pow(modulus, 1/float64(scans))
		r.Residual = residual
		if residual <= enough*(1-modulus) {
			break
		}
		v = next
	}
	return r, nil
}

// centre takes away what the chain keeps.
func (s *space) centre(v, root []float64) {
	floats.AddScaled(v, -floats.Dot(v, root)/floats.Dot(root, root), root)
}

// arnoldi returns the largest modulus of a Ritz value on a basis from v, its residual, and a vector to begin anew with.
// With H for the chain on the basis, H y = μ y, and m vectors in it, the residual is h_{m+1,m} |y_m| / |y|.
func arnoldi(v []float64, step func(v []float64)) (modulus, residual float64, next []float64) {
	vs, h := krylov(v, step)
	m := len(vs)
	projected := mat.DenseCopyOf(h.Slice(0, m, 0, m))
	var eigen mat.Eigen
	if !eigen.Factorize(projected, mat.EigenRight) {
		return math.NaN(), math.Inf(1), v
	}
	values := eigen.Values(nil)
	var vectors mat.CDense
	eigen.VectorsTo(&vectors)
	order := byModulus(values)
	first := order[0]
	norm := 0.
	for i := range m {
		norm += math.Pow(cmplx.Abs(vectors.At(i, first)), 2)
	}
	residual = h.At(m, m-1) * cmplx.Abs(vectors.At(m-1, first)) / math.Sqrt(norm)
	return cmplx.Abs(values[first]), residual, damped(vs, projected, values, order)
}

// krylov is an orthonormal basis of v and what steps make of it, and the chain on the basis: step(v_m) is the sum over
// i of h_im v_i, up to i = m+1.
func krylov(v []float64, step func(v []float64)) (vs [][]float64, h *mat.Dense) {
	h = mat.NewDense(basis+1, basis, nil)
	now := slices.Clone(v)
	floats.Scale(1/floats.Norm(now, 2), now)
	for m := range basis {
		vs = append(vs, now)
		now = slices.Clone(now)
		step(now)
		for range 2 { // twice is enough (Kahan)
			for i, w := range vs {
				c := floats.Dot(now, w)
				floats.AddScaled(now, -c, w)
				h.Set(i, m, h.At(i, m)+c)
			}
		}
		norm := floats.Norm(now, 2)
		h.Set(m+1, m, norm)
		if norm < 1e-13 { // the chain leads nowhere else
			break
		}
		floats.Scale(1/norm, now)
	}
	return vs, h
}

// byModulus are the places of values, the largest modulus first. A value and its conjugate stand side by side.
func byModulus(values []complex128) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(cmplx.Abs(values[j]), cmplx.Abs(values[i])) })
	return order
}

// damped is p(P) v, with p the polynomial that is 0 at the unwanted values. On the basis it is p(H) e_1.
func damped(vs [][]float64, h *mat.Dense, values []complex128, order []int) []float64 {
	m := len(vs)
	y := mat.NewVecDense(m, nil)
	y.SetVec(0, 1)
	shift := func(mu complex128) {
		var once, twice mat.VecDense
		once.MulVec(h, y)
		if imag(mu) == 0 {
			y.AddScaledVec(&once, -real(mu), y)
		} else { // with its conjugate
			twice.MulVec(h, &once)
			twice.AddScaledVec(&twice, -2*real(mu), &once)
			y.AddScaledVec(&twice, real(mu)*real(mu)+imag(mu)*imag(mu), y)
		}
		y.ScaleVec(1/mat.Norm(y, 2), y)
	}
	for _, i := range order[min(wanted, m-1):] {
		if imag(values[i]) >= 0 {
			shift(values[i])
		}
	}
	next := make([]float64, len(vs[0]))
	for i, v := range vs {
		floats.AddScaled(next, y.AtVec(i), v)
	}
	return next
}
