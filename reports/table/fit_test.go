package table_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/reports/table"
)

// A table that is too wide loses its spare columns first, and then its names are broken after hyphens and colons.
func TestSpareColumns(t *testing.T) {
	made := table.Table{Columns: table.Columns("kernel", "J", "b_over_j=B/J", "least"), Spare: []string{"b_over_j"}}
	made.Add("delayed-rejection", 0.5, 3.5, "J")
	for width, want := range map[int]string{
		60: `┌───────────────────┬─────────┬────────┬───────┐
│ kernel            │       J │    B/J │ least │
├───────────────────┼─────────┼────────┼───────┤
│ delayed-rejection │ 0.50000 │ 3.5000 │ J     │
└───────────────────┴─────────┴────────┴───────┘
`,
		44: `┌───────────────────┬─────────┬───────┐
│ kernel            │       J │ least │
├───────────────────┼─────────┼───────┤
│ delayed-rejection │ 0.50000 │ J     │
└───────────────────┴─────────┴───────┘
There is no room for B/J in 44 columns.
`,
		36: `┌───────────┬─────────┬───────┐
│ kernel    │       J │ least │
├───────────┼─────────┼───────┤
│ delayed-  │ 0.50000 │ J     │
│ rejection │         │       │
└───────────┴─────────┴───────┘
There is no room for B/J in 36
  columns.
`,
	} {
		if diff := cmp.Diff(want, write(t, made, table.Plain, table.Style{Width: width})); diff != "" {
			t.Errorf("at %d columns: %s", width, diff)
		}
	}
}
