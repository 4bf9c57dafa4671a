package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// stopped returns the annealing that stops at level t of another along a geometric bridge: its target is p_t, and its
// betas are those so far, over the last of them.
func stopped(a chains.Annealing, t int) chains.Annealing {
	bridge := a.Bridge.(chains.Geometric)
	end := make([]float64, a.Grid.Size())
	bridge.At(end, a.Schedule.Beta(t))
	betas := a.Schedule.Betas()[:t]
	for i := range betas {
		betas[i] /= a.Schedule.Beta(t)
	}
	a.Bridge = chains.Geometric{From: bridge.From, To: end}
	a.Schedule = scheduleOf(append(betas[:t-1], 1)...)
	a.SkipLast = false // a kernel is left out at the last level alone
	return a
}

// byLevel returns everything about an annealing, with J and B of each step.
func byLevel(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	return must.Have((exact.Options{ByLevel: true}).Run(t.Context(), a))(t)
}

// stopsHold holds J_t and B_t at some levels to J and B of the annealing that stops there, and to BREAD's theorem at
// all.
func stopsHold(t *testing.T, name string, a chains.Annealing, digits float64, levels ...int) exact.Result {
	t.Helper()
	res := byLevel(t, a)
	for _, level := range levels {
		want, got := run(t, stopped(a, level)), res.Steps[level-2]
		for what, pair := range map[string][2]float64{"J_t": {got.J, want.J()}, "B_t": {got.B, want.B()}} {
			if !(pair[0] == pair[1] || math.Abs(pair[0]-pair[1]) <= digits*pair[1]) {
				t.Errorf("%s, level %d: %s = %v, and %v of the annealing that stops there", name, level, what, pair[0],
					pair[1])
			}
		}
	}
	for _, s := range res.Steps {
		if !(s.J <= s.B*(1+1e-10)+1e-24) {
			t.Errorf("%s, level %d: J_t = %v is above B_t = %v", name, s.T, s.J, s.B)
		}
	}
	if last := res.Steps[len(res.Steps)-1]; last.J != res.J() || last.B != res.B() {
		t.Errorf("%s: the last level has J = %v and B = %v, not those of the result", name, last.J, last.B)
	}
	return res
}

// TestStops: at every level J_t and B_t are J and B of the annealing that stops there, with its own reverse run: of
// kernels that are reversible and not, where the last kernel is left out, around walls, and where
// masses are deep, of which there is no pass.
func TestStops(t *testing.T) {
	barrier := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(40))
	stopsHold(t, "BARRIER", barrier, 1e-12, 2, 5, 20, 39)
	barrier.SkipLast = true
	stopsHold(t, "BARRIER without the last kernel", barrier, 1e-12, 5, 39)
	stopsHold(t, "sweeps", annealing(toys.Easy(3), kernels.GibbsSweep{}, chains.Sigmoid(4, 30)), 1e-11, 3, 15, 29)
	walls := toys.Target{Grid: grid.New(3, 3).WithWalls(4), LogF: []float64{0, 1, 5, -2, -inf, 3, 1, 0, 4}}
	walled := annealing(walls, kernels.Metropolis{}, chains.Linear(20))
	stopsHold(t, "walls", walled, 1e-12, 5, 19)
	open := walled
	open.Bridge = chains.Geometric{From: flat(9), To: walls.LogF}
	if res := stopsHold(t, "a wall of the target alone", open, 1e-12, 5, 19); !math.IsInf(res.Steps[0].B, 1) {
		t.Errorf("a forward run begins on a wall, and B_2 is %v", res.Steps[0].B)
	}
	deep := toys.Target{Grid: grid.New(2, 3), LogF: []float64{0, -900, 3, -1500, -2, 40}}
	stopsHold(t, "deep", annealing(deep, kernels.GibbsSweep{}, chains.Linear(12)), 1e-11, 2, 4, 9, 11)
	level := toys.Target{Grid: grid.New(3), LogF: []float64{0, 1e-10, 3e-10}}
	stopsHold(t, "nearly level", annealing(level, kernels.Metropolis{}, chains.Linear(9)), 1e-9, 2, 5, 8)
	away := annealing(deep, kernels.Identity{}, chains.Linear(100))
	away.Bridge = chains.Geometric{From: deep.LogF, To: flat(6)}
	stopsHold(t, "away from the deep", away, 1e-11, 2, 50, 99)
}

// TestStopsOfMixtures: along a mixture from or to an end with fewer cells B_t is infinite at the levels from which a
// run may reach a cell that the other chain cannot, and no others.
func TestStopsOfMixtures(t *testing.T) {
	fewer := []float64{0, 1, -inf}
	for name, ends := range map[string][2][]float64{"gains a cell": {fewer, {0, 1, 2}}, "loses one": {{0, 1, 2}, fewer},
		"gains a rare cell": {fewer, {0, 1, -400}}} {
		a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(5),
			Bridge: chains.NewQPath(ends[0], ends[1], 0)}
		for _, s := range byLevel(t, a).Steps {
			if infinite := name != "loses one" || s.T == 5; math.IsInf(s.B, 1) != infinite || !(s.J <= s.B) {
				t.Errorf("%s: at level %d J_t is %v and B_t %v", name, s.T, s.J, s.B)
			}
		}
	}
}
