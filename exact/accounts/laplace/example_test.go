package laplace_test

import (
	"context"
	"fmt"
	"math"

	"breadboard/exact/accounts/laplace"
)

// The mean of two draws that are 1/2 or 3/2 is 1 in half of all cases, and otherwise one of the two.
func Example() {
	half := []float64{0.5, 0.5}
	mean := laplace.NewMean(half, []float64{0.25, 0.75}, []float64{math.Log(0.5), math.Log(1.5)}, 2)
	var log laplace.Logs
	for n, err := range laplace.Nodes(context.Background(), len(half), mean.Low, mean.High) {
		if err != nil {
			fmt.Println(err)
			return
		}
		log.Add(n, n.Above(mean.At(n)))
	}
	fmt.Printf("E log = %.6f, and log(1/2)/4 + log(3/2)/4 = %.6f\n", log.First.Value(),
		(math.Log(0.5)+math.Log(1.5))/4)
	// Output:
	// E log = -0.071921, and log(1/2)/4 + log(3/2)/4 = -0.071921
}
