package mixture_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/models/mixture"
	"breadboard/chains/particles"
)

var points = []float64{0.4, -1.1, 0.6, 1.5}

// one is a lattice with one value of each hyperparameter.
func one() mixture.Lattice {
	return mixture.At(mixture.Hyper{M: 0.2, R: 0.5, Nu: 1.5, S: 0.4, Alpha: 0.8})
}

// twoAlphas and twoScales have two values of α or s, and one of the others.
func twoAlphas() mixture.Lattice { l := one(); l.Alpha = []float64{0.3, 2}; return l }
func twoScales() mixture.Lattice { l := one(); l.S = []float64{0.2, 1.7}; return l }

// broken says how a filter with P particles breaks the law of a program, "" if it obeys.
func broken(m *mixture.Model, f particles.Sequence[mixture.State], P int) (what string) {
	all, number := m.States(), map[string]int{}
	logp := make([]float64, len(all))
	name := func(x mixture.State) string { return fmt.Sprint(x.Labels(), x.Places) }
	for i, x := range all {
		number[name(x)], logp[i] = i, m.LogJoint(x)
	}
	law := chaintest.AtomsAmong(particles.SMC[mixture.State]{Sequence: f, P: P}, all, chains.Normalized(logp),
		chains.LogSum(logp), func(x mixture.State) int { return number[name(x)] }).Finding()
	if law.OK {
		return ""
	}
	return law.String()
}

func TestFilterObeysTheLaw(t *testing.T) {
	for _, c := range []struct {
		lattice           mixture.Lattice
		points, P, sweeps int
	}{{one(), 3, 1, 0}, {one(), 3, 2, 0}, {twoScales(), 3, 2, 0}, {one(), 3, 1, 1}, {twoAlphas(), 3, 1, 1},
		{twoAlphas(), 2, 2, 1}, {twoScales(), 2, 1, 1}, {twoAlphas(), 2, 1, 2}, {one(), 4, 1, 1}} {
		if c.points == 4 && os.Getenv("BREADBOARD_LONG") == "" {
			continue
		}
		for _, optimal := range []bool{false, true} {
			m := mixture.New(points[:c.points], c.lattice)
			f := mixture.Filter{Model: m, Optimal: optimal, Sweep: mixture.FullSweep, Sweeps: c.sweeps}
			if what := broken(m, f, c.P); what != "" {
				t.Errorf("optimal %v, %d points, %d particles, %d sweeps: %s", optimal, c.points, c.P, c.sweeps, what)
			}
		}
	}
}

// A mismatch runs forward as one filter and back as another.
type mismatch struct {
	mixture.Filter
	back mixture.Filter
}

func (m mismatch) Back(t int, x mixture.State, d chains.Dice) (mixture.State, float64) {
	return m.back.Back(t, x, d)
}

// inOrder makes the moves of a sweep in the order that Back should reverse.
func inOrder(points int) (moves []mixture.Move) {
	moves = mixture.FullSweep(points)
	for i, j := 0, len(moves)-1; i < j; i, j = i+1, j-1 {
		moves[i], moves[j] = moves[j], moves[i]
	}
	return moves
}

func TestBrokenFiltersAreSeen(t *testing.T) {
	for name, c := range map[string]struct {
		lattice mixture.Lattice
		points  int
		bend    func(back *mixture.Filter)
	}{
		"the partition not redrawn in reverse": {one(), 4, func(f *mixture.Filter) { f.Sweep = mixture.HyperSweep }},
		"no sweep in reverse":                  {twoAlphas(), 3, func(f *mixture.Filter) { f.Sweeps = 0 }},
		"the sweep not reversed":               {twoAlphas(), 3, func(f *mixture.Filter) { f.Sweep = inOrder }},
		"the weight of the other proposal":     {one(), 3, func(f *mixture.Filter) { f.Optimal = false }},
	} {
		m := mixture.New(points[:c.points], c.lattice)
		f := mixture.Filter{Model: m, Optimal: true, Sweep: mixture.FullSweep, Sweeps: 1}
		wrong := mismatch{f, f}
		c.bend(&wrong.back)
		if broken(m, wrong, 1) == "" {
			t.Errorf("%s: no law is broken", name)
		}
	}
}

// The Chinese restaurant process prefers one table for three guests to a table for each.
func Example() {
	for _, sizes := range [][]int{{3}, {2, 1}, {1, 1, 1}} {
		fmt.Printf("%v: %.4f\n", sizes, math.Exp(mixture.LogPartition(sizes, 1)))
	}
	// Output:
	// [3]: 0.3333
	// [2 1]: 0.1667
	// [1 1 1]: 0.1667
}
