package kernels_test

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestMatricesByBeta: a level gets the matrix of its beta, as written in decimals; between
// two betas there is no matrix.
func TestMatricesByBeta(t *testing.T) {
	k := kernels.Matrices{
		N:     2,
		Betas: []float64{0, 1. / 3, 1},
		P:     [][]float64{{1, 0, 0, 1}, {0.5, 0.5, 0.25, 0.75}, {0.1, 0.9, 0.2, 0.8}},
	}
	for beta, want := range map[float64]float64{0: 0, 0.3333333333333: 0.5, 1: 0.9} {
		if got := k.At(beta)[1]; got != want {
			t.Errorf("at %v: %v", beta, got)
		}
	}
	panics(t, map[string]func(){
		"between":      func() { k.At(0.5) },
		"too few":      func() { kernels.Matrices{N: 2, Betas: []float64{0, 1}, P: k.P[:1]}.On(grid.New(2)) },
		"wrong size":   func() { kernels.Matrices{N: 2, P: [][]float64{{1}}}.On(grid.New(2)) },
		"another grid": func() { k.On(grid.New(3)) },
	})
}
