package sample_test

import (
	"context"
	"fmt"
	"log"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/toys"
)

// Ten thousand chains in each direction on BARRIER. The exact B is 2.25.
func ExampleRun() {
	target := toys.Barrier()
	annealing := chains.To(target.LogF, target.Grid, kernels.Metropolis{}, 20)
	runs, err := sample.Run(context.Background(), annealing, sample.Options{Chains: 10_000, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	b := runs.B()
	fmt.Printf("B is about %.2f, give or take %.2f\n", b.Value, b.StdErr)
	// Output: B is about 2.25, give or take 0.02
}
