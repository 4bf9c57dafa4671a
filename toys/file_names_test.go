package toys_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/toys"
)

// aWhole is a number as pandas writes it in a column of whole numbers.
var aWhole = regexp.MustCompile(`^-?[0-9]+$`)

// looksNamed is the definition: above some rows stand 0, 1, 2 and so on, and every column below is either of whole
// numbers alone or of none. Where no number has a point or an exponent, three columns and two rows below are needed.
func looksNamed(rows [][]string) bool {
	if len(rows) < 2 || len(rows[0]) < 2 {
		return false
	}
	small := len(rows[0]) == 2 || len(rows) == 2
	for j, name := range rows[0] {
		var kinds []bool
		for _, row := range rows[1:] {
			kinds = append(kinds, aWhole.MatchString(row[j]))
			small = small && !strings.ContainsAny(row[j], ".e")
		}
		if name != fmt.Sprint(j) || slices.Contains(kinds, true) && slices.Contains(kinds, false) {
			return false
		}
	}
	return !small
}

// A table of which row 1 looks like names is known by that, and no other.
func TestHeaded(t *testing.T) {
	headed := 0
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "columns")
		numbers := []string{"0", "1", "-2", "10", "0.5", "-inf", "1e3", "3.0"}
		var rows [][]string
		if rapid.IntRange(0, 3).Draw(t, "counts") > 0 {
			var names []string
			for j := range width {
				names = append(names, fmt.Sprint(j))
			}
			rows = append(rows, names)
		}
		column := make([][]string, width) // what stands in it
		for j := range column {
			column[j] = rapid.SampledFrom([][]string{numbers, numbers[:4], numbers[4:]}).Draw(t, "kind")
		}
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			var row []string
			for j := range width {
				row = append(row, rapid.SampledFrom(column[j]).Draw(t, "number"))
			}
			rows = append(rows, row)
		}
		var lines []string
		for _, row := range rows {
			lines = append(lines, strings.Join(row, ","))
		}
		target, err := toys.Read(strings.NewReader(strings.Join(lines, "\n")), "g.csv", toys.LogF)
		if err != nil { // no cell has mass, or there is but one
			return
		}
		want := looksNamed(rows)
		if want {
			headed++
		}
		if target.Headed != want {
			t.Fatalf("%v looks like a table with names: %v, want %v", rows, target.Headed, want)
		}
	})
	if headed < 5 {
		t.Errorf("only %d tables had names", headed)
	}
}
