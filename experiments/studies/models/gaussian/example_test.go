package gaussian_test

import (
	"fmt"

	"breadboard/experiments/studies/models/gaussian"
	"breadboard/grid"
)

// A Gaussian on a path of five cells, and how far it is from the density.
func Example() {
	law, err := gaussian.Fit(grid.New(5), []float64{-4, -1, 0, -1, -5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean %.3f, standard deviation %.3f, KL %.2g\n", law.Mean[0], law.SD[0], law.KL)
	// Output:
	// mean 1.983, standard deviation 0.686, KL 0.0024
}
