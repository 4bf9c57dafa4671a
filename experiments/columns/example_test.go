package columns_test

import (
	"fmt"

	"breadboard/experiments/columns"
)

// What the column B means, and in which tables it is.
func Example() {
	for _, table := range columns.In("B") {
		fmt.Println(table.Command)
	}
	for _, c := range columns.Exact(false, false) {
		if c.Name == "B" {
			fmt.Printf("%s, %s: %s\n", c.Kind, c.Unit, c.Meaning)
		}
	}
	// Output:
	// exact
	// exact --program
	// sweep
	// exact --lengths
	// tune
	// validate --format json
	// number, nats: BREAD's bound on J: E_rev[log w] - E_fwd[log w] (Eq. 21)
}
