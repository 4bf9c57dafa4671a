package page_test

import (
	"bytes"
	"fmt"
	"strings"

	"breadboard/reports/page"
	"breadboard/reports/table"
)

// A page with one table, which needs no script and no other file.
func Example() {
	p := page.Page{Title: "One run", Intro: []string{"J of BARRIER."}, Sections: []page.Section{{ID: "j", Title: "J",
		Tables: []table.Table{{Columns: table.Columns("T", "J"), Rows: [][]any{{100, 1.6479}}}}}}}
	var html bytes.Buffer
	if err := p.Write(&html); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(html.String(), "1.6479"), strings.Contains(html.String(), "<script"))
	// Output:
	// true false
}
