package geweke

import (
	"context"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/toys"
)

// rankLaw is the law of the rank by statistic k, given data: x is drawn from its posterior, and all else by the code
// that draws, with enumerating dice.
func rankLaw(t *testing.T, test Test, y [][]float64, k int) []float64 {
	t.Helper()
	w := newWalker(test, test.Model.Prior())
	law := make([]float64, test.Others+1)
	w.Model.LogJoint(w.joint, w.prior, y)
	for x, p := range chains.Normalized(w.joint) {
		for rank, q := range enumerate.Law(func(d chains.Dice) float64 {
			_, ranks, err := w.rank(t.Context(), x, d)
			return must.Have(ranks, err)(t)[k]
		}) {
			law[int(rank)] += p * q
		}
	}
	return law
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

// TestRanksAreUniform: of right kernels every rank is exactly equally likely by
// independent draws, given any data, although values are equal. Those of wrong kernels are not, nor those of slow ones.
func TestRanksAreUniform(t *testing.T) {
	y := twoPoints.Simulated(3).Model.Data
	for _, c := range []struct {
		name  string
		k     chains.Kernel
		steps int
		even  bool
	}{
		{"exact draws", kernels.Perfect{}, 1, true},
		{"a kernel that never moves", kernels.Identity{}, 1, false},
		{"a chain that has not forgotten its start", kernels.Metropolis{}, 1, false},
		{"an inverted acceptance", bugs.Inverted, 2, false},
	} {
		test := Test{Model: twoPoints, Kernel: c.k, Kind: SBC, Steps: c.steps, Others: 2}
		worst := 0.0
		names, _ := newWalker(test, test.Model.Prior()).statistics(0, nil)
		for k := range names {
			worst = max(worst, unevenness(rankLaw(t, test, y, k)))
		}
		if (worst < 1e-12) != c.even {
			t.Errorf("%s: ranks are off by %g", c.name, worst)
		}
	}
}

// exactly is a program that draws exactly what it was aimed at.
type exactly struct {
	dice chains.Dice
	logf []float64
	aims int
}

func (m *exactly) Aim(_ context.Context, _ float64, logf []float64) error {
	m.logf, m.aims = slices.Clone(logf), m.aims+1
	return nil
}

func (m *exactly) Move(_ context.Context, next, states []int) error {
	for i := range states {
		next[i] = m.dice.Pick(chains.Normalized(m.logf))
	}
	return nil
}

// TestMover: a program that draws from what it is told is not accused, and it is told of new data whenever there are.
func TestMover(t *testing.T) {
	const draws, steps = 300, 3
	for kind, aims := range map[Kind]int{Joint: draws * steps, SBC: draws * 3} {
		m := &exactly{dice: sample.Seeded(5)}
		r := must.Have(Test{Model: twoPoints, Mover: m, Kind: kind, Steps: steps, Others: 3,
			Draws: draws}.Run(t.Context(), nil))(t)
		w := r.Worst()
		if !r.OK() || m.aims != aims {
			t.Errorf("%s: %s has p = %v; aimed %d times, want %d", kind, w.Name, w.P, m.aims, aims)
		}
	}
}
