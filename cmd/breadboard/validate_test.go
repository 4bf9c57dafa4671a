package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
)

// matrixCSV returns a file with the matrix of a catalogued kernel on wall.csv at one
// beta: each entry in the fewest digits that read back the same.
func matrixCSV(t *testing.T, kernel string, beta float64, change func(x, y int, p float64) float64) string {
	t.Helper()
	c, err := experiments.Setting{Target: filepath.Join(files(t, inputs), "wall.csv"), Kernel: kernel}.Chain()
	must.Do(t, err)
	a := at(t, c, 2)
	op, _ := a.Aimed(1, beta)
	var lines []string
	for x := range a.Grid.Size() {
		row, stay := make([]float64, a.Grid.Size()), 1.0
		op.Row(x, func(y int, p float64) {
			row[y] += p
			stay -= p
		})
		row[x] = stay
		var fields []string
		for y, p := range row {
			if change != nil {
				p = change(x, y, p)
			}
			fields = append(fields, fmt.Sprint(p))
		}
		lines = append(lines, strings.Join(fields, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

// offBy1e6 moves a millionth of cell 4's staying to cell 1.
func offBy1e6(x, y int, p float64) float64 {
	switch {
	case x == 4 && y == 1:
		return p + 1e-6
	case x == 4 && y == 4:
		return p - 1e-6
	}
	return p
}
