package tuning_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/toys"
)

// TestFisherLength: for two states the speed is slope √(p(1-p)), whose integral is 2
// atan(e^(s/2)) with s = slope β.
func TestFisherLength(t *testing.T) {
	l, err := tuning.FisherLength(twoStates(3, kernels.Metropolis{}))
	if err != nil {
		t.Fatal(err)
	}
	length := func(s float64) float64 { return 2 * (math.Atan(math.Exp(s/2)) - math.Atan(1)) }
	near(t, "total", l.Total(), length(3), 1e-5)
	near(t, "half", l.To(0.5), length(1.5), 1e-5)
	s := l.Schedule(9)
	for i, beta := range s.Betas() {
		near(t, "a step of length", length(3*beta), length(3)*float64(i)/8, 1e-4)
	}
	near(t, "action", l.Action(s), length(3)*length(3)/8, 1e-4)
}

// TestNearEquilibrium: on any schedule B tends to the action of the kernel's length as steps
// become small, and constant speed is then the best.
func TestNearEquilibrium(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.Barker{}} {
		a := to(toys.Easy(toys.EasySeed), k)
		l, err := tuning.FrictionLength(a)
		if err != nil {
			t.Fatal(err)
		}
		const T = 30_000
		best := gap(t, a, l.Schedule(T)).B()
		near(t, "B at constant speed", best, l.Total()*l.Total()/(T-1), 0.01)
		for _, s := range []chains.Schedule{chains.Linear(T), chains.Sigmoid(4, T)} {
			B := gap(t, a, s).B()
			near(t, "B near equilibrium", B, l.Action(s), 0.02)
			if B < best {
				t.Errorf("B = %v, below %v at constant speed", B, best)
			}
		}
	}
}

// TestNothingToDo: if both ends are the same, every schedule has constant speed.
func TestNothingToDo(t *testing.T) {
	l, err := tuning.FisherLength(twoStates(0, kernels.Metropolis{}))
	if err != nil {
		t.Fatal(err)
	}
	if l.Total() != 0 {
		t.Errorf("the length is %g", l.Total())
	}
	if betas := l.Schedule(4).Betas(); !slices.Equal(betas, chains.Linear(4).Betas()) {
		t.Errorf("the betas are %v", betas)
	}
}
