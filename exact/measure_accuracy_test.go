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

// right asks that the numbers of an annealing have nine digits, or are off by less than
// 1e-12 if they are next to 0.
func right(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	is := truth(t, a)
	for _, c := range []struct {
		name string
		v    float64
		off  float64
	}{
		{"KL(q||p)", g.Final.Forward, is.QP.Off(g.Final.Forward)},
		{"KL(p||q)", g.Final.Reverse, is.PQ.Off(g.Final.Reverse)},
		{"KL(fwd||rev)", g.Paths.Forward, is.Fwd.Off(g.Paths.Forward)},
		{"KL(rev||fwd)", g.Paths.Reverse, is.Rev.Off(g.Paths.Reverse)},
		{"log R", g.LogR, is.LogR.Off(g.LogR)},
	} {
		if !(c.off <= 1e-12+1e-9*math.Abs(c.v)) {
			t.Errorf("%s: %s = %v is off by %g", name, c.name, c.v, c.off)
		}
	}
}

func flat(n int) []float64 { return make([]float64, n) }

// TestRightOfRareCells: a mean along a line leaves what was rounded in its largest
// cell in cells whose p is 1e-33 of that: KL(q||p) is 1e-16 with all of q's digits
// right, and 1e-20 in float64.
func TestRightOfRareCells(t *testing.T) {
	for _, c := range []struct {
		g  grid.Grid
		to []float64
	}{
		{grid.New(3, 2), []float64{
			50.828750049560455, 21.94064079236071,
			-12.539074991773603, -25.183716214141683,
			-15.215180340406196, -17.018972760071904,
		}},
		{grid.New(2, 2), []float64{
			81.42067376014943, 31.745485461789677,
			159.41398759629308, 86.40819251318632,
		}},
	} {
		a := between(flat(len(c.to)), c.to, 2, kernels.GibbsSweep{})
		a.Grid = c.g
		right(t, "means", a)
	}
}

// TestRightOfDeepWalks: where p is below the smallest float in cells that q is in,
// and log f is rounded at a size of a thousand at either end of a step, or by the
// constants of a bridge.
func TestRightOfDeepWalks(t *testing.T) {
	for _, to := range [][]float64{
		{-553.4564671751889, 1143.015922402917},
		{-inf, -553.4564671751889, 1143.015922402917},
		{0, -700, -30, 650},
	} {
		for _, k := range []chains.Kernel{kernels.MultipleTry{Tries: 2}, kernels.Metropolis{}, kernels.HeatBath{}} {
			a := between(flat(len(to)), to, 3, k)
			right(t, "geometric", a)
			if math.IsInf(to[0], -1) { // a mixture has mass there
				continue
			}
			a.Bridge = chains.NewMixture(flat(len(to)), to)
			right(t, fmt.Sprintf("mixture, %T, to %v", k, to), a)
		}
	}
}

// TestRightOfOneJump: of T = 2 the path divergences are a step's, log f rounded at a
// size of 300 and changing by as much.
func TestRightOfOneJump(t *testing.T) {
	to := []float64{0.1, -299.7, -1.3, 250.9, 249.3}
	right(t, "a jump", between(flat(5), to, 2, kernels.Metropolis{}))
}

// TestRightWhereBetasStand: betas that stand still after a step, and a target that
// changes nothing, are no trouble.
func TestRightWhereBetasStand(t *testing.T) {
	betas, err := chains.NewSchedule([]float64{0, 0.25, 0.5, 0.5, 0.5, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range [][]float64{flat(9), {0, 1, 2, 3, 1, 0, 1, 2, 1}, {0, 1e-9, 0, 0, 0, 0, 0, 0, 0}} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}} {
			a := between(flat(9), to, 2, k)
			a.Grid, a.Schedule = grid.New(3, 3), betas
			right(t, fmt.Sprintf("to %v", to), a)
		}
	}
}

// TestRightOfCancellation: between two heavy cells a light one is left for sure, and
// what little comes in is pulled as a difference from what was there.
func TestRightOfCancellation(t *testing.T) {
	from := []float64{17.980414507003914, -inf, -11.539503125629345, 14.568457024620995, -7.9064750736400535}
	to := []float64{22.955170453483763, -inf, 33.402626875206465, 17.57748154432969, 28.51377666045975}
	right(t, "king", between(from, to, 2, kernels.King{}))
}

// TestDeep: masses below the smallest float are not rounded to 0 where they count.
func TestDeep(t *testing.T) {
	res := run(t, between([]float64{0, 0, 0}, []float64{0, -2000, 1}, 4, kernels.Metropolis{}))
	if !(res.J() > 0 && res.B() > 200 && res.B() < inf) {
		t.Errorf("J = %v, B = %v", res.J(), res.B())
	}
	warned(t, res, "b_pairwise is left out")
	if !math.IsNaN(res.Pairwise.Forward) {
		t.Errorf("B again = %v", res.Pairwise)
	}
}

// TestAllButGone: a mass that rounding leaves below 0, in a cell of no account,
// is no NaN. On this target the middle cell is left at once and nobody returns.
func TestAllButGone(t *testing.T) {
	to := []float64{84, -77, -249, -127, -278, 17, 375, -138, -174}
	a := between(flat(9), to, 4, kernels.Metropolis{})
	a.Grid = grid.New(3, 3)
	res := run(t, a)
	want := truth(t, a)
	if apart(res.J(), want.J) > 1e-11 {
		t.Errorf("J = %v, want %.15g", res.J(), want.J.Mid())
	}
	if apart(res.B(), want.B) > 1e-11 {
		t.Errorf("B = %v, want %.15g", res.B(), want.B.Mid())
	}
}

// TestTooLarge: where what is pulled overflows, Measure has what measures come to.
func TestTooLarge(t *testing.T) {
	to := []float64{
		-49.12573158932191, 14.359715017052505,
		2.177573105422592, 40.273566597836066,
		-4.825161707871263, -82.86189456337688,
	}
	a := chains.Annealing{Grid: grid.New(3, 2), Kernel: kernels.GibbsSweep{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: make([]float64, 6), To: to}}
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "J", g.J(), 0.0169912577032903158, 1e-14)
	near(t, "B", g.B(), 53.6072221210682384, 1e-14)
}

// TestSteep: on targets as steep as e^100 from cell to cell B by Eq. (22)-(23) is
// still B, for every catalogued kernel. The probability of staying, 1 less all moves, has
// no digits there, and must not be multiplied by a quotient of laws.
func TestSteep(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, sigma := range []float64{20, 40, 80} {
			rng := rand.New(rand.NewPCG(uint64(sigma), 1))
			for range 12 {
				to := make([]float64, 6)
				for x := range to {
					to[x] = math.Round(sigma * rng.NormFloat64())
				}
				a := chains.Annealing{Grid: grid.New(2, 3), Kernel: k.Make, Schedule: chains.Linear(4),
					Bridge: chains.Geometric{From: make([]float64, 6), To: to}}.Extended()
				res := run(t, a)
				if !math.IsNaN(res.Pairwise.Forward) && !(math.Abs(res.Pairwise.Jeffreys()-res.B()) < 1e-9*res.B()) {
					t.Errorf("%s to %v: B = %.12g, by pairs %.12g", k.Name, to, res.B(), res.Pairwise.Jeffreys())
				}
			}
		}
	}
}
