package geweke_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
)

// Gibbs sampling and its model fit together.
func Example() {
	annealer, err := experiments.Setting{Toy: "clustering:2:2", Kernel: "heat-bath"}.Annealer()
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := geweke.NewTest(annealer, 5, 500, 1).Run(context.Background(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.OK(), len(r.Findings), "statistics")
	// Output:
	// true 9 statistics
}
