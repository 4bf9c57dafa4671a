package protocol

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestCompare: J of the assignments is at most that of the whole state, and in the collapsed
// form the same; that form's numbers are exact.Measure's; and a density costs it five times
// as many terms.
func TestCompare(t *testing.T) {
	r := toys.Representation{Clustering: toys.Clustering{N: 4, K: 2, D: 1, Centres: 2, Noise: 0.5}, Values: 5}
	s := experiments.Setting{Kernel: "metropolis"}
	c := must.Have(Compare(t.Context(), r, s, 1, []int{10, 40}, nil))(t)
	whole, collapsed := c.Forms[0], c.Forms[1]
	target := collapsed.Model.Given(whole.Model.Simulated(1).Model.Data)
	// the law of the assignments, which are the last four coordinates, from that of all
	all := whole.Model.Given(whole.Model.Simulated(1).Model.Data)
	r10 := must.Have(exact.Run(t.Context(), chains.Annealing{Grid: all.Grid, Schedule: chains.Linear(10),
		Bridge: chains.Geometric{From: all.Model.Steps[0], To: all.LogF}, Kernel: kernels.Metropolis{}}))(t)
	q, p := make([]float64, target.Grid.Size()), make([]float64, target.Grid.Size())
	for x := range r10.Q {
		z := target.Grid.Index(all.Grid.Coords(x)[all.Grid.Axes()-4:]...)
		q[z], p[z] = q[z]+r10.Q[x], p[z]+r10.P[x]
	}
	if want := exact.Between(q, p).Jeffreys(); math.Abs(whole.Runs[0].Assignments-want) > 1e-10*want {
		t.Errorf("uncollapsed: J(z) is %g, want %g", whole.Runs[0].Assignments, want)
	}
	for i, T := range []int{10, 40} {
		if w := whole.Runs[i]; !(w.Assignments < w.J && w.J <= w.B) {
			t.Errorf("uncollapsed, T = %d: J(z) %g, J %g and B %g do not rise", T, w.Assignments, w.J, w.B)
		}
		gap, err := exact.Measure(t.Context(), chains.Annealing{Grid: target.Grid, Schedule: chains.Linear(T),
			Bridge: chains.Geometric{From: target.Model.Steps[0], To: target.LogF}, Kernel: kernels.Metropolis{}})
		must.Do(t, err)
		got := collapsed.Runs[i]
		if math.Abs(got.Assignments-gap.J()) > 1e-10*gap.J() {
			t.Errorf("collapsed, T = %d: J(z) is %g, want %g", T, got.Assignments, gap.J())
		}
		if got.B != gap.B() {
			t.Errorf("collapsed, T = %d: B is %g, want %g", T, got.B, gap.B())
		}
		if got.Cost != 5*whole.Runs[i].Cost { // metropolis computes one density a step in both
			t.Errorf("T = %d: %g terms collapsed and %g uncollapsed, want 5 times as many", T, got.Cost, whole.Runs[i].Cost)
		}
	}
}

// TestBetter: two curves that cross once, twice as dear for the second form.
func TestBetter(t *testing.T) {
	run := func(T, J, cost float64) Formed { return Formed{T: int(T), Assignments: J, Cost: cost} }
	c := Comparison{Forms: [2]Form{
		{Name: Uncollapsed, Runs: []Formed{run(10, 1, 10), run(1000, 0.01, 1000)}},      // 10/T
		{Name: Collapsed, Runs: []Formed{run(10, 0.5, 100), run(1000, 0.00005, 10000)}}, // 50/T²
	}}
	measure := func(r Formed) float64 { return r.Assignments }
	steps := c.Better(func(r Formed) float64 { return float64(r.T) }, measure)
	if steps.First != Collapsed || len(steps.Crossings) != 0 {
		t.Errorf("at equal steps %v, want collapsed throughout", steps)
	}
	// at equal cost c: 10/c and 50/(c/10)², equal at c = 500
	cost := c.Better(func(r Formed) float64 { return r.Cost }, measure)
	if cost.First != Uncollapsed || !slices.EqualFunc(cost.Crossings, []float64{500},
		func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("at equal cost %v, want uncollapsed, and collapsed from 500 on", cost)
	}
}
