package lanes_test

import (
	"fmt"
	"math"

	"breadboard/chains/lanes"
)

// exp(x) - 1 - x for a small x, where a subtraction would lose every digit.
func Example() {
	const x = 1e-9
	fmt.Printf("%.6g, and not %.6g\n", lanes.Expm1mx(x), math.Exp(x)-1-x)
	// Output:
	// 5e-19, and not 8.27404e-17
}
