package accounts_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// The account of sampling importance resampling with eight draws.
func Example() {
	target := []float64{0, 1, 2.5}
	problem := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: chains.Geometric{From: chains.Uniform(target), To: target}}}
	sir := programs.NewSIR(problem, 8)
	a, err := accounts.Of(context.Background(), sir, problem, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.4f, B = %.4f, %s\n", a.J(), a.B(), a.How)
	// Output:
	// J = 0.0155, B = 0.1157, integral
}

// AIDE of exact draws and of SIR with two draws expects too much. More runs of SIR mend it.
func ExampleDistanceAtRuns() {
	target := []float64{0, 1, 2.5}
	problem := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(4), Bridge: chains.Geometric{From: chains.Uniform(target), To: target}}}
	ctx := context.Background()
	side := func(e programs.Program) accounts.Side {
		a, err := accounts.Of(ctx, e, problem, nil)
		if err != nil {
			panic(err)
		}
		s, err := accounts.NewSide(ctx, a, e, problem)
		if err != nil {
			panic(err)
		}
		return s
	}
	gold := side(programs.NewPosterior(problem))
	sir := side(programs.NewSIR(problem, 2))
	for _, runs := range []int{1, 10} {
		d, err := accounts.DistanceAtRuns(ctx, gold, sir, aide.Counts{Gold: 1, Target: runs})
		if err != nil {
			panic(err)
		}
		fmt.Printf("M = %d: %.4f expected, %.4f apart\n", runs, d.Expected, d.Symmetrised())
	}
	// Output:
	// M = 1: 0.5002 expected, 0.3390 apart
	// M = 10: 0.3532 expected, 0.3390 apart
}
