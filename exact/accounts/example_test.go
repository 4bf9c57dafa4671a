package accounts_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// The account of sampling importance resampling with eight draws.
func Example() {
	target := []float64{0, 1, 2.5}
	problem := programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: chains.Geometric{From: chains.Uniform(target), To: target}}}
	sir := programs.NewSIR(problem, 8)
	a, err := accounts.Of(context.Background(), sir, problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.4f, B = %.4f, %s\n", a.J(), a.B(), a.How)
	// Output:
	// J = 0.0155, B = 0.1157, integral
}
