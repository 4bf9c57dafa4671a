package certain_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// The proved divergences of the cells are those of exact's marginal laws. They are less than those of
// the states if the kernel runs on more states, and otherwise the same.
func TestCells(t *testing.T) {
	for name, k := range map[string]chains.Kernel{
		"metropolis": kernels.Metropolis{}, "lifted": kernels.Lifted{}, "swap": kernels.Swap{Share: 0.5},
	} {
		a := chains.Annealing{Grid: grid.New(2, 3), Schedule: chains.Sigmoid(2, 5), Kernel: k,
			Bridge: chains.Geometric{From: []float64{0.3, -1.2, 0.8, 1.9, -0.4, 0.1},
				To: []float64{1.3, 0.2, -1.8, 0.9, 0.4, -2.1}}}.Extended()
		truth, err := certain.Measure(t.Context(), a, func(int, float64) {})
		if err != nil {
			t.Fatal(err)
		}
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		_, _, cell := g.Marginal(6)
		for _, c := range []struct {
			name string
			got  certain.Enclosure
			want float64
		}{
			{"KL(q||p)", truth.Cell.QP, cell.Forward}, {"KL(p||q)", truth.Cell.PQ, cell.Reverse},
			{"J", truth.Cell.J, cell.Jeffreys()},
		} {
			if off := c.got.Off(c.want); !(off <= 1e-12*c.want) { // nine digits are promised, and twelve are usual
				t.Errorf("%s: %s of the cells is off by %v from %v", name, c.name, off, c.want)
			}
		}
		if less := truth.Cell.J.Hi.Cmp(truth.J.Lo) < 0; less != (a.PerCell() > 1) {
			t.Errorf("%s: J of the cells is less than J of the states: %v", name, less)
		}
	}
}
