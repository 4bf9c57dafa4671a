package display

import (
	"encoding/csv"
	"io"
	"strconv"

	"breadboard/reports/table"
)

// Lines is a CSV file of cells as they are written here. Tables for programs have all digits (Add); this is for studies
// whose files have few, and are read again.
func Lines(name string, lines [][]string) table.File {
	return table.File{Name: name, Write: func(w io.Writer) error { return csv.NewWriter(w).WriteAll(lines) }}
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
