package tuning_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/toys"
)

// TestGradientOfDeepTarget: with masses of 1e-317, whose inverses no float holds, B is that of
// exact, and its derivative that of differences.
func TestGradientOfDeepTarget(t *testing.T) {
	for _, k := range []chains.Kernel{chains.Metropolis{}, chains.Barker{}, chains.HeatBath{}} {
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
