package bread_test

import (
	"context"
	"fmt"

	"breadboard/exact"
	"breadboard/experiments/papers/bread"
	"breadboard/toys"
)

// The paper's J(100) of BARRIER is 1.65.
func Example() {
	r, err := exact.Run(context.Background(), bread.Annealing(toys.Barrier(), 100))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J(100) = %.4f\n", r.J())
	// Output:
	// J(100) = 1.6479
}
