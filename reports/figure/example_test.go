package figure_test

import (
	"fmt"

	"breadboard/reports/figure"
)

// Labels of ticks, and the first lines of a figure, which have marks of their own.
func Example() {
	fmt.Println(figure.Number(0.0001), figure.Number(12.5), figure.Number(2.5e6))
	fmt.Println(figure.NthLine(0).Mark != figure.NthLine(1).Mark)
	// Output:
	// 0.0001 12.5 2.5e6
	// true
}
