package protocol

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestVerdict: one gap beyond all sets is enough, on either side.
func TestVerdict(t *testing.T) {
	sets := []Judged{{Gap: 2}, {Gap: 1}, {Gap: 3}}
	for real, fair := range map[float64]bool{0.9: false, 1: true, 2.5: true, 3.1: false} {
		r := Result{Points: []Point{{T: 10, Real: Judged{Gap: 2}, Sets: sets}, {T: 20, Real: Judged{Gap: real}, Sets: sets}}}
		if r.Fair() != fair {
			t.Errorf("with a gap of %g the data are a fair proxy: %v, want %v", real, !fair, fair)
		}
		if p := r.Furthest(); p.T != 20 {
			t.Errorf("with a gap of %g the curves are furthest apart at T = %d, want 20", real, p.T)
		}
	}
}

// tiny is two points in two clusters with two noises: 8 cells.
func tiny() toys.Family {
	return toys.NewFamily([]toys.Hyper{{Name: "noise", Values: []float64{0.5, 1}}}, func(eta []float64) toys.Model {
		return toys.Clustering{N: 2, K: 2, D: 1, Centres: 2, Noise: eta[0]}.Model()
	})
}

// tinyProblem anneals to the posterior of tiny data in three levels.
func tinyProblem(k chains.Kernel) programs.Problem {
	t := tiny().Given([][]float64{{-0.7}, {1.1}})
	return programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: t.Model.Steps[0], To: t.LogF}}.Extended()}
}

// enumerated is E[log w] of reverse runs that start S steps after a cell, along every path of
// the dice. The steps are those of the kernel at a level.
func enumerated(p programs.Problem, cell, S, level int) (sum float64) {
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	p.LevelAt(l, level)
	op.Aim(l)
	logw := 0.0
	for prob := range enumerate.Every(func(d chains.Dice) {
		x := cell
		for range S {
			x = op.Step(x, d)
		}
		logw = programs.AIS{Problem: p}.Reverse(x, d)
	}) {
		sum += prob * logw
	}
	return sum
}

// TestStartsAreEnumerated: the error of E_rev[log w] is that of runs along every path. Runs
// from another cell, and steps of the kernel at a lower beta, are off.
func TestStartsAreEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		p := tinyProblem(k)
		a := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p))(t)
		const cell = 5
		for _, s := range Starts(p.Annealing, p.Grid.Size(), cell, []int{0, 1, 2}) {
			got := a.RevLogW() + s.Error(a)
			if want := enumerated(p, cell, s.S, p.T()); !(math.Abs(got-want) < 1e-12) { // sums of thousands of paths
				t.Errorf("%T, S = %d: E_rev[log w] is %.15g, want %.15g", k, s.S, got, want)
			}
			if off := enumerated(p, cell-4, s.S, p.T()); math.Abs(got-off) < 1e-6 {
				t.Errorf("%T, S = %d: from the wrong eta it is as good as the same, %g", k, s.S, off)
			}
			if off := enumerated(p, cell, s.S, 2); s.S > 0 && math.Abs(got-off) < 1e-6 {
				t.Errorf("%T, S = %d: with steps at a lower beta it is as good as the same, %g", k, s.S, off)
			}
		}
	}
}

// TestStartsOnMoreStates: if the kernel needs a direction, the start draws it and stays in
// its cell.
func TestStartsOnMoreStates(t *testing.T) {
	p := tinyProblem(kernels.Lifted{Turn: 1. / 8})
	cells := tiny().Grid.Size()
	states := p.Grid.Size() / cells
	if states < 2 {
		t.Fatalf("%d states on %d cells", p.Grid.Size(), cells)
	}
	s := Starts(p.Annealing, cells, 6, []int{0})[0]
	if in := floats.Sum(s.Law[6*states : 7*states]); math.Abs(in-1) > 1e-15 {
		t.Errorf("the cell has %g of the mass, want all", in)
	}
	_, target := p.Ends()
	after := Starts(p.Annealing, cells, 6, []int{3000})[0]
	for x, want := range chains.Normalized(target) {
		if math.Abs(after.Law[x]-want) > 1e-10 { // a slow kernel
			t.Errorf("after 3000 steps state %d has %g, want %g", x, after.Law[x], want)
		}
	}
}
