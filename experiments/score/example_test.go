package score_test

import (
	"context"
	"fmt"

	"breadboard/chains/kernels"
	"breadboard/experiments/score"
	"breadboard/toys"
)

// The RESS of heat-bath on BARRIER: what 1,000 steps from an exact draw are worth for the mode.
func Example() {
	barrier := toys.Barrier()
	functions, _, err := score.Functions(barrier, []string{"mean:1", "mode:1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	starts, err := score.Starts(barrier, []string{"exact"})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := score.NewKernelOnDensity(barrier, "heat-bath", kernels.HeatBath{}).
		Measure(context.Background(), functions, starts, []int{1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("%s: %.4g\n", r.Function, r.RESS())
	}
	// Output:
	// mean:1: 230.5
	// mode:1: 177.8
}
