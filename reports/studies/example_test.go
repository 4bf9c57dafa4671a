package studies_test

import (
	"fmt"
	"os"

	"breadboard/experiments/studies/paper"
	"breadboard/reports/studies"
	"breadboard/reports/table"
)

// The draws of a search, the nearest to the published figures first.
func Example() {
	draws := []paper.Draw{{Seed: 80996, Figures: []float64{0.1267, 0.00518, 0.069}, Distance: 0.0011}}
	if err := studies.DrawsTable(paper.Toys()[0], draws).Write(os.Stdout, table.Plain, table.Style{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// EASY RANDOM: the draws nearest to the published figures
	// ┌──────┬───────┬─────────┬───────────┬──────────┬───────────┐
	// │ toy  │  seed │  J(100) │   J(1000) │  B(1000) │  distance │
	// ├──────┼───────┼─────────┼───────────┼──────────┼───────────┤
	// │ easy │ 80996 │ 0.12670 │ 0.0051800 │ 0.069000 │ 0.0011000 │
	// └──────┴───────┴─────────┴───────────┴──────────┴───────────┘
	// The distance is the sum of squares of log(figure/published).
	// Published: J(100) = 0.13, J(1000) = 0.00518, B(1000) = 0.0705.
}
