package estimators_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/estimators"
	"breadboard/grid"
)

// A hundred draws at each of five levels between two states.
func Example() {
	a := chains.Annealing{Grid: grid.New(2), Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, 2}},
		Schedule: chains.Linear(5), Kernel: kernels.Perfect{}}
	all, err := estimators.Of(context.Background(), a, 100)
	for _, e := range all {
		if e.Name == "importance" || e.Name == "trapezium" {
			fmt.Printf("%s: bias %.4f, sd %.4f\n", e.Name, e.Bias, e.SD)
		}
	}
	fmt.Println(err)
	// Output:
	// importance: bias -0.0009, sd 0.0432
	// trapezium: bias -0.0030, sd 0.0409
	// <nil>
}
