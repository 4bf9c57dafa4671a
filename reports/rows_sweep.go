package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"breadboard/experiments"
)

// Swept says what a sweep or a merge did.
type Swept struct {
	Out         string
	Shard       string // "" for the whole
	Cells       int
	Kept, Run   int // cells that were in the journal, and that were run
	OtherCells  int // rows of the journal that are not asked for, and
	OtherBuilds int // of another build of the program: both are kept there and left out of the table
	Torn        int64
	Bad         int
	Faults      int // rows of the table without a result
	Files       []string
}

// Table is one row for programs, and the story for people.
func (s Swept) Table() Table {
	t := Table{Title: fmt.Sprintf("Sweep in %s", s.Out), Columns: []Column{{"out", ""}, {"shard", ""}, {"cells", ""},
		{"from_journal", "from the journal"}, {"run", ""}, {"left_out", "rows left out"}, {"without_result", "without a result"}}}
	var shard any
	if s.Shard != "" {
		shard = s.Shard
	}
	t.Rows = [][]any{{s.Out, shard, s.Cells, s.Kept, s.Run, s.OtherCells + s.OtherBuilds, s.Faults}}
	note := func(n int, format string) {
		if n > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf(format, n))
		}
	}
	note(s.OtherCells, "%d rows of the journal are of cells not asked for; they stay there and are not in the table.")
	note(s.OtherBuilds, "%d rows of the journal were made by another build of this program; they stay there and are not in the table.")
	note(int(s.Torn), "%d bytes at the end of the journal were a line torn while it was written; they are cut off.")
	note(s.Bad, "%d lines of the journal cannot be read or have changed since they were written; they are passed over.")
	note(s.Faults, "%d cells have no result; their warnings say why.")
	if s.Shard != "" {
		t.Notes = append(t.Notes, "`breadboard merge` makes the table when every shard is done.")
	}
	if s.Files != nil {
		t.Notes = append(t.Notes, "Written: "+strings.Join(s.Files, ", ")+".")
	}
	return t
}

// fewCells is how many cells people are shown one by one.
const fewCells = 20

// DryRun are the tables of what a sweep would run: for programs every cell, for
// people the axes, and the cells or the first of them. estimate is in words.
func DryRun(s *experiments.Sweep, f Format, estimate string) []Table {
	cells := Table{Title: "Cells", Columns: []Column{{Key: "target"}, {Key: "seed"}, {Key: "initial"}, {Key: "kernel"}, {Key: "bridge"},
		{Key: "schedule"}, {Key: "T"}, {Key: "chains"}}}
	for c := range s.Mine() {
		cells.Rows = append(cells.Rows, []any{c.TargetName(), seedOrNil(c.Seed), c.Initial, c.Kernel, c.Bridge, c.Schedule, c.T, c.Chains})
	}
	if f == CSV || f == JSON {
		return []Table{cells}
	}
	if more := len(cells.Rows) - fewCells; more > 0 {
		cells.Title = "The first cells"
		cells.Rows = cells.Rows[:5]
		cells.Notes = append(cells.Notes, fmt.Sprintf("And %d more.", s.Len()-5))
	}
	cells.Notes = append(cells.Notes, estimate)
	return []Table{axes(s), cells}
}

// axes counts the values of every axis.
func axes(s *experiments.Sweep) Table {
	p := s.Plan
	t := Table{Title: fmt.Sprintf("%d cells", len(s.Cells)), Columns: []Column{{Key: "axis"}, {Key: "values"}, {Key: "which"}}}
	if s.Len() != len(s.Cells) {
		t.Title += fmt.Sprintf(", of which %d in shard %d/%d", s.Len(), s.Shard.I, s.Shard.N)
	}
	add := func(axis string, n int, which []string) {
		t.Rows = append(t.Rows, []any{axis, n, abridged(which)})
	}
	var targets, initials, schedules, ts []string
	draws := map[string]int{}
	for _, target := range p.Targets {
		name := target.Toy + target.File
		if draws[name]++; draws[name] == 1 {
			targets = append(targets, name)
		}
	}
	for i, name := range targets {
		if draws[name] > 1 {
			targets[i] += fmt.Sprintf(" (%d seeds)", draws[name])
		}
	}
	for _, i := range p.Initials {
		initials = append(initials, i.Name)
	}
	for _, s := range p.Schedules {
		schedules = append(schedules, s.Name)
	}
	for _, T := range p.Ts {
		ts = append(ts, fmt.Sprint(T))
	}
	add("target", len(p.Targets), targets)
	add("kernel", len(p.Kernels), p.Kernels)
	add("bridge", len(p.Bridges), p.Bridges)
	add("initial", len(p.Initials), initials)
	add("schedule", len(p.Schedules), schedules)
	add("T", len(p.Ts), ts)
	return t
}

// abridged is a list of at most a dozen.
func abridged(names []string) string {
	if len(names) > 12 {
		names = append(append([]string{}, names[:10]...), "...", names[len(names)-1])
	}
	return strings.Join(names, ", ")
}

// An Output is a file of a sweep, to be written by its name.
type Output struct {
	Name  string
	Write func(io.Writer) error
}

// Text writes a text.
func Text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// SweepFiles are all files of a sweep, the same bytes for the same rows and plan:
// its table as CSV, JSON lines and Parquet, and those of its summary.
func SweepFiles(rows []experiments.Row, summary experiments.Summary, plan experiments.Plan) ([]Output, error) {
	spec := plan.Hash()
	facts, err := planFacts(plan)
	if err != nil {
		return nil, err
	}
	files := []Output{
		{"rows.csv", func(w io.Writer) error { return Rows(rows, spec).Write(w, CSV, Style{}) }},
		{"rows.jsonl", func(w io.Writer) error { return RowsJSONL(w, rows, spec) }},
		{"rows.parquet", func(w io.Writer) error { return RowsParquet(w, rows, spec, facts) }},
	}
	more, err := SummaryFiles(summary)
	for _, f := range more {
		files = append(files, Output{f.Name, Text(string(f.Data))})
	}
	return files, err
}

// planFacts say where the table of a plan comes from.
func planFacts(plan experiments.Plan) (map[string]string, error) {
	spec, err := json.Marshal(plan.Spec)
	return map[string]string{
		"breadboard.version": plan.Build.Version, "breadboard.commit": plan.Build.Commit, "breadboard.go": plan.Build.Go,
		"breadboard.spec": string(spec), "breadboard.spec_hash": plan.Hash(),
	}, err
}

// Count notes what was written.
func (s *Swept) Count(rows []experiments.Row, files []Output) {
	for _, r := range rows {
		if r.Fault != "" {
			s.Faults++
		}
	}
	for _, f := range files {
		s.Files = append(s.Files, f.Name)
	}
}
