package crosscheck_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
)

// B as a thousand chains each way estimate it, beside its exact value.
func ExampleRunEach() {
	annealer, err := experiments.Setting{Toy: "barrier"}.Annealer()
	if err != nil {
		fmt.Println(err)
		return
	}
	o := crosscheck.Plan{Chains: 1000, Seed: 1}
	checks, err := crosscheck.RunEach(context.Background(), annealer, []int{20}, nil, o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range checks[0].Comparisons {
		if c.Name == "B" {
			fmt.Printf("B = %.2f, exactly %.2f\n", c.Estimate, c.Exact)
		}
	}
	// Output:
	// B = 2.32, exactly 2.25
}
