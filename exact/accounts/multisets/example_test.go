package multisets_test

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/multisets"
	"breadboard/grid"
)

// Two particles that are resampled at every level: the exact mean of log w forward, less log R.
func Example() {
	target := []float64{0, 1, 2.5}
	problem := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: chains.Geometric{From: chains.Uniform(target), To: target}}}
	path, _ := programs.SMC{Problem: problem, P: 2, Share: math.Inf(1)}.Path()
	particles, err := multisets.New(path, []int{0, 1, 2}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	moments, err := particles.Returned(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	var all multisets.Moments
	for _, cell := range moments {
		for i, m := range cell {
			all[i] += m
		}
	}
	fmt.Printf("probability %.4f, mean of log w %.4f, mean of w %.4f\n", all[0], all[1], all[3])
	// Output:
	// probability 1.0000, mean of log w -0.1827, mean of w 1.0000
}
