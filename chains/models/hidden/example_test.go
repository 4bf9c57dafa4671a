package hidden_test

import (
	"fmt"
	"math"

	"breadboard/chains/models/hidden"
)

// A model of two states, and how likely two of its paths are with the observations.
func Example() {
	m, err := hidden.New(hidden.Parameters{
		Initial:    []float64{0.5, 0.5},
		Transition: [][]float64{{0.9, 0.1}, {0.1, 0.9}},
		Emission:   [][]float64{{0.8, 0.2}, {0.2, 0.8}},
		Observed:   []int{0, 0, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", math.Exp(m.LogP(hidden.PathOf(0, 0, 0))))
	fmt.Printf("%.4f\n", math.Exp(m.LogP(hidden.PathOf(0, 0, 1))))
	// Output:
	// 0.0518
	// 0.0230
}
