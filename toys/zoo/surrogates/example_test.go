package surrogates_test

import (
	"fmt"

	"breadboard/toys/zoo/surrogates"
)

// A Gaussian is fitted to weighted points on a line.
func Example() {
	m := surrogates.Fit([][]float64{{0}, {1}, {2}}, []float64{0.25, 0.5, 0.25})
	mean, std := m.Moments()
	fmt.Printf("mean %.3f, standard deviation %.3f\n", mean[0], std[0])
	// Output:
	// mean 1.000, standard deviation 0.750
}
