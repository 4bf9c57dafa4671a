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
	"breadboard/toys"
)

// Weigh has the J and B of Measure to the last bit, and F and G add up to B.
func TestWeighAddsUp(t *testing.T) {
	for _, kernel := range kernels.Catalogue {
		for _, T := range []int{2, 3, 40} {
			a := annealing(toys.Barrier(), kernel.Make, chains.Sigmoid(3, T))
			a.SkipLast = T == 3
			weighAddsUp(t, fmt.Sprintf("%s, T = %d", kernel.Name, T), a)
		}
	}
	mixture := annealing(toys.Easy(3), kernels.Metropolis{}, chains.Linear(20))
	first, last := mixture.Ends()
	mixture.Bridge = chains.NewMixture(first, last)
	weighAddsUp(t, "a mixture", mixture)
	g := grid.New(200, 200) // more than MostChecked cells
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	weighAddsUp(t, "a large space", annealing(toys.Target{Grid: g, LogF: logf}, kernels.Metropolis{}, chains.Linear(4)))
}

func weighAddsUp(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	w, err := exact.Weigh(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	gap, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
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
	if mean := floats.Dot(w.P, w.G); math.Abs(mean-w.Paths.Reverse) > 1e-11*max(1, w.Paths.Reverse) {
		t.Errorf("%s: the mean of G is %v, want %v", name, mean, w.Paths.Reverse)
	}
	if math.IsNaN(w.FwdLaw.Variance) || math.IsNaN(w.RevLaw.Variance) {
		t.Errorf("%s: the variances of log w are %v and %v", name, w.FwdLaw.Variance, w.RevLaw.Variance)
	}
}

// On ends whose masses are below any float, of which one leaves a cell without mass, E_rev[1/w] R is
// the mass of p_1 where the target has some, and E_fwd[w]/R that of p_T where p_1 has some, if
// nothing moves.
func TestWeighHasTheMeansOfDeepEnds(t *testing.T) {
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
			w, err := exact.Weigh(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(w.MeanW-c.meanW) < 1e-13) { // e^400 has 400 roundings
				t.Errorf("from %v to %v: E_fwd[w]/R is %v, and %v is right", c.from, c.to, w.MeanW, c.meanW)
			}
			if !(math.Abs(w.MeanInvW-c.meanInvW) < 1e-13) { // e^400 has 400 roundings
				t.Errorf("from %v to %v: R E_rev[1/w] is %v, and %v is right", c.from, c.to, w.MeanInvW, c.meanInvW)
			}
		}
	}
}
