package distance_test

import (
	"fmt"

	"breadboard/experiments/distance"
)

// A program with settings of its own.
func Example() {
	spec, err := distance.Read("program", "smc:8:kernel=lazy:0.5:T=20")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(spec.Program, spec.T, spec.HasOwn())
	_, err = distance.Read("program", "smc:8:T=zero")
	fmt.Println(err)
	// Output:
	// smc:8 20 true
	// program smc:8:T=zero: T "zero"; use a number of levels from 2
}
