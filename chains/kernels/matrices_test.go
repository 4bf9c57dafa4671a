package kernels_test

import (
	"testing"

	"breadboard/chains"
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

// TestMatricesByPlace: matrices of one beta are told apart by their places, if the schedule
// stands still; a level of another place gets the first of its beta.
func TestMatricesByPlace(t *testing.T) {
	k := kernels.Matrices{
		N: 2, First: 2,
		Betas: []float64{0.5, 0.5, 1},
		P:     [][]float64{{0.5, 0.5, 0.5, 0.5}, {0.1, 0.9, 0.9, 0.1}, {0.2, 0.8, 0.2, 0.8}},
	}
	op := k.On(grid.New(2))
	l := chains.NewLevel(chains.Geometric{From: []float64{0, 0}, To: []float64{0, 0}}, 2)
	for _, c := range []struct {
		t          int
		beta, want float64
	}{{2, 0.5, 0.5}, {3, 0.5, 0.9}, {4, 1, 0.8}, {1, 0.5, 0.5}, {4, 0.5, 0.5}} {
		l.Move(c.t, c.beta)
		op.Aim(l)
		op.Row(0, func(_ int, p float64) {
			if p != c.want {
				t.Errorf("at level %d, beta %v, a move has probability %v, want %v", c.t, c.beta, p, c.want)
			}
		})
		op.Reversal().Row(1, func(_ int, p float64) { // p is uniform: the reversal is the transpose
			if p != c.want {
				t.Errorf("at level %d, beta %v, the move back has probability %v, want %v", c.t, c.beta, p, c.want)
			}
		})
	}
}
