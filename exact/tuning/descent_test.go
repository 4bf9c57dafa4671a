package tuning

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

// barrierDescent returns a descent of BARRIER's B with three levels, so one free beta.
func barrierDescent(t *testing.T) *descent {
	t.Helper()
	b := toys.Barrier()
	bridge := chains.Geometric{From: chains.Uniform(b.LogF), To: b.LogF}
	a := chains.Annealing{Grid: b.Grid, Kernel: kernels.Metropolis{}, Bridge: bridge}
	return newDescent(t.Context(), a, 3, (*gradients).B)
}

// TestConvergedWithoutLength checks that on the schedule 0, 0, 1 the gradient is 0 in the one step that has a length,
// and B would still fall if the first step had some. That is not the end of a descent.
func TestConvergedWithoutLength(t *testing.T) {
	d := barrierDescent(t)
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

// TestNothingButRounding checks that where J is 0 up to rounding a search ends, and says that it has arrived. Heat bath
// repeated so often forgets all; a start there has nothing to gain.
func TestNothingButRounding(t *testing.T) {
	b := toys.Barrier()
	bridge := chains.Geometric{From: chains.Uniform(b.LogF), To: b.LogF}
	a := chains.Annealing{Grid: b.Grid, Kernel: kernels.Repeat{Times: 40, Kernel: kernels.HeatBath{}}, Bridge: bridge}
	found := must.Have(BestJ(t.Context(), a, 12, nil))(t)
	if !found.Converged || found.Value > rounding {
		t.Errorf("J = %v, converged: %v", found.Value, found.Converged)
	}
	if found.Evaluations > mostEvaluations {
		t.Errorf("%d evaluations for nothing", found.Evaluations)
	}
}
