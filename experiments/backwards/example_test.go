package backwards_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/backwards"
)

// Under the marginal's own backward kernel B is J. Pilot runs are between the two.
func Example() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, spec := range []string{"marginal", "pilot:10000"} {
		kernel, err := backwards.Parse(spec, 4, 1)
		if err != nil {
			fmt.Println(err)
			return
		}
		rows, err := kernel.Exactly(context.Background(), chain, []int{10}, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: J = %.3g, B = %.3g\n", spec, rows[0].J(), rows[0].B())
	}
	// Output:
	// marginal: J = 1.86, B = 1.86
	// pilot:10000: J = 1.86, B = 1.89
}
