package lists_test

import (
	"fmt"

	"breadboard/experiments/lists"
)

// Levels and seeds as people write them.
func Example() {
	levels, err := lists.Levels.Read([]string{"10..1000x3", "5000"})
	fmt.Println(levels, err)
	seeds, err := lists.Seeds([]string{"1..4", "7"})
	fmt.Println(seeds, err)
	_, err = lists.Levels.Read([]string{"1"})
	fmt.Println(err)
	// Output:
	// [10 100 1000 5000] <nil>
	// [1 2 3 4 7] <nil>
	// T 1; a number of levels from 2 to 10000000 would do
}
