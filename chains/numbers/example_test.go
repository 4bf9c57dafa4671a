package numbers_test

import (
	"fmt"

	"breadboard/chains/numbers"
)

// third is written once, and is good for both numbers.
func third[N numbers.Number[N]](one, three N) N { return one.Over(three) }

// A float64 says what it is. An interval says where the real number lies.
func Example() {
	fmt.Println(third[numbers.Float](1, 3))
	fmt.Println(third(numbers.Zero(64).Of(1), numbers.Zero(64).Of(3)))
	// Output:
	// 0.3333333333333333
	// [0.33333333333333333332, 0.33333333333333333334]
}
