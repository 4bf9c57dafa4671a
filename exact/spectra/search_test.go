package spectra

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// metropolisAt returns the chain of Metropolis at a log density.
func metropolisAt(t *testing.T, g grid.Grid, logf []float64) *Chain {
	t.Helper()
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size())
	l.Move(2, 1)
	return ChainAt(chains.On(kernels.Metropolis{}, g), l)
}

// rugged is a log density that has no order.
func rugged(cells int) (logf []float64) {
	for x := range cells {
		logf = append(logf, math.Sin(float64(x*x)))
	}
	return logf
}

// TestFarWell: a cell that is left with probability e^-427 makes a function have values whose
// squares no float holds. The cut around it bounds the gap by its flow over the product of the
// masses, which is so little that the gap has no lower bound but 0.
func TestFarWell(t *testing.T) {
	logf := make([]float64, 60)
	for x := range logf {
		logf[x] = -15 * math.Abs(float64(x)-29.5)
	}
	logf[0] = 0
	c := metropolisAt(t, grid.New(60), logf)
	e := must.Have(c.Extremes(t.Context(), 1))(t)
	if !(e.Gap.Low == 0 && e.Gap.High < hidden*2) || !math.IsInf(e.RelaxationTime.High, 1) || len(e.Unsettled) > 0 {
		t.Errorf("the gap is %v, the relaxation time %v, unsettled are %v", e.Gap, e.RelaxationTime, e.Unsettled)
	}
}

// TestExtremesOnAnyCores: sums are taken in the same order on any number of cores.
func TestExtremesOnAnyCores(t *testing.T) {
	g := grid.New(crew.ParallelFrom + 7) // so many cells are divided
	r := rand.New(rand.NewPCG(1, 1))
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = r.NormFloat64()
	}
	run := func(cores int) Extremes {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		c := metropolisAt(t, g, logf)
		c.maxSteps = 4
		e := must.Have(c.Extremes(t.Context(), 1))(t)
		return e
	}
	one, three := run(1), run(3)
	if one.Gap != three.Gap || one.Least != three.Least || !slices.Equal(one.Second, three.Second) {
		t.Errorf("on one core the gap is %v, on three %v; the least eigenvalues are %v and %v",
			one.Gap, three.Gap, one.Least,
			three.Least)
	}
}

// TestUnsettled: a search that was broken off has no bounds but those of every chain, and says
// so; the same search to its end has them.
func TestUnsettled(t *testing.T) {
	g := grid.New(20, 15)
	logf := rugged(g.Size())
	c := metropolisAt(t, g, logf)
	whole := must.Have(c.Extremes(t.Context(), 1))(t)
	if !(whole.Gap.Low > 0 && whole.Least.Low > -1) || math.IsInf(whole.RelaxationTime.High, 1) ||
		whole.Unsettled != nil {
		t.Errorf("after the whole search the gap is %v, the least eigenvalue %v, the relaxation time %v, unsettled %v",
			whole.Gap, whole.Least, whole.RelaxationTime, whole.Unsettled)
	}
	c.maxSteps = 2
	e := must.Have(c.Extremes(t.Context(), 1))(t)
	if !slices.Equal(e.Unsettled, []string{"the gap", "the least eigenvalue"}) {
		t.Errorf("unsettled are %v", e.Unsettled)
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, logf)
	must.Do(t, err)
	for _, bound := range []struct {
		name      string
		got, want float64
	}{
		{"the gap is at least", e.Gap.Low, 0},
		{"the least eigenvalue is at least", e.Least.Low, -1},
		{"the relaxation time is at most", e.RelaxationTime.High, math.Inf(1)},
		{"the SLEM is at most", e.SLEM.High, 1},
		{"the mode's angle is at most", e.Angle, 1},
		{"the mixing time is at most", float64(e.MixingBounds(0.25).High), Never},
		{"the IAT is at most", iat.High, math.Inf(1)},
	} {
		if bound.got != bound.want {
			t.Errorf("%s %g, want %g", bound.name, bound.got, bound.want)
		}
	}
}

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
	k := 1 + r.IntN(6)
	far := math.Pow(10, -1-7*r.Float64())
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

// TestRitzError: the least Ritz value is within its bound of the least eigenvalue, and the bound is nearly reached.
func TestRitzError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	sharp := math.Inf(1)
	for range 5000 {
		f, above := drawRitzPairs(r)
		if above < 1e-15 {
			continue // round-off
		}
		if off := f.error(); !(above <= off*(1+1e-9)+1e-15) {
			t.Fatalf("the Ritz value %g is %g above the eigenvalue, said to be at most %g", f.values[0], above, off)
		}
		sharp = min(sharp, f.error()/above)
	}
	if !(sharp < 1.5) {
		t.Errorf("the bound is at best %g times what it bounds", sharp)
	}
}

// TestVarianceBounds: the slowest mode, of variance 1, has the asymptotic variance 2/gap - 1.
// From a multiple of the solution, or from 0, the value is too low and the bounds still hold.
// The upper one is met exactly, because the residual is all slow mode.
func TestVarianceBounds(t *testing.T) {
	g := grid.New(9, 5)
	c := metropolisAt(t, g, rugged(g.Size()))
	e := must.Have(c.Extremes(t.Context(), 1))(t)
	mode := e.Second
	want := 2/e.Gap.Value - 1
	c.maxSteps = 0
	for _, part := range []float64{0, 0.3, 0.9, 1} {
		e.Second = make([]float64, len(mode))
		for x, v := range mode {
			e.Second[x] = math.Sqrt(part) * v // the search starts from part of the solution
		}
		v, iat, err := c.AsymptoticVariance(t.Context(), e, mode)
		must.Do(t, err)
		value := 2*(2*part-part*part)/e.Gap.Value - 1
		if math.Abs(v.Value-max(value, 0)) > 1e-9*want {
			t.Errorf("from %g of the solution the value is %.12g, want %.12g", part, v.Value, value)
		}
		if !(v.High >= want*(1-1e-12)) || !(v.High <= want*(1+1e-8)) {
			t.Errorf("from %g of the solution the variance is at most %.12g, and is %.12g", part, v.High, want)
		}
		if !(v.Low <= want) || !(v.Low >= max(value, 0)-1e-9*want) {
			t.Errorf("from %g of the solution the variance is at least %.12g, the value being %.12g",
				part, v.Low, value)
		}
		if math.Abs(iat.High-v.High) > 1e-12*v.High {
			t.Errorf("the IAT of a function of variance 1 is at most %g, its asymptotic variance %g", iat.High, v.High)
		}
	}
}

// TestBottleneckOfRareSide: the flow around a well of mass 1e-18, behind a wall of mass 1e-26, is
// lost in a sum that starts on the heavy side, and found from the other, whichever comes first.
func TestBottleneckOfRareSide(t *testing.T) {
	logf := []float64{0, 0, 0, 0, 0, -60, -41, -41}
	c := metropolisAt(t, grid.New(len(logf)), logf)
	want := math.Exp(-60) / 2 / (2 * math.Exp(-41))
	for _, slope := range []float64{1, -1} {
		f := make([]float64, len(logf))
		for x := range f {
			f[x] = slope * float64(x)
		}
		cut := must.Have(c.Bottleneck(f))(t)
		if !(math.Abs(cut.Phi/want-1) < 1e-6) {
			t.Errorf("along %g x the bottleneck is %g, want %g", slope, cut.Phi, want)
		}
		if cut.In[0] {
			t.Errorf("along %g x the cut is around cell 0: %v", slope, cut.In)
		}
		if !cut.In[7] {
			t.Errorf("along %g x the cut is not around cell 7: %v", slope, cut.In)
		}
	}
}

// TestForm: a function that is 0 and 1 by turns along a flat path of n cells has the Dirichlet
// form (n-1)/2 times the mass of a cell. A plain sum of a hundred thousand such terms loses three
// digits.
func TestForm(t *testing.T) {
	const n = 50_003
	c := metropolisAt(t, grid.New(n), make([]float64, n))
	f := make([]float64, n)
	residual := make([]float64, n)
	for x := range f {
		f[x] = float64(x % 2)
	}
	got := c.form(residual, f)
	want := float64(n-1) / 2 * c.pi[0]
	if math.Abs(got/want-1) > 8*ulp {
		t.Errorf("the form is %.17g, want %.17g", got, want)
	}
	if residual[7] != 1 {
		t.Errorf("(I - P) f is %g in cell 7, want 1", residual[7])
	}
	if residual[8] != -1 {
		t.Errorf("(I - P) f is %g in cell 8, want -1", residual[8])
	}
}

// TestDiagonal: the diagonal is the probability of leaving a cell over the mass elsewhere, even
// for a cell that has all of the mass but 1e-20, which 1 minus its mass does not hold.
func TestDiagonal(t *testing.T) {
	logf := []float64{0, -47, -48, -46.5, -50, -47}
	c := metropolisAt(t, grid.New(3, 2), logf)
	for x := range logf {
		elsewhere := 0.0
		for y, p := range c.pi {
			if y != x {
				elsewhere += p
			}
		}
		if got, want := c.diagonal(x, false), c.leave[x]/elsewhere; !(math.Abs(got/want-1) < 1e-14) {
			t.Errorf("of cell %d the diagonal is %g, want %g", x, got, want)
		}
	}
}
