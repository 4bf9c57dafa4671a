package chains_test

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// An annealing is walked level by level: move the level, aim the operator, push the distribution. That is q, the
// distribution of the forward chain's end; it lags behind p_T.
func Example() {
	logf := []float64{0, -4, 2} // a barrier in the middle
	a := chains.Annealing{
		Grid:     grid.New(3),
		Bridge:   chains.Geometric{From: make([]float64, 3), To: logf},
		Schedule: chains.Linear(10),
		Kernel:   kernels.Metropolis{},
	}
	level := a.NewLevel()
	op := chains.On(a.Kernel, a.Grid)
	q := []float64{1. / 3, 1. / 3, 1. / 3}
	next := make([]float64, 3)
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(level, t)
		op.Aim(level)
		op.Push(next, q)
		q, next = next, q
	}
	Z := math.Exp(chains.LogSum(logf))
	for x, v := range logf {
		fmt.Printf("cell %d: q = %.4f, p = %.4f\n", x, q[x], math.Exp(v)/Z)
	}
	// Output:
	// cell 0: q = 0.4335, p = 0.1189
	// cell 1: q = 0.0047, p = 0.0022
	// cell 2: q = 0.5619, p = 0.8789
}
