package table_test

import (
	"fmt"
	"math"
	"os"

	"breadboard/reports/table"
)

// Example prints one table for people and for software.
func Example() {
	t := table.Table{
		Title:   "Two runs",
		Columns: table.Columns("T", "J", "kl_q_p=KL(q‖p)"),
		Rows:    [][]any{{10, 1.0847221, nil}, {100, 1.0 / 3, math.Inf(1)}},
		Notes:   []string{"In nats."},
	}
	for _, f := range []table.Format{table.Plain, table.CSV} {
		if err := t.Write(os.Stdout, f, table.Style{}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// Two runs
	// ┌─────┬─────────┬─────────┐
	// │   T │       J │ KL(q‖p) │
	// ├─────┼─────────┼─────────┤
	// │  10 │  1.0847 │         │
	// │ 100 │ 0.33333 │     inf │
	// └─────┴─────────┴─────────┘
	// In nats.
	// T,J,kl_q_p,keys
	// 10,1.0847221,,1
	// 100,0.3333333333333333,inf,1
}
