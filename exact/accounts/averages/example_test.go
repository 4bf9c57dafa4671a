package averages_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/averages"
	"breadboard/grid"
)

// The log of the average weight of 1 and of 25 runs of annealing: how far is it from log R?
func Example() {
	target := []float64{0, 1, 2.5}
	problem := programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: chains.Geometric{From: chains.Uniform(target), To: target}}}
	for _, runs := range []int{1, 25} {
		c, err := averages.Arithmetic(context.Background(), programs.AIS{Problem: problem}, problem, runs)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d runs: bias %.4f, root mean square error %.4f\n", runs, c.Mean, c.RMSE())
	}
	// Output:
	// 1 runs: bias -0.3412, root mean square error 0.9310
	// 25 runs: bias -0.0118, root mean square error 0.1554
}
