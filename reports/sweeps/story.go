package sweeps

import (
	"fmt"
	"strings"

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

// Notes tell it to people, in a line if all went well.
func (s Swept) Notes() (lines []string) {
	first := fmt.Sprintf("%s, %d from the journal and %d new.", text.Count(s.Cells, "result"), s.Kept, s.Run)
	if s.Shard != "" {
		first = fmt.Sprintf("Shard %s: %s `breadboard merge %s` makes the tables when every shard is done.", s.Shard, first,
			s.Out)
	}
	if s.Files != nil {
		const few = 5
		first += fmt.Sprintf(" In %s: %s", s.Out, strings.Join(s.Files[:min(few, len(s.Files))], ", "))
		if more := len(s.Files) - few; more > 0 {
			first += " and " + text.Count(more, "file") + " more"
		}
		first += "."
	}
	lines = append(lines, first)
	note := func(n int, format string) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, n))
		}
	}
	note(s.OtherCells, "%d rows of the journal were not asked for now; they stay there and are not "+
		"in the table.")
	note(s.OtherBuilds, "%d rows of the journal were made by another build of this program; they stay there and are "+
		"not in the table.")
	note(int(s.Torn), "%d bytes at the end of the journal were half a line, torn while it was written; they are cut "+
		"off.")
	note(s.Bad, "%d lines of the journal cannot be read or have changed since they were written; they are passed over.")
	note(s.Faults, "%d have no J and no B; the warnings in their rows say why.")
	return lines
}

// AddTo adds these lines below the last table, or makes a table of them alone.
func (s Swept) AddTo(tables []table.Table) []table.Table {
	if len(tables) == 0 {
		tables = []table.Table{{}}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(last.Notes, s.Notes()...)
	return tables
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
