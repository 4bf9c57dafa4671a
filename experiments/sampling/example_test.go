package sampling_test

import (
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/sampling"
)

// Exact numbers of 2^20 cells at 1,000 levels take far longer than a hundred chains, which alone take 34 MB.
func Example() {
	chain, err := experiments.Setting{Toy: "ising:4x5:0.4"}.Find()
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := sampling.Plan{Chains: 100, Seed: 1}
	fmt.Printf("%.0f MB\n", plan.Memory(1)(chain, 1000)/1e6)
	plan.Beside = sampling.Always
	fmt.Printf("%.0f MB with exact numbers\n", plan.Memory(1)(chain, 1000)/1e6)
	// Output:
	// 34 MB
	// 311 MB with exact numbers
}
