package toys_test

import (
	"math"
	"testing"

	"breadboard/grid/must"
	"breadboard/toys"
)

// bits are the units of a state, the first the highest.
func bits(state, units int) []float64 {
	on := make([]float64, units)
	for i := range on {
		on[i] = float64(state >> (units - 1 - i) & 1)
	}
	return on
}

// energy is that of visible and hidden units, term by term.
func energy(m toys.Machine, v, h []float64) (e float64) {
	for i := range v {
		e -= m.Visible[i] * v[i]
		for j := range h {
			e -= v[i] * m.Weights[i][j] * h[j]
		}
	}
	for j := range h {
		e -= m.Hidden[j] * h[j]
	}
	return e
}

// TestMachine holds log f to the log of the sum of exp(-E) over all hidden units.
func TestMachine(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {1, 4}, {4, 1}, {5, 6}} {
		visible, hidden := size[0], size[1]
		target := toys.RBM(visible, hidden, 7)
		if target.Grid.Size() != 1<<visible || target.Grid.Axes() != visible {
			t.Errorf("%s on %v", target.Name, target.Grid)
		}
		for x, got := range target.LogF {
			sum := 0.0
			for h := range 1 << hidden {
				sum += math.Exp(-energy(*target.Machine, bits(x, visible), bits(h, hidden)))
			}
			must.Near(t, got, math.Log(sum), 1e-12, "%s at %v", target.Name, target.Grid.Coords(x))
		}
	}
}

// TestRBMJ: J by single moves is what the comment says, over the seeds 1 to 20.
func TestRBMJ(t *testing.T) {
	ofTwenty(t, func(seed uint64) toys.Target { return toys.RBM(8, 4, seed) }, 0.0188, 0.230, 0.558)
}

// TestRBMWeights: over 200 seeds weights have the mean 0 and the variance 16, and biases of units of -1/2 and 1/2 the
// mean 0 and the variance 1/4, within five standard errors. Each seed is another machine.
func TestRBMWeights(t *testing.T) {
	const seeds = 200
	var weights, biases []float64
	for seed := range uint64(seeds) {
		m := toys.RBM(1, 1, seed).Machine
		weights = append(weights, m.Weights[0][0])
		biases = append(biases, m.Visible[0]+m.Weights[0][0]/2, m.Hidden[0]+m.Weights[0][0]/2)
	}
	areDrawn(t, weights, 16)
	areDrawn(t, biases, 0.25)
}
