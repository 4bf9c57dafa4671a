package crew_test

import (
	"fmt"

	"breadboard/chains/crew"
)

// Parts of one task run at once. The first error ends the wait, and a panic would come here too.
func Example() {
	group, sums := crew.New(), make([]int, 3)
	for i := range sums {
		group.Go(func() error {
			for n := range 100 * (i + 1) {
				sums[i] += n
			}
			return nil
		})
	}
	fmt.Println(group.Wait(), sums)
	// Output:
	// <nil> [4950 19900 44850]
}
