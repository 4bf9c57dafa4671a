package data_test

import (
	"fmt"

	"breadboard/toys/zoo/data"
)

// The first launches of the shuttle: the temperature, and whether a ring was damaged.
func Example() {
	columns := data.Columns("challenger", "temperature", "distressed")
	fmt.Println(columns[0][:3], columns[1][:3])
	// Output:
	// [66 70 69] [0 1 0]
}
