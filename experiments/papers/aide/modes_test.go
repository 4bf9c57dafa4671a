package aide

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/grid/must"
)

// dense is the mean of log w over a proposal, summed on a lattice of its own that is finer and wider than those of the
// figure: the estimate of log p(y) with one draw.
func dense(q distuv.Normal) (sum float64) {
	const step = 1e-3
	for x := -9.; x < 9; x += step {
		a := modesTerms[0].LogProb(x) + math.Log(modesShares[0])
		b := modesTerms[1].LogProb(x) + math.Log(modesShares[1])
		like := floats.LogSumExp([]float64{a, b})
		sum += step * q.Prob(x) * (modesPrior.LogProb(x) + like - q.LogProb(x))
	}
	return sum
}

// TestModesAreContinuous: on the lattice log p(y), the mass of the mode and the log estimate with one draw are as in
// the continuous problem.
func TestModesAreContinuous(t *testing.T) {
	l := newLine(linePoints)
	if below := left(chains.Normalized(l.logf)); !(math.Abs(below-0.7) < 1e-12) { // the rest is even in x
		t.Errorf("the posterior has %v below 0, want 0.7", below)
	}
	for name, q := range proposals {
		a := must.Have(l.account(t.Context(), name, 1))(t)
		if !(math.Abs(a.LogR-modesLogP()) < 3e-6) { // the proposals have 2e-6 of their mass outside
			t.Errorf("%s: log p(y) is %v, want %v", name, a.LogR, modesLogP())
		}
		if want := dense(q); !(math.Abs(a.FwdLogW()/want-1) < 1e-4) { // log w is -700 out there
			t.Errorf("%s: E log w is %v, want %v", name, a.FwdLogW(), want)
		}
	}
}
