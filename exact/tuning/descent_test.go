package tuning

import (
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// TestConvergedWithoutLength: on the schedule 0, 0, 1 the gradient is 0 in the one step
// that has a length, and B would still fall if the first step had some. That is not the
// end of a descent.
func TestConvergedWithoutLength(t *testing.T) {
	b := toys.Barrier()
	a := chains.Annealing{Grid: b.Grid, Kernel: chains.Metropolis{}, Bridge: chains.Geometric{From: chains.Uniform(b.LogF), To: b.LogF}}
	d, err := newDescent(t.Context(), a, 3, (*passes).B)
	if err != nil {
		t.Fatal(err)
	}
	stuck := d.choice("", schedule([]float64{0, 0, 1}))
	norm, converged := d.norm(stuck)
	if norm != 0 {
		t.Errorf("the gradient in one step is %g", norm)
	}
	if converged {
		t.Errorf("B = %g is said to be least", stuck.Value)
	}
	best := d.descend(stuck)
	if !best.Converged {
		t.Error("descent from there does not arrive")
	}
	if !(best.Value < 0.9*stuck.Value) {
		t.Errorf("descent from B = %g ends at %g", stuck.Value, best.Value)
	}
}
