package papers_test

import (
	"context"
	"fmt"

	"breadboard/experiments/papers"
)

// Pieces are worked at on all cores, and found in order.
func Example() {
	squares, err := papers.Each(context.Background(), papers.Options{}, []int{1, 1, 1},
		func(_ context.Context, i int) (int, error) { return i * i, nil })
	fmt.Println(squares, err)
	// Output:
	// [0 1 4] <nil>
}
