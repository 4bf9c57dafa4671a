package sampling_test

import (
	"fmt"
	"slices"

	"breadboard/experiments/sampling"
	"breadboard/grid"
)

// Exact numbers of 2^20 cells at 1,000 levels take far longer than a hundred chains, and are left out beside these.
func ExamplePlan_LeavesOut() {
	spins := grid.New(slices.Repeat([]int{2}, 20)...)
	fmt.Println(sampling.Plan{Chains: 100}.LeavesOut(spins, 1000))
	fmt.Println(sampling.Plan{Chains: 100, Beside: sampling.Always}.LeavesOut(spins, 1000))
	// Output:
	// true
	// false
}
