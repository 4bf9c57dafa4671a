package chains_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// An annealing is walked level by level: move the level, aim the operator, push the law.
// That is q, the law of where the forward chain ends; it lags behind p_T.
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

// mirrored proposes the cell on the other side of the middle, and accepts it with min(1, f(y)/f(x)).
var mirrored = kernels.Rows{To: func(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	if y := len(logf) - 1 - x; y != x && logf[y] > math.Inf(-1) {
		visit(y, math.Exp(min(0, logf[y]-logf[x])))
	}
}}

// A rule of rows is the shortest way to bring a kernel. All kernels are made of others alike.
func ExampleKernel() {
	logf := []float64{0, 1, 2, -3, 1}
	a := chains.Annealing{
		Grid:     grid.New(5),
		Bridge:   chains.Geometric{From: make([]float64, 5), To: logf},
		Schedule: chains.Linear(100),
	}
	for _, k := range []chains.Kernel{
		mirrored,
		kernels.Mixture{Weights: []float64{1, 1}, Kernels: []chains.Kernel{mirrored, kernels.Metropolis{}}},
	} {
		a.Kernel = k
		r, err := exact.Run(context.Background(), a)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T: J = %.4f, B = %.4f\n", k, r.J(), r.B())
	}
	// Output:
	// kernels.Rows: J = 0.5180, B = 0.5211
	// kernels.Mixture: J = 0.0039, B = 0.0448
}

func TestMirror(t *testing.T) { chaintest.Laws(t, mirrored) }
