package validation

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
)

// sampleChains runs annealed chains up the levels and down again, and tests their estimates of log R.
func (v *Validation) sampleChains(ctx context.Context, m chains.Mover, p plan) (test, error) {
	up, err := v.Candidate.anneal(ctx, m, p, false)
	var down []float64
	if err == nil {
		down, err = v.Candidate.anneal(ctx, m, p, true)
	}
	if err != nil {
		return test{law: laws.SeenSandwich, p: 1, short: math.Inf(1),
			unclear: "the chains did not come to their ends"}, err
	}
	return sandwiched(up, down), nil
}

// anneal returns the log weights of chains from draws of the density at one end. They do not move at the first level.
// In reverse they move by the same kernel: their estimate is above log R whether or not that is the reversal.
func (s Candidate) anneal(ctx context.Context, m chains.Mover, p plan, reverse bool) (logw []float64, err error) {
	first := 1
	if reverse {
		first = s.T()
	}
	cells := chains.NewDistribution(chains.Normalized(s.logf(first)))
	dice := sample.Seeded(p.Seed, 1<<40)
	states := make([]int, p.Chains)
	for i := range states {
		states[i] = cells.Draw(dice)
	}
	return outside.Anneal(ctx, m, s.Annealing, reverse, states)
}

// sandwiched tests whether the reverse estimate is below the forward one. Infinite estimates do not accuse.
func sandwiched(up, down []float64) test {
	low, lowVar := stat.MeanVariance(up, nil)
	high, highVar := stat.MeanVariance(down, nil)
	n := float64(len(up))
	se := math.Sqrt(lowVar/n + highVar/n)
	t := test{law: laws.SeenSandwich, p: 1}
	t.witness = fmt.Sprintf("E_fwd[log w] = %.6g, E_rev[log w] = %.6g, standard error %.3g", low, high, se)
	if high < low && !math.IsInf(low, 0) && !math.IsInf(high, 0) {
		t.p = distuv.UnitNormal.CDF((high - low) / max(se, 1e-12))
	}
	return t
}
