package figure_test

import (
	"fmt"

	"breadboard/reports/figure"
)

// Labels of ticks, and the first lines of a figure, which have shapes of their own.
func Example() {
	fmt.Println(figure.Number(0.0001), figure.Number(12.5), figure.Number(2.5e6))
	fmt.Println(figure.NthLine(0).Marker != figure.NthLine(1).Marker)
	// Output:
	// 1e−4 12.5 2.5e6
	// true
}
