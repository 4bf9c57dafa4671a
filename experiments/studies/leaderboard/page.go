package leaderboard

import (
	"reflect"
	"strconv"

	"breadboard/experiments/studies/display"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = []string{"estimates.csv", "rows.csv"}

// Page shows who is first, and has all numbers for programs.
func Page(found Found) (all study.Study) {
	all.Others = append(all.Others, display.Lines("rows.csv", lines(found.Rows)),
		display.Lines("estimates.csv", lines(found.Estimates)))
	return all
}

// lines are rows under the keys of their columns. A number that does not exist is empty.
func lines[R any](rows []R) (all [][]string) {
	var head []string
	table.EachField(reflect.ValueOf(*new(R)), "", func(key, _ string, _ reflect.Value) { head = append(head, key) })
	all = append(all, head)
	for _, r := range rows {
		var line []string
		table.EachField(reflect.ValueOf(r), "", func(_, _ string, field reflect.Value) {
			switch field.Kind() {
			case reflect.String:
				line = append(line, field.String())
			case reflect.Int:
				line = append(line, strconv.FormatInt(field.Int(), 10))
			default:
				line = append(line, display.UnlessNaN("%v", field.Float()))
			}
		})
		all = append(all, line)
	}
	return all
}
