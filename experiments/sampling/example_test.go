package sampling_test

import (
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/sampling"
)

// Exact numbers of 2^20 cells at 1,000 levels take far longer than a hundred chains, and are left out beside these.
func ExamplePlan_LeavesOut() {
	chain, err := experiments.Setting{Toy: "ising:4x5:0.4"}.Find()
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := sampling.Plan{Chains: 100, Seed: 1}
	fmt.Println("left out:", plan.LeavesOut(chain, 1000))
	plan.Beside = sampling.Always
	fmt.Println("left out, if they are asked for:", plan.LeavesOut(chain, 1000))
	// Output:
	// left out: true
	// left out, if they are asked for: false
}
