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
	Betas       string // what is said of files of betas; "" if there are none
}

// Notes tell it to people, in a line if all went well.
func (s Swept) Notes() (lines []string) {
	first := fmt.Sprintf("%s, %s from the journal and %s new.", counted(s.Cells, "result"), table.Thousands(s.Kept),
		table.Thousands(s.Run))
	if s.Shard != "" {
		first = fmt.Sprintf("Shard %s: %s `breadboard merge %s` makes the tables when every shard is done.", s.Shard, first,
			s.Out)
	}
	if s.Files != nil {
		const few = 5
		first += fmt.Sprintf(" In %s: %s", s.Out, strings.Join(s.Files[:min(few, len(s.Files))], ", "))
		if more := len(s.Files) - few; more > 0 {
			first += " and " + counted(more, "file") + " more"
		}
		first += "."
	}
	lines = append(lines, first)
	if s.Betas != "" {
		lines = append(lines, s.Betas)
	}
	note := func(n int, noun, format string) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, counted(n, noun)))
		}
	}
	note(s.OtherCells, "row", "Left in the journal and out of the table: %s, not asked for now.")
	note(s.OtherBuilds, "row", "Left in the journal and out of the table: %s, made by another build of this program.")
	note(int(s.Torn), "byte", "Cut off at the end of the journal: %s, half a line torn while it was written.")
	note(s.Bad, "line", "Passed over: %s of the journal, unreadable or changed after being written.")
	note(s.Faults, "row", "Without J and B: %s, whose warnings say why.")
	return lines
}

// counted writes a number of things, as "1 row" and "1,000 rows".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return table.Thousands(n) + " " + noun + "s"
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
