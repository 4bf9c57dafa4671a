package columns_test

import (
	"fmt"

	"breadboard/experiments/columns"
)

// What the column B means.
func Example() {
	for _, c := range columns.Of("exact") {
		if c.Name == "B" {
			fmt.Printf("%s, %s: %s\n", c.Kind, c.Unit, c.Meaning)
		}
	}
	// Output:
	// number, nats: BREAD's bound on J: E_rev[log w] - E_fwd[log w] (Eq. 21)
}
