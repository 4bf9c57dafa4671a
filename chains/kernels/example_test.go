package kernels_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// Kernels are compared by the J and B of the same annealing.
func Example() {
	toy := toys.Barrier()
	a := chains.Annealing{
		Grid:     toy.Grid,
		Bridge:   chains.Geometric{From: chains.Uniform(toy.LogF), To: toy.LogF},
		Schedule: chains.Linear(100),
	}
	for _, k := range []chains.Kernel{
		kernels.Metropolis{},
		kernels.Repeat{Times: 6, Kernel: kernels.Metropolis{}},
		kernels.Slice{},
	} {
		a.Kernel = k
		r, err := exact.Run(context.Background(), a)
		if err != nil {
			fmt.Println(err)
			return
		}
		cost, _ := chains.Cost(k, a.Grid)
		fmt.Printf("%T: %v log densities a step, J = %.4f, B = %.4f\n", k, cost, r.J(), r.B())
	}
	// Output:
	// kernels.Metropolis: 1 log densities a step, J = 1.6479, B = 1.8104
	// kernels.Repeat: 6 log densities a step, J = 1.2278, B = 1.3491
	// kernels.Slice: 6 log densities a step, J = 0.0028, B = 0.2216
}
