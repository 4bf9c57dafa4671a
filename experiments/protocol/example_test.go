package protocol_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/protocol"
	"breadboard/toys"
)

// How far a chain of Metropolis is from BARRIER after some sweeps of two steps from a cell.
func Example() {
	toy := toys.Barrier()
	a := chains.To(toy.LogF, toy.Grid, kernels.Metropolis{}, 2)
	for _, s := range protocol.Starts(a, 0, []int{0, 5, 500}) {
		fmt.Printf("%4d steps: TV = %.3f, KL = %.3f\n", s.S, s.TV, s.KL)
	}
	// Output:
	// 0 steps: TV = 0.995, KL = 5.336
	//   10 steps: TV = 0.957, KL = 3.144
	// 1000 steps: TV = 0.953, KL = 3.104
}
