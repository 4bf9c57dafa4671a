package kernels_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestPushLaw: PushLaw makes the same of a law as the rows do, cell by cell and
// relative to each: of laws of masses from 1e-200 to 1, on densities with and without
// walls, of a level that has its masses at hand and of one that has not.
func TestPushLaw(t *testing.T) {
	for _, e := range kernels.Catalogue {
		t.Run(e.Name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { pushesLaw(t, e.Make) }) })
	}
}

// drawnDensity draws log f on g, with some cells without mass if walled.
func drawnDensity(t *rapid.T, g grid.Grid, walled bool) []float64 {
	var logf []float64
	for range g.Size() {
		v := rapid.Float64Range(-9, 3).Draw(t, "log f")
		if walled && rapid.IntRange(0, 4).Draw(t, "wall") == 0 {
			v = math.Inf(-1)
		}
		logf = append(logf, v)
	}
	logf[0] = 0
	return logf
}

func pushesLaw(t *rapid.T, k chains.Kernel) {
	g := grid.New(rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	walled := rapid.Bool().Draw(t, "walled")
	logf := drawnDensity(t, g, walled)
	wide, bridge := chains.Extend(k, g, chains.Geometric{From: logf, To: logf})
	l := chains.NewLevel(bridge, wide.Size())
	l.Move(1, 1)
	q := make([]float64, wide.Size())
	for x, v := range l.LogF() {
		if !math.IsInf(v, -1) || !walled {
			q[x] = math.Exp(rapid.Float64Range(-460, 0).Draw(t, "log q"))
		}
	}
	if !walled && rapid.Bool().Draw(t, "masses at hand") {
		l.P = make([]float64, wide.Size())
		for x, v := range l.LogF() {
			l.P[x] = math.Exp(v)
		}
	}
	op := k.On(wide)
	op.Aim(l)
	got, want := make([]float64, len(q)), make([]float64, len(q))
	chains.PushLaw(op, got, q)
	for x, mass := range q {
		stay := 1.0
		op.Row(x, func(y int, p float64) { want[y], stay = want[y]+mass*p, stay-p })
		want[x] += mass * max(stay, 0) // good to 1e-15 of mass alone
	}
	for y := range want {
		if math.Abs(got[y]-want[y]) > 1e-12*want[y]+1e-14*q[y] {
			t.Errorf("cell %d: %g, by the rows %g", y, got[y], want[y])
		}
	}
}

// TestPushLawOfWhatLeaves: of a cell that everything leaves nothing is left, where
// Push leaves a rounding; and of one that almost everything leaves the rest has its
// digits.
func TestPushLawOfWhatLeaves(t *testing.T) {
	g := grid.New(3, 3)
	for _, depth := range []float64{math.Inf(-1), -3, -41, -500} {
		logf := []float64{0, 0, 0, 0, depth, 0, 0, 0, 0}
		for name, want := range map[string]struct {
			kernel chains.Kernel
			stay   float64
		}{
			"metropolis":   {kernels.Metropolis{}, 0},
			"barker":       {kernels.Barker{}, math.Exp(depth) / (1 + math.Exp(depth))},
			"king":         {kernels.King{}, 0},
			"independence": {kernels.Independence{}, 1. / 9},
			"cycle":        {kernels.Cycle{Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Identity{}}}, 0},
			"lazy":         {kernels.Lazy{A: 0.25, Kernel: kernels.Metropolis{}}, 0.25},
			"rows":         {kernels.Rows{To: leaveTheCentre(1, 2, 3, 4, 5, 6, 7, 8)}, 0}, // -3e-17 is left of 1
			"rows again":   {kernels.Rows{To: leaveTheCentre(8, 7, 6, 5, 4, 3, 2, 1)}, 0}, // and 8e-17 here
		} {
			t.Run(fmt.Sprint(name, depth), func(t *testing.T) {
				op, l := want.kernel.On(g), chains.NewLevel(chains.Geometric{From: logf, To: logf}, 9)
				l.Move(1, 1)
				op.Aim(l)
				q, dst := make([]float64, 9), make([]float64, 9)
				q[4] = 0.05321
				chains.PushLaw(op, dst, q)
				if math.Abs(dst[4]-want.stay*q[4]) > 1e-14*want.stay*q[4] {
					t.Errorf("%g is left in the centre, of %g", dst[4]/q[4], want.stay)
				}
			})
		}
	}
}

// leaveTheCentre moves from the centre of nine cells to all others with probabilities of
// so many 36ths, whose sum is 1 up to rounding.
func leaveTheCentre(parts ...int) func(_ grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
	return func(_ grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
		if x == 4 {
			for i, y := range []int{0, 1, 2, 3, 5, 6, 7, 8} {
				visit(y, float64(parts[i])/36)
			}
		}
	}
}
