package implicit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// drawRitzPairs draws a diagonal matrix and a space near that of some of its lowest vectors,
// none passed over, and returns the Ritz pairs there and how far the least Ritz value is above
// the least eigenvalue.
func drawRitzPairs(r *rand.Rand) (f ritzPairs, above float64) {
	const n = 12
	lambda := make([]float64, n)
	for i := range lambda {
		lambda[i] = math.Pow(10, -6*r.Float64())
	}
	slices.Sort(lambda)
	k, far := 1+r.IntN(6), math.Pow(10, -1-7*r.Float64())
	var columns [][]float64
	for i := range k {
		c := make([]float64, n)
		for j := range c {
			c[j] = far * r.NormFloat64()
		}
		c[i]++
		columns = append(columns, c)
	}
	v := orthonormal(n, columns)
	f = ritzPairsOf(mat.NewDiagDense(n, lambda), v)
	return f, f.values[0] - lambda[0]
}

// ritzPairsOf returns the Ritz pairs of a in the space of the columns of v.
func ritzPairsOf(a mat.Matrix, v *mat.Dense) (f ritzPairs) {
	_, k := v.Dims()
	var h, w, u mat.Dense
	w.Mul(a, v)
	h.Mul(v.T(), &w)
	sym := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			sym.SetSym(i, j, h.At(i, j))
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(sym, true)
	eigen.VectorsTo(&u)
	f.values = eigen.Values(nil)
	for i := range min(k, ahead) {
		var y, ay mat.VecDense
		y.MulVec(v, u.ColView(i))
		ay.MulVec(a, &y)
		ay.AddScaledVec(&ay, -f.values[i], &y)
		f.residuals = append(f.residuals, floats.Norm(ay.RawVector().Data, 2))
	}
	return f
}

// TestRitzError: the least Ritz value is within its bound of the least eigenvalue. Two broken
// bounds are caught: one forgets the residual of the next value, one counts its square over too
// wide an interval.
func TestRitzError(t *testing.T) {
	forgets := func(f ritzPairs) float64 {
		if len(f.values) < 2 || f.values[1] == f.values[0] {
			return f.error()
		}
		return f.residuals[0] * f.residuals[0] / (f.values[1] - f.values[0])
	}
	wide := func(f ritzPairs) float64 { return min(f.residuals[0], f.residuals[0]*f.residuals[0]/1) }
	r := rand.New(rand.NewPCG(1, 1))
	sharp, caught := math.Inf(1), [2]int{}
	for range 5000 {
		f, above := drawRitzPairs(r)
		if above < 1e-15 {
			continue // round-off
		}
		if off := f.error(); !(above <= off*(1+1e-9)+1e-15) {
			t.Fatalf("the Ritz value %g is %g above the eigenvalue, said to be at most %g", f.values[0], above, off)
		}
		sharp = min(sharp, f.error()/above)
		for i, broken := range []func(ritzPairs) float64{forgets, wide} {
			if above > broken(f)*(1+1e-9)+1e-15 {
				caught[i]++
			}
		}
	}
	if !(sharp < 1.5) {
		t.Errorf("the bound is at best %g times what it bounds", sharp)
	}
	for i, n := range caught {
		if n == 0 {
			t.Errorf("broken bound %d is never caught", i)
		}
	}
}
