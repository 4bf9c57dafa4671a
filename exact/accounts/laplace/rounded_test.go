package laplace

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestRoundedIsTheAnalysis: what roundings may add is, for each place, one of what is integrated, and four of the
// distance of r from 1 on average. Errors that were measured are far smaller, and so tell little of a bound that is too
// small: the analysis is written out, with r by the definition T(x*|x)/p(x*) on a kernel whose rows are known.
func TestRoundedIsTheAnalysis(t *testing.T) {
	logf := []float64{0, 1.5, -0.5}
	p := chains.Normalized(logf)
	logp := make([]float64, len(p))
	for x, v := range p {
		logp[x] = math.Log(v)
	}
	a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	const star, size = 1, 0.75
	distance := 0.0 // of r from 1: the kernel stays, so that r is 1/p in x* and 0 elsewhere
	for x, v := range p {
		r := 0.0
		if x == star {
			r = 1 / v
		}
		distance += v * math.Abs(r-1)
	}
	for _, K := range []int{1, 2, 7, 50} {
		c := Into(a, p, logp, K, star)
		c.Aim(star)
		want := float64(K) * 0x1p-51 * (size + 4*distance)
		must.Near(t, c.Rounded(size), want, 1e-12*want, "%d places", K)
	}
}
