package papers_test

import (
	"fmt"
	"os"

	"breadboard/reports/papers"
	"breadboard/reports/table"
)

// A part with a table, which is printed, and kept as a file beside the page.
func Example() {
	t := table.Table{Title: "J of BARRIER", Columns: table.Keys("T J")}
	t.Add(100, 1.6479)
	r := papers.Report{Quick: true,
		Parts: []papers.Part{{ID: "j", Tables: []table.Table{t}, Data: []table.Named{{Name: "j", Table: t}}}}}
	if err := r.Write(os.Stdout, table.Markdown, table.Style{}); err != nil {
		fmt.Println(err)
	}
	for _, f := range r.Files("") {
		fmt.Println(f.Name)
	}
	// Output:
	// **J of BARRIER (quick run)**
	//
	// |   T |      J |
	// |----:|-------:|
	// | 100 | 1.6479 |
	// j.csv
	// report.html
}
