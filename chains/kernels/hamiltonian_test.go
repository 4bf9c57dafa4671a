package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

func TestLangevin(t *testing.T)    { chaintest.Laws(t, kernels.Langevin{Size: 0.6}) }
func TestHamiltonian(t *testing.T) { chaintest.Laws(t, kernels.Hamiltonian{Steps: 2, Size: 1}) }
func TestManySteps(t *testing.T)   { chaintest.Laws(t, kernels.Hamiltonian{Steps: 4, Size: 0.5}) }

// TestCliffs: where log f spans 10,000 nats, with holes and a wall, rows are probabilities, and
// every cell that has a neighbour of more mass is left now and then. So it is on lines of one cell, in
// spaces of two and on a long line.
func TestCliffs(t *testing.T) {
	for _, g := range []grid.Grid{grid.New(2), grid.New(1, 2), grid.New(300), grid.New(5, 1, 6).WithWalls(8)} {
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = 5_000 * math.Sin(float64(x))
			if g.Wall(x) || x%7 == 5 {
				logf[x] = none
			}
		}
		for name, k := range map[string]chains.Kernel{
			"langevin": kernels.Langevin{Size: 1.5}, "short": kernels.Langevin{Size: 0.25},
			"hamiltonian": kernels.Hamiltonian{Steps: 3, Size: 1.5}, "far": kernels.Hamiltonian{Steps: 2, Size: 16},
		} {
			m, _ := matrix(k, g, logf)
			for i, p := range m {
				if !(p >= -1e-12 && p <= 1) { // the diagonal is 1 less the others
					t.Errorf("%s on %v: from cell %d to %d with probability %v", name, g, i/g.Size(), i%g.Size(), p)
				}
			}
			for x := range logf {
				if stays := m[x*g.Size()+x]; belowNeighbour(g, logf, x) && !(stays < 1) {
					t.Errorf("%s on %v: cell %d lies below a neighbour and is never left", name, g, x)
				}
			}
		}
	}
}

// belowNeighbour reports whether one move leads from x to more mass.
func belowNeighbour(g grid.Grid, logf []float64, x int) bool {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && logf[y] > logf[x] {
			return true
		}
	}
	return false
}
