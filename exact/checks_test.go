package exact_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// TestMassOnAWall: where the initial density has mass that the target has not,
// log w is -inf with that probability, so E_fwd[log w] is -inf and B infinite.
// The reverse chain never goes there; w still has mean Z_T/Z_1, and 1/w misses
// the paths that start in the wall.
func TestMassOnAWall(t *testing.T) {
	for _, k := range kernels.Catalogue {
		a := between([]float64{0, 0, 0, 0}, []float64{0, 1, -inf, 2}, 6, k.Make)
		if a.Grid.Axes() > 1 { // two walkers have more to lose, and a direction is a coordinate
			continue
		}
		res := run(t, a)
		endless(t, k.Name+": B", res.B(), true)
		endless(t, k.Name+": -E_fwd[log w]", -res.FwdLogW(), true)
		endless(t, k.Name+": B by pairs", res.Pairwise.Jeffreys(), true)
		endless(t, k.Name+": E_rev[log w]", res.RevLogW(), false)
		if math.IsNaN(res.J()) {
			t.Errorf("%s: J is not a number", k.Name)
		}
		near(t, k.Name+": mean w", res.MeanW, 1, 1e-14)
		near(t, k.Name+": mean 1/w", res.MeanInvW, 0.75, 1e-14)
		warned(t, res, "mass 0.25 where the target has none, first in cell [2]")
		if res.Defect > 1e-12 {
			t.Errorf("%s: defect %v: %v", k.Name, res.Defect, res.Checks)
		}
	}
	// a walker that never moves stays in the wall, and J is infinite as well
	res := run(t, between([]float64{0, 0, 0, 0}, []float64{0, 1, -inf, 2}, 6, kernels.Identity{}))
	endless(t, "J", res.J(), true)
	warned(t, res, "kl_q_p and J are infinite: q(x_T) has mass 0.25 in cell [2]")
}

// TestMassFromNowhere: the target has mass where the initial density has none.
func TestMassFromNowhere(t *testing.T) {
	res := run(t, between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{}))
	endless(t, "B", res.B(), true)
	endless(t, "E_rev[log w]", res.RevLogW(), true)
	endless(t, "E_fwd[log w]", res.FwdLogW(), false)
	if !(res.J() > 0 && res.J() < inf) { // the last kernel enters the cell
		t.Errorf("J = %v", res.J())
	}
	warned(t, res, "where the initial density has none, first in cell [1]")

	a := between([]float64{0, -inf, 0}, []float64{0, 1, 2}, 5, kernels.Metropolis{})
	a.SkipLast = true
	res = run(t, a)
	endless(t, "J without the last kernel", res.J(), true)
	warned(t, res, "kl_p_q and J are infinite")
}

// TestNoCommonCell: a level without mass is refused.
func TestNoCommonCell(t *testing.T) {
	_, err := exact.Run(t.Context(), between([]float64{0, -inf}, []float64{-inf, 0}, 5, kernels.Metropolis{}))
	if err == nil || !strings.Contains(err.Error(), "no cell has any mass") {
		t.Errorf("error %v, want that no cell has any mass", err)
	}
}

// TestNegligible: the two B of a nearly flat target, of size 6e-15 over 20 levels,
// are compared relative to themselves and are 5% apart where the kernel leaks; at
// 6e-19 they are rounding, and nothing is accused.
func TestNegligible(t *testing.T) {
	for scale, apart := range map[float64]bool{1e-7: true, 1e-9: false} {
		target := toys.Easy(1)
		for x := range target.LogF {
			target.LogF[x] *= scale
		}
		res := run(t, annealing(target, leaky(scale), chains.Linear(20)))
		if b := res.B() / (scale * scale); !(b > 0.5 && b < 0.7) {
			t.Errorf("B = %v for a target of size %g", res.B(), scale)
		}
		if apart && !(res.Defect > 0.01) {
			t.Errorf("B = %v: defect %v, want over 0.01, of %v", res.B(), res.Defect, res.Checks)
		}
		if !apart && res.Defect > 1e-3 {
			t.Errorf("B = %v: defect %v, want at most 1e-3, of %v", res.B(), res.Defect, res.Checks)
		}
	}
}

// TestNaN: a kernel that gives a probability that is not a number is an error,
// not a result.
func TestNaN(t *testing.T) {
	careless := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for y := range g.Size() {
			if y != x { // exp(-Inf - -Inf) between two walls
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(g.Size()))
			}
		}
	}}
	a := between([]float64{0, 0, 0, 0}, []float64{1, -inf, -inf, 0}, 6, careless)
	for _, from := range [][]float64{{0, 0, 0, 0}, {0, -inf, -inf, 0}} {
		a.Bridge = chains.Geometric{From: from, To: []float64{1, -inf, -inf, 0}}
		res, errRun := exact.Run(t.Context(), a)
		g, errMeasure := exact.Measure(t.Context(), a)
		for _, c := range []struct {
			name string
			err  error
			v    float64
		}{
			{"J", errRun, res.J()},
			{"B", errRun, res.B()},
			{"J, measured,", errMeasure, g.J()},
			{"B, measured,", errMeasure, g.B()},
		} {
			if c.err == nil && math.IsNaN(c.v) {
				t.Errorf("from %v: %s is NaN and no error", from, c.name)
			}
		}
	}
	a = between(flat(4), []float64{1, -inf, -inf, 0}, 6, careless)
	if _, err := exact.Run(t.Context(), a); err == nil {
		t.Error("mass between walls is no error")
	}
}

// TestNoRoomForPairs: a step of too many moves is not summed over pairs, and
// everything else is as ever.
func TestNoRoomForPairs(t *testing.T) {
	const n = 1300
	res := run(t, between(flat(n), waves(n), 3, kernels.Independence{}))
	warned(t, res, "b_pairwise is left out: it would take more than 64 MB")
	if !math.IsNaN(res.Pairwise.Forward) {
		t.Errorf("KL(fwd||rev) by pairs is %v, want NaN", res.Pairwise.Forward)
	}
	near(t, "E[w]", res.MeanW, 1, 1e-12)
	if !(res.Defect < 1e-9) {
		t.Errorf("the defect is %g, want less than 1e-9", res.Defect)
	}
}
