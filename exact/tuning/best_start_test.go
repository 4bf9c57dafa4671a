package tuning

import (
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestBestStartsAnew: if a named schedule is better at a long T than what has grown from short
// ones, descent from it is tried too. Here short schedules are best linear and long ones best
// sigmoid, and the gradient is 0, so that descent stays where it starts.
func TestBestStartsAnew(t *testing.T) {
	bridge := chains.Geometric{From: []float64{0, 0}, To: []float64{0, 1}}
	a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Metropolis{}, Bridge: bridge}
	target := chains.Linear
	goal := func(_ *passes, betas, grad []float64) float64 {
		if len(betas) > shortest {
			target = func(T int) chains.Schedule { return chains.Sigmoid(4, T) }
		}
		clear(grad)
		square := 1.0
		for i, beta := range target(len(betas)).Betas() {
			square += (betas[i] - beta) * (betas[i] - beta)
		}
		return square
	}
	c, err := best(t.Context(), a, 100, goal, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Start != "sigmoid:4" {
		t.Errorf("descent started from %q", c.Start)
	}
	if !slices.Equal(c.Schedule.Betas(), chains.Sigmoid(4, 100).Betas()) {
		t.Errorf("the best schedule has the value %g, and sigmoid:4 has 1", c.Value)
	}
}
