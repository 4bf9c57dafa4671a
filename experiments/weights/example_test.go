package weights_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/weights"
)

// J and B of two programs on one annealing: eight particles, and annealing by itself.
func ExampleResults() {
	annealer, err := experiments.Setting{Toy: "two-basins:2"}.Annealer()
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := weights.Results(context.Background(), annealer, []int{4}, []string{"sir:8", "ais"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("%s: J = %.3g, B = %.3g\n", r.Program, r.J(), r.B())
	}
	// Output:
	// sir:8: J = 0.0588, B = 0.216
	// ais: J = 1.04, B = 1.21
}
