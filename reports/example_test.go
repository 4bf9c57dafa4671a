package reports_test

import (
	"context"
	"os"

	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/table"
)

// From a setting to a table, as `breadboard exact --toy barrier -T 100 --format markdown`
// does it.
func ExampleExactly() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		panic(err)
	}
	rows, err := chain.Exactly(context.Background(), []int{100}, nil)
	if err != nil {
		panic(err)
	}
	t := reports.Exactly(rows, table.Markdown)
	t.Title, t.Notes = "", nil
	t.Drop("defect") // the defect is rounding, and another machine rounds otherwise
	_ = t.Write(os.Stdout, table.Markdown, table.Style{})
	// Output:
	// |   T |      J | KL(q‖p) | KL(p‖q) |      B |    B/J |
	// |----:|-------:|--------:|--------:|-------:|-------:|
	// | 100 | 1.6479 | 0.89984 | 0.74802 | 1.8104 | 1.0987 |
}
