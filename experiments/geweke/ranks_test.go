package geweke

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid/must"
	"breadboard/toys"
)

// rankLaw is the law of the rank by statistic k, given data: x is drawn from its posterior, and all else by the code
// that draws, with enumerating dice.
func rankLaw(t *testing.T, test Test, y [][]float64, k int) []float64 {
	t.Helper()
	w, law := newWalker(test, test.Model.Prior()), make([]float64, test.Others+1)
	must.Do(t, w.see(t.Context(), y))
	for x, p := range chains.Normalized(w.joint) {
		for rank, q := range enumerate.Law(func(d chains.Dice) int {
			less, ties, err := w.among(t.Context(), x, y, d)
			must.Do(t, err)
			return placed(less[k], ties[k], d)
		}) {
			law[rank] += p * q
		}
	}
	return law
}

// pushedLaw is the same law, by pushing vectors.
func pushedLaw(t *testing.T, test Test, y [][]float64, k int) []float64 {
	t.Helper()
	w, n := newWalker(test, test.Model.Prior()), test.Model.Grid.Size()
	must.Do(t, w.see(t.Context(), y))
	r := chaintest.Ranked{P: chains.Normalized(w.joint), Others: test.Others,
		Rows: chaintest.Several(laws.RowsOf(w.op, n), test.Steps),
		Back: chaintest.Several(laws.RowsOf(w.op.Reversal(), n), test.Steps)}
	for x := range n {
		r.Value = append(r.Value, w.statistics(x, nil)[k])
	}
	if test.Kind == SBC { // the start takes the steps before the first state
		r.Start = chains.Normalized(w.prior)
	}
	return r.Law()
}

// unevenness is how far a law is from the uniform one.
func unevenness(law []float64) (off float64) {
	for _, p := range law {
		off = max(off, math.Abs(p-1/float64(len(law))))
	}
	return off
}

// twoPoints has four cells, of which two are equally likely whatever the data: its ranks have ties.
var twoPoints = toys.NewClustering(2, 2).Model()

// TestRanksAreUniform: of right kernels every rank is exactly equally likely, given any data, although values are equal.
// SBC asks for independent draws, and invariance for a reversal, of kernels with a direction too. And ranks of wrong
// kernels have the law that vectors have.
func TestRanksAreUniform(t *testing.T) {
	y := twoPoints.Simulated(3).Model.Data
	sweep := bugs.Changed(kernels.Rows{To: bugs.Sweep(1, 0)}, bugs.Unreversed)
	for _, c := range []struct {
		name  string
		k     chains.Kernel
		kind  Kind
		steps int
		even  bool
	}{
		{"exact draws", kernels.Perfect{}, SBC, 1, true},
		{"exact draws", kernels.Perfect{}, Invariance, 1, true},
		{"metropolis", kernels.Metropolis{}, Invariance, 1, true},
		{"metropolis, two steps", kernels.Metropolis{}, Invariance, 2, true},
		{"a kernel that never moves", kernels.Identity{}, Invariance, 1, true},
		{"a kernel that never moves", kernels.Identity{}, SBC, 1, false},
		{"a chain that has not forgotten its start", kernels.Metropolis{}, SBC, 1, false},
		{"an inverted acceptance", bugs.Inverted, Invariance, 1, false},
		{"an inverted acceptance", bugs.Inverted, SBC, 2, false},
		{"a sweep that is not reversed", sweep, Invariance, 1, false},
	} {
		test := Test{Model: twoPoints, Kernel: c.k, Kind: c.kind, Steps: c.steps, Others: 2}
		worst := 0.0
		for k, name := range test.names() {
			law := rankLaw(t, test, y, k)
			worst = max(worst, unevenness(law))
			for r, p := range pushedLaw(t, test, y, k) {
				must.Near(t, law[r], p, 1e-12, "%s, %s: the probability of rank %d by %s", c.name, c.kind, r, name)
			}
		}
		if (worst < 1e-12) != c.even {
			t.Errorf("%s, %s: ranks are off by %g", c.name, c.kind, worst)
		}
	}
}

// TestLiftedRanks: states with a direction, which is drawn before a step and forgotten, are ranked evenly.
func TestLiftedRanks(t *testing.T) {
	y := twoPoints.Simulated(3).Model.Data
	at := slices.IndexFunc(kernels.Catalogue, func(e chains.Entry[chains.Kernel]) bool { return e.Name == "lifted" })
	test := Test{Model: twoPoints, Kernel: kernels.Catalogue[at].Make, Kind: Invariance, Steps: 1, Others: 1}
	for k, name := range test.names() {
		must.Near(t, unevenness(rankLaw(t, test, y, k)), 0, 1e-12, "%s: off by", name)
	}
}
