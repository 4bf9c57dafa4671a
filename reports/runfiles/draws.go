// Package runfiles writes the runs of a sampler as CSV, one run a row. The README of this folder says what each column
// means, and shows how to read it.
package runfiles

import (
	"cmp"
	"fmt"
	"io"
	"iter"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/reports/table"
)

// Begins holds the beginning of every file of runs.
const Begins = "T,program,direction,chain,draw,cell,x_1,"

// columns returns the columns of runs on a grid. No run depends on another, so all are draws of one chain.
func columns(g grid.Grid) []table.Column {
	all := table.Keys("T program direction chain draw cell")
	for i := range g.Axes() {
		all = append(all, table.Column{Key: fmt.Sprint("x_", i+1)})
	}
	return append(all, table.Column{Key: "log_w"})
}

// Len returns the number of runs of all measurements.
func Len(all []experiments.Measurement) (n int) {
	for _, m := range all {
		n += len(m.Check.Runs.Forward.Cells) + len(m.Check.Runs.Reverse.Cells)
	}
	return n
}

// WriteCSV writes all runs, in the order of the measurements, forward before reverse. They are of one annealer.
func WriteCSV(w io.Writer, all []experiments.Measurement) error {
	return table.WriteCSV(w, columns(all[0].Annealer.Target.Grid), rows(all))
}

// rows yields a row for each run.
func rows(all []experiments.Measurement) iter.Seq[[]any] {
	g := all[0].Annealer.Target.Grid
	return func(yield func([]any) bool) {
		row := make([]any, len(columns(g)))
		for _, m := range all {
			runs := m.Check.Runs
			for _, one := range []struct {
				name string
				sample.Batch
			}{{"forward", runs.Forward}, {"reverse", runs.Reverse}} {
				for i, x := range one.Cells {
					cell := int(x)
					row = append(row[:0], m.T, cmp.Or(m.Program, "ais"), one.name, 0, i, cell)
					for _, v := range g.Coords(cell) {
						row = append(row, v)
					}
					if row = append(row, one.LogW[i]+runs.Offset); !yield(row) {
						return
					}
				}
			}
		}
	}
}
