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
	must.Do(t, w.see(t.Context(), y, 0))
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

// unevenness is how far a law is from the uniform one.
func unevenness(law []float64) (off float64) {
	for _, p := range law {
		off = max(off, math.Abs(p-1/float64(len(law))))
	}
	return off
}

// twoPoints has four cells, of which two are equally likely whatever the data: its ranks have ties.
var twoPoints = toys.NewClustering(2, 2).Model()

// TestRanksAreUniform: of right kernels every rank is exactly equally likely, given any data, although values are
// equal. SBC asks for independent draws, and invariance for a reversal, of kernels with a direction too. Those of
// wrong kernels are not.
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
		{"a sweep, backwards by its reversal", catalogued("cycle"), Invariance, 1, true},
		{"a kernel that never moves", kernels.Identity{}, Invariance, 1, true},
		{"a kernel that never moves", kernels.Identity{}, SBC, 1, false},
		{"a chain that has not forgotten its start", kernels.Metropolis{}, SBC, 1, false},
		{"an inverted acceptance", bugs.Inverted, Invariance, 1, false},
		{"an inverted acceptance", bugs.Inverted, SBC, 2, false},
		{"a sweep that is not reversed", sweep, Invariance, 1, false},
	} {
		test := Test{Model: twoPoints, Kernel: c.k, Kind: c.kind, Steps: c.steps, Others: 2}
		worst := 0.0
		for k := range test.names() {
			worst = max(worst, unevenness(rankLaw(t, test, y, k)))
		}
		if (worst < 1e-12) != c.even {
			t.Errorf("%s, %s: ranks are off by %g", c.name, c.kind, worst)
		}
	}
}

// catalogued is a kernel by its name.
func catalogued(name string) chains.Kernel {
	at := slices.IndexFunc(kernels.Catalogue, func(e chains.Entry[chains.Kernel]) bool { return e.Name == name })
	return kernels.Catalogue[at].Make
}

// TestPairStep: of a kernel whose states are pairs, the second drawn before a step and forgotten, the flow from
// cell to cell is that of its reversal the other way, and both leave the posterior as it is.
func TestPairStep(t *testing.T) {
	m := toys.NewLowRank(2, 1, 1).Model()
	w := newWalker(Test{Model: m, Kernel: catalogued("stretch")}, m.Prior())
	must.Do(t, w.see(t.Context(), m.Simulated(3).Model.Data, 0))
	p := chains.Normalized(w.joint)
	flows := [2]map[[2]int]float64{{}, {}}
	after := make([]float64, len(w.joint))
	for x, mass := range p {
		for i, back := range []bool{false, true} {
			for y, q := range enumerate.Law(func(d chains.Dice) int {
				return must.Have(w.step(t.Context(), x, back, d))(t)
			}) {
				flows[i][[2]int{x, y}] += mass * q
				if !back {
					after[y] += mass * q
				}
			}
		}
	}
	for x := range p {
		must.Near(t, after[x], p[x], 1e-12, "the mass of cell %d after a step", x)
		for y := range p {
			must.Near(t, flows[1][[2]int{y, x}], flows[0][[2]int{x, y}], 1e-12,
				"the flow of the reversal from %d to %d", y, x)
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
	for kind, aims := range map[Kind]int{Joint: draws * steps, SBC: draws, Invariance: draws} {
		m := &exactly{dice: sample.Seeded(5)}
		told := 0
		r := must.Have(Test{Model: twoPoints, Mover: m, Kind: kind, Steps: steps, Others: 3,
			Draws: draws}.Run(t.Context(),
			func(done, total int) { told = done }))(t)
		w := r.Worst()
		if !r.OK() || m.aims != aims || told != draws {
			t.Errorf("%s: %s has p = %v; aimed %d times, want %d; told of %d draws", kind, w.Name,
				w.P, m.aims, aims, told)
		}
	}
}
