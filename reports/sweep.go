package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Swept counts the rows and cells of a run that has a journal, or of a merge.
type Swept struct {
	What        string // the command, as "sweep" or "score"
	Out         string
	Shard       string // "" for the whole sweep
	Cells       int
	Kept, Run   int   // cells that were in the journal, and cells that were run
	OtherCells  int   // rows of the journal that are not asked for; they stay there
	OtherBuilds int   // rows of the journal from another build of the program; they stay there
	Torn        int64 // bytes cut off at the end of the journal
	Bad         int   // lines of the journal that cannot be read
	Faults      int   // rows of the table without a result
	Files       []string
}

// Table is one row for programs, and notes for people.
func (s Swept) Table() table.Table {
	t := table.Table{Title: fmt.Sprintf("The %s in %s", s.What, s.Out), Columns: table.Columns("out", "shard", "cells",
		"from_journal=from the journal", "run", "left_out=rows left out", "without_result=without a result")}
	t.Add(s.Out, table.Some(s.Shard), s.Cells, s.Kept, s.Run, s.OtherCells+s.OtherBuilds, s.Faults)
	note := func(n int, format string) {
		if n > 0 {
			t.Note(format, n)
		}
	}
	note(s.OtherCells, "%d rows of the journal belong to cells that were not asked for; they stay there and are not "+
		"in the table.")
	note(s.OtherBuilds, "%d rows of the journal were made by another build of this program; they stay there and are "+
		"not in the table.")
	note(int(s.Torn), "%d bytes at the end of the journal were half a line, torn while it was written; they are cut "+
		"off.")
	note(s.Bad, "%d lines of the journal cannot be read or have changed since they were written; they are passed over.")
	note(s.Faults, "%d cells have no result; their warnings say why.")
	if s.Shard != "" {
		t.Note("`breadboard merge` makes the table when every shard is done.")
	}
	if s.Files != nil {
		t.Note("Written: %s.", strings.Join(s.Files, ", "))
	}
	return t
}

// fewCells is the number of cells up to which people see each.
const fewCells = 20

// DryRun are the tables of a planned sweep. Programs see every cell. People see the axes
// and the cells, or the first of many. estimate is the time it takes, in words.
func DryRun(s *sweep.Work, f table.Format, estimate string) []table.Table {
	cells := table.Table{Title: "Cells",
		Columns: table.Keys("target seed initial kernel bridge schedule T program chains")}
	for _, c := range s.Mine() {
		cells.Add(c.TargetName(), table.Pointed(c.Seed), c.Initial, c.Kernel, c.Bridge, c.Schedule, c.T,
			c.ProgramName(), c.Chains)
	}
	if s.Plan.Programs == nil {
		cells.Drop("program")
	}
	if f.ForPrograms() {
		return []table.Table{cells}
	}
	if len(cells.Rows) > fewCells {
		cells.Title = "The first cells"
		cells.Rows = cells.Rows[:5]
		cells.Note("And %d more.", s.Len()-5)
	}
	cells.Notes = append(cells.Notes, estimate)
	return []table.Table{axes(s), cells}
}

func axes(s *sweep.Work) table.Table {
	p := s.Plan
	t := table.Table{Title: text.Count(s.Plan.Len(), "cell"), Columns: table.Columns("axis", "values", "which")}
	if s.Len() != s.Plan.Len() {
		t.Title += fmt.Sprintf(", of which %d in shard %d/%d", s.Len(), s.Shard.I, s.Shard.N)
	}
	var targets []string
	for name, draws := range ranking.GroupBy(p.Targets, func(t sweep.Subject) string { return t.Toy + t.File + t.Data }) {
		if len(draws) > 1 {
			name += fmt.Sprintf(" (%d seeds)", len(draws))
		}
		targets = append(targets, name)
	}
	t.Add("target", len(p.Targets), abridged(targets))
	t.Add("kernel", len(p.Kernels), abridged(p.Kernels))
	t.Add("bridge", len(p.Bridges), abridged(p.Bridges))
	t.Add("initial", len(p.Initials), abridged(each(p.Initials,
		func(i sweep.Named) string { return cmp.Or(i.Name, "each target's own") })))
	schedules := each(p.Schedules, func(s sweep.Named) string { return s.Name })
	t.Add("schedule", len(p.Schedules), abridged(schedules))
	t.Add("T", len(p.Ts), abridged(each(p.Ts, strconv.Itoa)))
	if p.Programs != nil {
		t.Add("program", len(p.Programs), abridged(p.Programs))
	}
	return t
}

// abridged joins names, at most a dozen of them.
func abridged(names []string) string {
	if len(names) > 12 {
		names = slices.Concat(names[:10], []string{"..."}, names[len(names)-1:])
	}
	return strings.Join(names, ", ")
}

// SweepFiles are all files of a sweep, the same bytes for the same rows and plan: its
// table as CSV, JSON lines and Parquet, and the files of its summary.
func SweepFiles(rows []sweep.Row, summary ranking.Summary, plan sweep.Plan) ([]table.File, error) {
	spec, all := plan.Hash(), sweepColumns(plan)
	keys := keysOf(all)
	facts, err := planFacts(plan)
	if err != nil {
		return nil, err
	}
	files := []table.File{
		{Name: "rows.csv", Write: func(w io.Writer) error { return table.WriteCSV(w, keys, rowCells(rows, all, spec)) }},
		{Name: "rows.jsonl", Write: func(w io.Writer) error { return table.WriteLines(w, keys, rowCells(rows, all, spec)) }},
		{Name: "rows.parquet", Write: func(w io.Writer) error {
			return table.WriteParquet(w, keys, rowTypes(all), rowCells(rows, all, spec), facts)
		}},
	}
	more, err := table.Render(summaryFiles(summary))
	return append(files, more...), err
}

// planFacts name the origin of a plan's table.
func planFacts(plan sweep.Plan) (map[string]string, error) {
	spec, err := json.Marshal(plan.Spec)
	b := plan.Build
	return map[string]string{"breadboard.version": b.Version, "breadboard.commit": b.Commit, "breadboard.go": b.Go,
		"breadboard.spec": string(spec), "breadboard.spec_hash": plan.Hash()}, err
}

// Count counts the rows and files that were written.
func (s *Swept) Count(rows []sweep.Row, files []table.File) {
	for _, r := range rows {
		if r.Fault != "" {
			s.Faults++
		}
	}
	s.Wrote(files)
}

// Wrote names the files that were written.
func (s *Swept) Wrote(files []table.File) {
	s.Files = each(files, func(f table.File) string { return f.Name })
}
