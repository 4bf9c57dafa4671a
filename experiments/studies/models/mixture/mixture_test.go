package mixture_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/particles"
	"breadboard/experiments/studies/models/mixture"
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
