package display

import (
	"encoding/csv"
	"io"
	"reflect"
	"strconv"

	"breadboard/reports/table"
)

// Lines is a CSV file of cells as they are written here. Tables for programs have all digits (Add); this is for studies
// whose files have few, and are read again.
func Lines(name string, lines [][]string) table.File {
	return table.File{Name: name, Write: func(w io.Writer) error { return csv.NewWriter(w).WriteAll(lines) }}
}

// Rows is a CSV file of rows under the keys of their columns, which reporttest.CommittedCSV reads. A number that does
// not exist is empty.
func Rows[R any](name string, rows []R) table.File {
	var head []string
	table.EachField(reflect.ValueOf(*new(R)), "", func(key, _ string, _ reflect.Value) { head = append(head, key) })
	lines := [][]string{head}
	for _, r := range rows {
		var line []string
		table.EachField(reflect.ValueOf(r), "", func(_, _ string, field reflect.Value) {
			switch field.Kind() {
			case reflect.String:
				line = append(line, field.String())
			case reflect.Int:
				line = append(line, strconv.FormatInt(field.Int(), 10))
			default:
				line = append(line, UnlessNaN("%v", field.Float()))
			}
		})
		lines = append(lines, line)
	}
	return Lines(name, lines)
}

// Digits writes a number with so many digits.
func Digits(v float64, digits int) string { return strconv.FormatFloat(v, 'g', digits, 64) }

// Round leaves so many digits of numbers: what is drawn from them can then be drawn again from the file.
func Round(digits int, numbers ...*float64) {
	for _, v := range numbers {
		rounded, err := strconv.ParseFloat(Digits(*v, digits), 64)
		if err != nil {
			panic("display: " + err.Error()) // unreachable: it is a number, and no larger than one
		}
		*v = rounded
	}
}
