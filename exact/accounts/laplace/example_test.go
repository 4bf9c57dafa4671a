package laplace_test

import (
	"fmt"

	"breadboard/exact/accounts/laplace"
)

// The gamma function, on the line of an integral.
func Example() {
	fmt.Printf("%.6f\n", laplace.Gamma(5))
	fmt.Printf("%.6f\n", laplace.Gamma(0.5+1i))
	// Output:
	// (24.000000+0.000000i)
	// (0.300695-0.424968i)
}
