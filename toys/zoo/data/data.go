// Package data has small data sets that have been in public use for decades. README.md says
// where each comes from and what its columns are.
package data

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
)

//go:embed *.csv
var files embed.FS

// Columns returns columns of a data set, by the names in its header. It panics if there is no
// such data set or column, or if a value is not a number.
func Columns(set string, names ...string) [][]float64 {
	file, err := files.ReadFile(set + ".csv")
	if err != nil {
		panic(fmt.Sprintf("data: there is no set %q", set))
	}
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("data: %s: %v", set, err))
	}
	columns := make([][]float64, len(names))
	for i, name := range names {
		at := slices.Index(rows[0], name)
		if at < 0 {
			panic(fmt.Sprintf("data: %s has no column %q", set, name))
		}
		for _, row := range rows[1:] {
			v, err := strconv.ParseFloat(row[at], 64)
			if err != nil {
				panic(fmt.Sprintf("data: %s: %v", set, err))
			}
			columns[i] = append(columns[i], v)
		}
	}
	return columns
}
