package sweeps

import (
	"fmt"
	"strings"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A Story counts the results of a run that has a journal.
type Story struct {
	Out       string   // "" if nothing is kept
	Shard     string   // "" for the whole sweep
	Jobs      int      // each has one result
	Kept, Run int      // jobs that were in the journal, and jobs that were run
	Torn      int      // bytes cut off at the end of the journal
	Bad       int      // lines of the journal that cannot be read
	Faults    []string // what was wrong with the rows of the table without a result
	Files     []string
}

// Notes returns sentences on a run, a single one if all went well.
func (s Story) Notes() (lines []string) {
	first := fmt.Sprintf("%s, %s from the journal and %s new.", text.Count(s.Jobs, "result"),
		table.Thousands(s.Kept),
		table.Thousands(s.Run))
	if s.Out == "" {
		first = fmt.Sprintf("%s, not kept; --out DIR keeps results, with a figure.",
			text.Count(s.Jobs, "result"))
	}
	if s.Shard != "" {
		first = fmt.Sprintf("Shard %s: %s The same command without --shard makes the tables when every shard is done.",
			s.Shard, first)
	}
	if s.Files != nil {
		first += fmt.Sprintf(" In %s: %s.", s.Out, strings.Join(s.Files, ", "))
	}
	lines = append(lines, first)
	lines = append(lines, LeftOut(s.Torn, s.Bad)...)
	if s.Faults != nil {
		lines = append(lines, fmt.Sprintf("Without J and B: %s; %s. The first, %s.", text.Count(len(s.Faults), "row"),
			warningsSay, s.Faults[0]))
	}
	return lines
}

// LeftOut returns sentences on the bytes that were cut off at the end of a journal, and on its bad lines.
func LeftOut(torn, bad int) (lines []string) {
	if torn > 0 {
		lines = append(lines, fmt.Sprintf("Cut off at the end of the journal: %s, half a line torn while it was "+
			"written.", text.Count(torn, "byte")))
	}
	if bad > 0 {
		lines = append(lines, fmt.Sprintf("Passed over: %s of the journal, unreadable or changed after being written.",
			text.Count(bad, "line")))
	}
	return lines
}

// AddTo adds these lines below the last table, or makes a table of them alone.
func (s Story) AddTo(tables []table.Table) []table.Table {
	if len(tables) == 0 {
		tables = []table.Table{{}}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(last.Notes, s.Notes()...)
	return tables
}
