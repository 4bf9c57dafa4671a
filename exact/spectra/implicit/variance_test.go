package implicit

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestVarianceBounds: the slowest mode, of variance 1, has the asymptotic variance 2/gap - 1.
// From a multiple of the solution, or from 0, the value is too low and the bounds still hold.
// The upper one is met exactly, because the residual is all slow mode.
func TestVarianceBounds(t *testing.T) {
	g := grid.New(9, 5)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Sin(float64(x * x))
	}
	c := metropolisAt(t, g, logf)
	e, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	mode := e.Second
	want := 2/e.Gap.Value - 1
	c.maxSteps = 0
	for _, part := range []float64{0, 0.3, 0.9, 1} {
		e.Second = make([]float64, len(mode))
		for x, v := range mode {
			e.Second[x] = math.Sqrt(part) * v // the search starts from part of the solution
		}
		v, iat, err := c.AsymptoticVariance(t.Context(), e, mode)
		if err != nil {
			t.Fatal(err)
		}
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
