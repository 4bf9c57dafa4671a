package sheets_test

import (
	"fmt"

	"breadboard/grid/sheets"
)

// A file has more columns than one is interested in.
func Example() {
	s, err := sheets.CSV("run,log_w,direction\n1,-0.5,forward\n2,0.25,reverse\n", "a CSV file")
	if err != nil {
		fmt.Println(err)
		return
	}
	logw, _ := s.Find("log_w")
	way, _ := s.Find("direction")
	columns := []sheets.Column{{At: way, Name: "direction", Words: true}, {At: logw, Name: "log_w"}}
	err = s.Each(columns, func(row int, v []sheets.Value) error {
		fmt.Println(row, v[0].Word, v[1].Number)
		return nil
	})
	fmt.Println(err)
	// Output:
	// 1 forward -0.5
	// 2 reverse 0.25
	// <nil>
}
