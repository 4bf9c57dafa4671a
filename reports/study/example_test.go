package study_test

import (
	"fmt"
	"os"

	"breadboard/reports/study"
	"breadboard/reports/table"
)

// A study with one table, for people and for programs, and a page.
func Example() {
	type row struct {
		T int     `column:"T"`
		J float64 `column:"J"`
	}
	var s study.Study
	study.Rows(&s, "divergences", "T J", []row{{10, 1.5}, {100, 0.25}}, nil)
	s.Text("README.md", "# Divergences\n")
	s.People = []table.Table{s.Data[0].Table}
	for _, f := range s.Unrendered() {
		fmt.Println(f.Name)
	}
	if err := s.Write(os.Stdout, table.CSV, table.Style{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// divergences.csv
	// divergences.json
	// README.md
	// T,J,keys
	// 10,1.5,1
	// 100,0.25,1
}
