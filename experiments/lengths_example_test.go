package experiments_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
)

// The schedule of least B, and what fine annealing on its path would be.
func ExampleLengthsOf() {
	chain, err := experiments.Setting{Toy: "barrier", Schedule: "best-b"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := chain.Exactly(context.Background(), []int{10}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	of, err := experiments.LengthsOf(rows[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("B = %.3g; the path has length %.3g, or %.3g under the kernel\n", of.B(), of.Fisher, of.Friction)
	// Output:
	// B = 2.31; the path has length 1.94, or 265 under the kernel
}
