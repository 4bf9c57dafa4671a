package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// predicted is log p(y_i | latents before it) in each cell, by its definition: the joint density of i observations,
// summed over the latents of the last, over that of i-1.
func predicted(g grid.Grid, o *chains.Observations, i int) []float64 {
	logs := make([]float64, g.Size())
	for x := range logs {
		var after, before []float64
		for y := range logs {
			alike := true
			for a := range g.Axes() {
				own := false
				for _, b := range o.Axes[i-1] {
					own = own || a == b
				}
				alike = alike && (own || g.Coord(x, a) == g.Coord(y, a))
			}
			if alike {
				after = append(after, o.Steps[i][y])
				before = append(before, o.Steps[i-1][y])
			}
		}
		logs[x] = chains.LogSum(after) - chains.LogSum(before)
	}
	return logs
}

// With a kernel that draws exactly one particle expects Eq. 32 of BDMC forward and Eq. 33 in reverse, the predictive
// likelihood given the observations before, or this one too. Their distance, Eq. 35, is B. Another kernel expects
// others.
func TestGapOfAnExactKernel(t *testing.T) {
	for _, p := range []programs.Problem{chaintest.WideModel(kernels.Perfect{}), chaintest.Model(kernels.Perfect{})} {
		o := p.Observed
		lower := 0.
		upper := 0.
		for i := 1; i < len(o.Steps); i++ {
			before := chains.Normalized(o.Steps[i-1])
			after := chains.Normalized(o.Steps[i])
			for x, logp := range predicted(p.Grid, o, i) {
				lower += before[x] * logp
				upper += after[x] * logp
			}
		}
		const spec = "smc-data:1:proposal=optimal"
		a := account(t, of(t, spec, p), p)
		must.Close(t, a.FwdLogW(), lower, 1e-11, "Eq. 32")
		must.Close(t, a.RevLogW(), upper, 1e-11, "Eq. 33")
		must.Close(t, a.B(), upper-lower, 1e-11, "Eq. 35")
		p.Kernel = kernels.Metropolis{}
		if b := account(t, of(t, spec, p), p).B(); math.Abs(b-(upper-lower)) < 1e-6 {
			t.Errorf("Metropolis has the gap %v of an exact kernel", b)
		}
	}
}
