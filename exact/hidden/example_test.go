package hidden_test

import (
	"fmt"
	"math"

	"breadboard/chains/models/hidden"
	exacthidden "breadboard/exact/hidden"
)

// The probability of the observations, and of each hidden state given them.
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
	law, logP := exacthidden.Posterior(m)
	fmt.Printf("p(y) = %.4f\n", math.Exp(logP))
	for t, p := range law.Marginals() {
		fmt.Printf("step %d: %.4f\n", t+1, p)
	}
	// Output:
	// p(y) = 0.0962
	// step 1: [0.8399 0.1601]
	// step 2: [0.8000 0.2000]
	// step 3: [0.5593 0.4407]
}
