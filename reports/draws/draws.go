// Package draws writes the runs of a sampler, one a row, as a Parquet file for ArviZ, DuckDB and
// whoever reads Parquet. The file's key-value metadata say what each column means and what the
// runs are of. The README of this folder shows how to read it.
package draws

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"strconv"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/journal"
	"breadboard/grid"
	"breadboard/reports/parquet"
	"breadboard/reports/table"
)

// A Sample is the work of one command: an annealing or programs on one chain, with the runs kept.
type Sample struct {
	Chain  experiments.Chain
	Checks []crosscheck.Check
	Build  journal.Build
}

// A column is a column of the file, with its meaning.
type column struct {
	key, meaning string
	holds        parquet.Type
}

// columns returns the columns of runs on a grid. chain and draw are the dimensions of ArviZ. No
// run depends on another, so there is one chain, and its draws are the runs.
func columns(g grid.Grid) []column {
	whole := parquet.Int
	text := parquet.Text
	all := []column{
		{"T", "number of distributions annealed through", whole},
		{"program", "the inference program; ais is annealing", text},
		{"direction", "forward, or reverse: a run that began at an exact draw of the target", text},
		{"chain", "0: no run depends on another, and so all are draws of one chain", whole},
		{"draw", "the number of the run in its direction, from 0", whole},
		{"cell", "x_T, from 0: what a forward run returns, and where a reverse run began", whole},
	}
	for i := range g.Axes() {
		all = append(all, column{fmt.Sprintf("x_%d", i+1),
			fmt.Sprintf("coordinate of x_T on axis %d, from 0", i+1), whole})
	}
	return append(all, column{"log_w", "log w of the run; -inf forward is a weight of 0, inf in reverse is a run " +
		"that is never made forward", parquet.Float})
}

// Len is the number of runs.
func (s Sample) Len() (n int) {
	for _, c := range s.Checks {
		n += len(c.Runs.Forward.Cells) + len(c.Runs.Reverse.Cells)
	}
	return n
}

// File returns the file of all runs, in the order of the checks, forward before reverse.
func (s Sample) File(name string) table.File {
	g := s.Chain.Target.Grid
	var fields []parquet.Field
	for _, c := range columns(g) {
		fields = append(fields, parquet.Field{Name: c.key, Type: c.holds})
	}
	return table.File{Name: name, Write: func(w io.Writer) error {
		return table.WriteParquet(w, fields, s.rows(), s.facts())
	}}
}

// rows yields a row for each run. The states of a kernel that has several for each cell lie side by side.
func (s Sample) rows() iter.Seq[[]any] {
	g := s.Chain.Target.Grid
	share := int(s.Chain.States) / g.Size()
	return func(yield func([]any) bool) {
		row := make([]any, len(columns(g)))
		for _, c := range s.Checks {
			for _, one := range []struct {
				name string
				sample.Batch
			}{{"forward", c.Runs.Forward}, {"reverse", c.Runs.Reverse}} {
				for i, x := range one.Cells {
					cell := int(x) / share
					row = append(row[:0], c.T, cmp.Or(c.Program, "ais"), one.name, 0, i, cell)
					for _, v := range g.Coords(cell) {
						row = append(row, v)
					}
					if row = append(row, table.Weight(one.LogW[i]+c.Runs.Rise)); !yield(row) {
						return
					}
				}
			}
		}
	}
}

// facts are the file's metadata: what the runs are of, who made them, and what the columns mean.
func (s Sample) facts() map[string]string {
	c := s.Chain
	facts := map[string]string{"target": c.TargetName(), "grid": c.Target.Grid.String(), "kernel": c.Kernel,
		"bridge": c.Bridge, "initial": c.Initial, "schedule": c.Schedule, "version": s.Build.Version,
		"commit": s.Build.Commit, "go": s.Build.Go, "skip_last_kernel": strconv.FormatBool(c.SkipLast),
		"axes": c.Axes, "repeat": c.StepsWord()}
	if c.Kernel == "" { // of a program from outside nobody knows it
		delete(facts, "kernel")
	}
	if c.Seed != nil {
		facts["seed"] = strconv.FormatUint(*c.Seed, 10)
	}
	for _, check := range s.Checks {
		facts["mc_seed"] = strconv.FormatUint(check.MCSeed, 10)
		facts["chains"] = strconv.Itoa(check.Chains)
	}
	for _, col := range columns(c.Target.Grid) {
		facts["column."+col.key] = col.meaning
	}
	return facts
}
