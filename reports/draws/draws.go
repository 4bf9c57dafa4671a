// Package draws writes the runs of a sampler as CSV, one run a row. The README of this folder says what each column
// means, and shows how to read it.
package draws

import (
	"cmp"
	"fmt"
	"io"
	"iter"

	"breadboard/chains/sample"
	"breadboard/experiments/crosscheck"
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

// Len returns the number of runs of all checks.
func Len(checks []crosscheck.Check) (n int) {
	for _, c := range checks {
		n += len(c.Runs.Forward.Cells) + len(c.Runs.Reverse.Cells)
	}
	return n
}

// WriteCSV writes all runs, in the order of the checks, forward before reverse. The checks are of one chain.
func WriteCSV(w io.Writer, checks []crosscheck.Check) error {
	return table.WriteCSV(w, columns(checks[0].Annealer.Target.Grid), rows(checks))
}

// rows yields a row for each run.
func rows(checks []crosscheck.Check) iter.Seq[[]any] {
	g := checks[0].Annealer.Target.Grid
	return func(yield func([]any) bool) {
		row := make([]any, len(columns(g)))
		for _, c := range checks {
			for _, one := range []struct {
				name string
				sample.Batch
			}{{"forward", c.Runs.Forward}, {"reverse", c.Runs.Reverse}} {
				for i, x := range one.Cells {
					cell := int(x)
					row = append(row[:0], c.T, cmp.Or(c.Program, "ais"), one.name, 0, i, cell)
					for _, v := range g.Coords(cell) {
						row = append(row, v)
					}
					if row = append(row, one.LogW[i]+c.Runs.Offset); !yield(row) {
						return
					}
				}
			}
		}
	}
}
