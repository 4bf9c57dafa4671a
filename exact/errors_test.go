package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// kept asks that no number of an annealing is further off than it says, and returns
// what was measured.
func kept(t *testing.T, name string, a chains.Annealing) exact.Gap {
	t.Helper()
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	is := truth(t, a)
	for _, c := range []struct {
		name   string
		v, err float64
		off    float64
	}{
		{"KL(q||p)", g.Final.Forward, g.FinalErr.Forward, is.QP.Off(g.Final.Forward)},
		{"KL(p||q)", g.Final.Reverse, g.FinalErr.Reverse, is.PQ.Off(g.Final.Reverse)},
		{"KL(fwd||rev)", g.Paths.Forward, g.PathsErr.Forward, is.Fwd.Off(g.Paths.Forward)},
		{"KL(rev||fwd)", g.Paths.Reverse, g.PathsErr.Reverse, is.Rev.Off(g.Paths.Reverse)},
		{"log R", g.LogR, g.LogRErr, is.LogR.Off(g.LogR)},
	} {
		if !(c.off <= c.err) {
			t.Errorf("%s: %s = %v is off by %g and says %g", name, c.name, c.v, c.off, c.err)
		}
	}
	return g
}

func flat(n int) []float64 { return make([]float64, n) }

// TestErrorsOfRareCells: a mean along a line leaves what was rounded in its largest
// cell in cells whose p is 1e-33 of that: KL(q||p) is 1e-16 with all of q's digits
// right, and 1e-20 in float64.
func TestErrorsOfRareCells(t *testing.T) {
	for _, c := range []struct {
		g  grid.Grid
		to []float64
	}{
		{grid.New(3, 2), []float64{50.828750049560455, 21.94064079236071, -12.539074991773603, -25.183716214141683, -15.215180340406196, -17.018972760071904}},
		{grid.New(2, 2), []float64{81.42067376014943, 31.745485461789677, 159.41398759629308, 86.40819251318632}},
	} {
		a := chains.Annealing{Grid: c.g, Kernel: kernels.GibbsSweep{}, Schedule: chains.Linear(2), Bridge: chains.Geometric{From: flat(len(c.to)), To: c.to}}
		if g := kept(t, "means", a); g.JErr() > 1e-10 {
			t.Errorf("J = %v says %g", g.J(), g.JErr())
		}
	}
}

// TestErrorsOfDeepWalks: where p is below the smallest float in cells that q is in,
// and log f is rounded at a size of a thousand at either end of a step, or by the
// constants of a bridge.
func TestErrorsOfDeepWalks(t *testing.T) {
	for _, to := range [][]float64{{-553.4564671751889, 1143.015922402917}, {-inf, -553.4564671751889, 1143.015922402917}, {0, -700, -30, 650}} {
		for _, k := range []chains.Kernel{kernels.MultipleTry{Tries: 2}, kernels.Metropolis{}, kernels.HeatBath{}} {
			a := between(flat(len(to)), to, 3, k)
			kept(t, "geometric", a)
			if math.IsInf(to[0], -1) { // a mixture has mass there
				continue
			}
			a.Bridge = chains.NewMixture(flat(len(to)), to)
			if g := kept(t, "mixture", a); g.JErr() > 1e-6*max(g.J(), 1) {
				t.Errorf("%T, to %v: J = %v says %g", k, to, g.J(), g.JErr())
			}
		}
	}
}

// TestErrorsOfOneLeap: of T = 2 the path divergences are a step's, log f rounded at a
// size of 300 and changing by as much.
func TestErrorsOfOneLeap(t *testing.T) {
	to := []float64{0.1, -299.7, -1.3, 250.9, 249.3}
	for _, bridge := range []chains.Bridge{chains.Geometric{From: flat(5), To: to}, oneWay{chains.Geometric{From: flat(5), To: to}}} {
		a := between(flat(5), to, 2, kernels.Metropolis{})
		a.Bridge = bridge
		if _, ok := bridge.(oneWay); !ok {
			kept(t, "a leap", a)
		}
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		// each cell's rise is as large as log f, and so is that of log Z
		if least := 300 * 250 * 0x1p-53 / 5; !(g.PathsErr.Forward >= least) {
			t.Errorf("%T: KL(fwd||rev) says %g, and each rise is good to %g", bridge, g.PathsErr.Forward, least)
		}
	}
}

// TestErrorsOfLogR: a log Z is rounded at its own size, and so is the difference of two:
// at one end alone, and at both where little is left of them.
func TestErrorsOfLogR(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 5))
	end := func(top float64) []float64 { return []float64{-top, top + dice.Float64(), top + dice.Float64()} }
	for _, tops := range [][2]float64{{0, 1024}, {1024, 0}, {1024, 1024}} {
		for range 20 {
			a := between(end(tops[0]), end(tops[1]), 2, kernels.Perfect{})
			kept(t, fmt.Sprint("log Z near ", tops), a)
		}
	}
}

// TestErrorsWhereBetasStand: betas that stand still after a step, and a target that
// changes nothing, have errors that are numbers.
func TestErrorsWhereBetasStand(t *testing.T) {
	betas, err := chains.NewSchedule([]float64{0, 0.25, 0.5, 0.5, 0.5, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range [][]float64{flat(9), {0, 1, 2, 3, 1, 0, 1, 2, 1}, {0, 1e-9, 0, 0, 0, 0, 0, 0, 0}} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}} {
			a := chains.Annealing{Grid: grid.New(3, 3), Kernel: k, Schedule: betas, Bridge: chains.Geometric{From: flat(9), To: to}}
			g, err := exact.Measure(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsNaN(g.JErr()) || math.IsNaN(g.BErr()) || g.JErr() > 1e-12 || g.BErr() > 1e-12 {
				t.Errorf("to %v: J = %v ± %v, B = %v ± %v", to, g.J(), g.JErr(), g.B(), g.BErr())
			}
		}
	}
}

// TestErrorsOfCancellation: between two heavy cells a light one is left for sure, and
// what little comes in is pulled as a difference from what was there.
func TestErrorsOfCancellation(t *testing.T) {
	from := []float64{17.980414507003914, -inf, -11.539503125629345, 14.568457024620995, -7.9064750736400535}
	to := []float64{22.955170453483763, -inf, 33.402626875206465, 17.57748154432969, 28.51377666045975}
	kept(t, "king", between(from, to, 2, kernels.King{}))
}
