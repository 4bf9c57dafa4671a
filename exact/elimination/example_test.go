package elimination_test

import (
	"fmt"

	"breadboard/exact/elimination"
)

// Two wells, states 0 and 2, with a pass between them that is entered once in 1e20 steps.
// 1 - 1e-20 is 1 in a float; the answers have all their digits.
func Example() {
	c := elimination.New(3)
	c.Add(0, 1, 1e-20)
	c.Add(1, 0, 0.5)
	c.Add(1, 2, 0.25)
	c.Add(2, 1, 3e-20)
	c.Eliminate()
	steps := []float64{1, 1, 1}
	c.Solve(steps)
	fmt.Printf("stationary %.6g\n", c.Stationary())
	fmt.Printf("steps from state 2 to state 0: %.6g\n", steps[2])
	// Output:
	// stationary [0.857143 1.71429e-20 0.142857]
	// steps from state 2 to state 0: 5e+19
}
