package exact_test

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// A new kernel and its J and B: jump to any cell, accepted by Metropolis' rule.
func Example() {
	jump := func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		for y := range g.Size() {
			if y != x && !math.IsInf(logf[y], -1) {
				visit(y, math.Exp(min(0, logf[y]-logf[x]))/float64(g.Size()))
			}
		}
	}
	target := toys.Barrier()
	a := chains.To(target.LogF, target.Grid, kernels.Rows{To: jump}, 100)
	res, err := exact.Run(context.Background(), a)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("J = %.4g, B = %.4g; in doubt: %v\n", res.J(), res.B(), res.Warnings)
	// Output: J = 0.001601, B = 0.135; in doubt: []
}
