package regression_test

import (
	"fmt"

	"breadboard/experiments/studies/samplers/regression"
)

// A Gaussian process learns a line with a gap.
func Example() {
	x := [][]float64{{-1.5}, {-1}, {-0.5}, {0.5}, {1}, {1.5}}
	y := []float64{-1.5, -1, -0.5, 0.5, 1, 1.5}
	mean, _ := regression.Fit(x, y).Predict([]float64{0.25})
	fmt.Printf("%.2f\n", mean)
	// Output:
	// 0.25
}
