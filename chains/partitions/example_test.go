package partitions_test

import (
	"fmt"

	"breadboard/chains/partitions"
)

// The five partitions of three points, as labels of their clusters.
func Example() {
	s := partitions.New(3)
	for x := range s.Size() {
		fmt.Println(x, s.Labels(3, x), s.Clusters(x))
	}
	// Output:
	// 0 [0 0 0] 1
	// 1 [0 0 1] 2
	// 2 [0 1 0] 2
	// 3 [0 1 1] 2
	// 4 [0 1 2] 3
}
