package stationary_test

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/accounts/stationary"
	"breadboard/grid"
)

// The average of r over three steps, given the first cell: r is 1 in the last cell, and 0 elsewhere.
func Example() {
	logp := []float64{math.Log(0.25), math.Log(0.25), math.Log(0.5)}
	a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: logp, To: logp}}
	s := stationary.New(a, []float64{0.25, 0.25, 0.5}, logp, 3, false)
	s.R, s.LogR = []float64{0, 0, 1}, []float64{math.Inf(-1), math.Inf(-1), 0}
	means, _ := s.Means()
	fmt.Printf("%.4f\n", means)
	// Output:
	// [0.0833 0.2917 0.8125]
}
