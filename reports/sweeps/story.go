package sweeps

import (
	"fmt"
	"strings"

	"breadboard/experiments/sweep"
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
