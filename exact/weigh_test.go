package exact_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// By the last cell a run has the J and B of Measure to the last bit, and F and G add up to B.
func TestByLastCell(t *testing.T) {
	for _, kernel := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, T := range []int{2, 3, 40} {
			a := annealing(toys.Barrier(), kernel, chains.Sigmoid(3, T))
			a.SkipLast = T == 3
			weighAddsUp(t, fmt.Sprintf("%T, T = %d", kernel, T), a)
		}
	}
	mixture := annealing(toys.Easy(3), kernels.Metropolis{}, chains.Linear(20))
	first, last := mixture.Ends()
	mixture.Bridge = chains.NewMixture(first, last)
	weighAddsUp(t, "a mixture", mixture)
	wide := between(flat(exact.MostChecked), waves(exact.MostChecked), 4, kernels.Metropolis{})
	weighAddsUp(t, "a large space", wide)
}

func weighAddsUp(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	w := must.Have(exact.Options{ByLastCell: true}.Run(t.Context(), a))(t)
	gap := measured(t, a)
	if w.Final != gap.Final {
		t.Errorf("%s: J's parts are %v, want %v", name, w.Final, gap.Final)
	}
	if w.Paths != gap.Paths {
		t.Errorf("%s: B's parts are %v, want %v", name, w.Paths, gap.Paths)
	}
	// T sums of n cells, each of some nats
	if sum := -floats.Sum(w.F); math.Abs(sum-w.Paths.Forward) > 1e-11*max(1, w.Paths.Forward) {
		t.Errorf("%s: the sum of F is %v, want %v", name, -sum, -w.Paths.Forward)
	}
	must.Near(t, floats.Dot(w.P, w.G), w.Paths.Reverse, 1e-11*max(1, w.Paths.Reverse), "%s: the mean of G", name)
	if math.IsNaN(w.FwdLaw.Variance) || math.IsNaN(w.RevLaw.Variance) {
		t.Errorf("%s: the variances of log w are %v and %v", name, w.FwdLaw.Variance, w.RevLaw.Variance)
	}
}

// On ends whose masses are below any float, of which one leaves a cell without mass, E_rev[1/w] R is
// the mass of p_1 where the target has some, and E_fwd[w]/R that of p_T where p_1 has some, if
// nothing moves.
func TestByLastCellOfDeepEnds(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct {
		from, to        []float64
		meanW, meanInvW float64
	}{
		{[]float64{0, -350, -700, -800}, []float64{-900, -1, 0, inf}, 1, 1},
		{[]float64{0, -350, -800, 0}, []float64{-900, -1, 0, inf}, 1, 0.5},
		{[]float64{0, -400, -1, -2}, []float64{-400, -1, 0, inf}, 1, (1 + 1/math.E) / (1 + 1/math.E + 1/math.E/math.E)},
		{[]float64{0, -400, -1, inf}, []float64{-400, -1, 0, -2}, (1 + math.E) / (1 + math.E + 1/math.E), 1},
		{[]float64{0, -350, -800, inf}, []float64{-900, -1, 0, -1}, (1 + math.E) / (2 + math.E), 1},
	} {
		for _, last := range []bool{false, true} {
			a := chains.Annealing{Grid: grid.New(2, 2), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
				Bridge: chains.Geometric{From: c.from, To: c.to}, SkipLast: last}
			w := must.Have(exact.Options{ByLastCell: true}.Run(t.Context(), a))(t)
			if !(math.Abs(w.MeanW-c.meanW) < 1e-13) { // e^400 has 400 roundings
				t.Errorf("from %v to %v: E_fwd[w]/R is %v, and %v is right", c.from, c.to, w.MeanW, c.meanW)
			}
			if !(math.Abs(w.MeanInvW-c.meanInvW) < 1e-13) { // e^400 has 400 roundings
				t.Errorf("from %v to %v: R E_rev[1/w] is %v, and %v is right", c.from, c.to, w.MeanInvW, c.meanInvW)
			}
		}
	}
}

// Unchecked, Run finds the same J and B to the last bit, and its other numbers up to the
// rounding of T sums: 1e-10 of their size.
func TestUncheckedIsRun(t *testing.T) {
	for _, kernel := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, T := range []int{2, 40} {
			a := annealing(toys.Hard(4), kernel, chains.Sigmoid(3, T))
			a.SkipLast = T == 40
			uncheckedIsRun(t, fmt.Sprintf("%T, T = %d", kernel, T), a)
		}
	}
	for _, bridge := range chains.Bridges {
		a := annealing(toys.Easy(5), kernels.GibbsSweep{}, chains.Linear(60))
		a.Bridge = bridge.Make.Of(0.5, flat(49), toys.Easy(5).LogF)
		uncheckedIsRun(t, bridge.Name, a)
	}
}

// uncheckedIsRun compares the two runs of one annealing.
func uncheckedIsRun(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	got, want := unchecked(t, a), run(t, a)
	if got.Final != want.Final || got.Paths != want.Paths || got.LogR != want.LogR {
		t.Errorf("%s: J is %v, B %v, log R %v, want %v, %v and %v", name, got.Final, got.Paths, got.LogR, want.Final,
			want.Paths, want.LogR)
	}
	if len(got.Warnings) != len(want.Warnings) {
		t.Errorf("%s: warnings %q, want %q", name, got.Warnings, want.Warnings)
	}
	for of, x := range map[string][2]float64{"ess": {got.ESS, want.ESS}, "mean": {got.FwdLaw.Mean, want.FwdLaw.Mean},
		"variance": {got.FwdLaw.Variance, want.FwdLaw.Variance}, "skewness": {got.FwdLaw.Skewness,
			want.FwdLaw.Skewness},
		"reverse variance": {got.RevLaw.Variance, want.RevLaw.Variance},
		"reverse skewness": {got.RevLaw.Skewness, want.RevLaw.Skewness}} {
		none := math.IsNaN(x[0]) && math.IsNaN(x[1])
		if !none && !(math.Abs(x[0]-x[1]) <= 1e-10*math.Max(1, math.Abs(x[1]))) {
			t.Errorf("%s: %s is %v, want %v", name, of, x[0], x[1])
		}
	}
}

// If E[w²] rests on paths as rare as a rounding the pass still has it, by both chains.
func TestUncheckedOfRare(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		a := between([]float64{0, 400, 1, 1}, []float64{0, 0, 400, 5}, 10, k)
		got, want := unchecked(t, a), run(t, a)
		must.Near(t, got.ESS, want.ESS, 1e-9*want.ESS, "%T: ess", k)
		if want.ESS == 0 {
			t.Errorf("%T: ess is 0", k)
		}
	}
}

// TestESSBeyondFloats: a chain that never moves has E[ŵ²] = Σ p_T²/p_1, over 1e300 and
// past the scale that keeps second moments floats; its ESS is the inverse.
func TestESSBeyondFloats(t *testing.T) {
	for _, deep := range []float64{300, 600} {
		a := between([]float64{0, -deep}, []float64{0, 0}, 9, kernels.Identity{})
		want := deep + math.Log(0.25)
		must.Close(t, -math.Log(unchecked(t, a).ESS), want, 1e-13, "log E[w²] unchecked")
		must.Close(t, -math.Log(run(t, a).ESS), want, 1e-13, "log E[w²]")
	}
}
