package bread_test

import (
	"fmt"

	"breadboard/experiments/paper"
	"breadboard/reports/bread"
)

// What a reproduction writes: each table for people and for programs, figures, and a page with everything.
func Example() {
	s := bread.Paper(paper.Reproduction{}, "breadboard")
	for _, f := range s.Unrendered()[:4] {
		fmt.Println(f.Name)
	}
	// Output:
	// tightness.csv
	// tightness.json
	// ensemble.csv
	// ensemble.json
}
