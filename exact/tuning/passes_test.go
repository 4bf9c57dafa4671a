package tuning_test

import (
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// TestKnownDerivatives: a kernel that does not know its derivative is refused in a sentence
// that names the kernels of the catalogue that do, and no others; none of those is refused.
func TestKnownDerivatives(t *testing.T) {
	b := chains.Geometric{From: make([]float64, 4), To: []float64{0.3, -1.1, 2.2, 0.4}}
	refused := 0
	for _, k := range kernels.Catalogue {
		a := chains.Annealing{Grid: grid.New(2, 2), Bridge: b, Schedule: chains.Linear(3), Kernel: k.Make}.Extended()
		_, _, err := tuning.GradientB(a)
		if err == nil {
			continue
		}
		refused++
		_, named, _ := strings.Cut(err.Error(), "; ")
		names := strings.Split(strings.TrimSuffix(named, " would do"), ", ")
		if len(names) < 5 {
			t.Errorf("%s: %v", k.Name, err)
		}
		for _, other := range kernels.Catalogue {
			a.Kernel = other.Make
			a.Grid, a.Bridge = chains.Extend(other.Make, grid.New(2, 2), b)
			_, _, err := tuning.GradientB(a)
			if said := slices.Contains(names, other.Name); said != (err == nil) {
				t.Errorf("%s is named: %v, and its gradient: %v", other.Name, said, err)
			}
		}
	}
	if refused == 0 {
		t.Error("none is refused")
	}
}

// TestGradientOfDeepTarget: with masses of 1e-317, whose inverses no float holds, B agrees with
// exact, and the derivative with differences of exact's B.
func TestGradientOfDeepTarget(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.HeatBath{}} {
		deep := to(toys.Target{Grid: grid.New(2, 3), LogF: []float64{0, 1, -730, 0.5, 2, -735}}, k)
		deep.Schedule = chains.Linear(5)
		B, grad, err := tuning.GradientB(deep)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "B", B, gap(t, deep, deep.Schedule).B(), 1e-11)
		moved := deep.Schedule.Betas()
		const h = 1e-6
		at := func(beta float64) float64 {
			moved[3] = beta
			s, err := chains.NewSchedule(moved)
			if err != nil {
				t.Fatal(err)
			}
			return gap(t, deep, s).B()
		}
		near(t, "dB", grad[3], (at(0.75+h)-at(0.75-h))/(2*h), 1e-6)
	}
}
