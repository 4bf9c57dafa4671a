package exact

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestCarriedMassStays: a step that is carried takes the mean off what it adds to log
// f, so that P's mass grows by no more than the square of that: also right after a leap,
// over which the mean has moved. Otherwise P would be made afresh at every other level.
func TestCarriedMassStays(t *testing.T) {
	const h = 1e-3
	betas := []float64{0, h, 2 * h, 0.5, 0.5 + h, 0.5 + 2*h, 1 - h, 1}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		t.Fatal(err)
	}
	to := []float64{0, 5, -4, 3}
	w := newTwin(chains.Annealing{Grid: grid.New(4), Schedule: schedule, Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: make([]float64, 4), To: to}})
	for level := 2; level <= len(betas); level++ {
		w.up()
		w.push()
		if most := math.Pow(9*h, 2); math.Abs(w.excess) > most*float64(w.age*w.age) {
			t.Errorf("at level %d, %d steps on, P's mass is %g more than 1", level, w.age, w.excess)
		}
	}
	if w.age != 1 {
		t.Errorf("the last step was carried %d steps", w.age)
	}
}
