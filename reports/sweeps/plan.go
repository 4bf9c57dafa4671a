package sweeps

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// fewCells is the number of cells up to which people see each.
const fewCells = 20

// DryRun are the tables of a planned sweep. Programs see every cell. People see the axes
// and the cells, or the first of many.
func DryRun(s *sweep.Work, f table.Format) []table.Table {
	cells := table.Table{Title: "What would be run",
		Columns: table.Keys("target seed initial kernel bridge schedule T program chains mc_seed repeat")}
	for _, c := range s.Mine() {
		cells.Add(c.TargetName(), table.Pointed(c.Seed), c.Initial, c.Kernel, c.Bridge, c.Schedule, c.T,
			c.ProgramName(), c.Chains, c.MCSeed, c.Repeat)
	}
	if s.Plan.Programs == nil {
		cells.Drop("program")
	}
	if slices.Equal(s.Plan.Repeats, oneStep) {
		cells.Drop("repeat")
	}
	if s.Plan.Spec.Chains == 0 {
		cells.Drop("mc_seed")
	}
	if f.ForPrograms() {
		return []table.Table{cells}
	}
	if s.Plan.Spec.Chains == 0 {
		cells.Drop("chains")
	}
	if len(cells.Rows) > fewCells {
		cells.Title = "The first of what would be run"
		cells.Rows = cells.Rows[:5]
		cells.Note("And %s more.", table.Thousands(len(s.Mine())-5))
	}
	all := axes(s.Plan)
	all.Title = text.Count(s.Plan.Len(), "result")
	if n := len(s.Mine()); n != s.Plan.Len() {
		all.Title += fmt.Sprintf(", of which %d in shard %v", n, s.Shard)
	}
	return []table.Table{all, cells}
}

func axes(p sweep.Plan) table.Table {
	t := table.Table{Columns: table.Columns("axis", "values", "which")}
	var targets []string
	for name, draws := range experiments.GroupBy(p.Targets,
		func(t sweep.Target) string { return t.Toy + t.Target + t.Data }) {
		if len(draws) > 1 {
			name += fmt.Sprintf(" (%d seeds)", len(draws))
		}
		targets = append(targets, name)
	}
	t.Add("target", len(p.Targets), table.Abridged(targets))
	t.Add("kernel", len(p.Kernels), table.Abridged(table.Each(p.Kernels, func(k sweep.Kernel) string {
		if k.T > 0 {
			return fmt.Sprintf("%s (T = %d)", k.Name, k.T)
		}
		return k.Name
	})))
	if !slices.Equal(p.Repeats, oneStep) {
		t.Add("repeat", len(p.Repeats), table.Abridged(table.Each(p.Repeats, strconv.Itoa)))
	}
	t.Add("bridge", len(p.Bridges), table.Abridged(p.Bridges))
	t.Add("initial", len(p.Initials), table.Abridged(table.Each(p.Initials,
		func(name string) string { return cmp.Or(name, "each target's own") })))
	t.Add("schedule", len(p.Schedules), table.Abridged(p.Schedules))
	if len(p.Spec.Budget) > 0 {
		t.Add("evaluations", len(p.Ts), table.Abridged(table.Each(p.Ts,
			func(T int) string { return strconv.Itoa(T - 1) })))
	} else {
		t.Add("T", len(p.Ts), table.Abridged(table.Each(p.Ts, strconv.Itoa)))
	}
	if p.Programs != nil {
		t.Add("program", len(p.Programs), table.Abridged(p.Programs))
	}
	return t
}

// Swept counts the rows and cells of a run that has a journal, or of a merge.
type Swept struct {
	Out       string // "" if nothing is kept
	Shard     string // "" for the whole sweep
	Cells     int
	Kept, Run int // cells that were in the journal, and cells that were run
	Torn      int // bytes cut off at the end of the journal
	Bad       int // lines of the journal that cannot be read
	Faults    int // rows of the table without a result
	Files     []string
	Betas     string // what is said of files of betas; "" if there are none
}

// Notes tell it to people, in a line if all went well.
func (s Swept) Notes() (lines []string) {
	first := fmt.Sprintf("%s, %s from the journal and %s new.", table.Counted(s.Cells, "result"),
		table.Thousands(s.Kept),
		table.Thousands(s.Run))
	if s.Out == "" {
		first = fmt.Sprintf("%s, not kept; --out DIR keeps results, with a figure.",
			table.Counted(s.Cells, "result"))
	}
	if s.Shard != "" {
		first = fmt.Sprintf("Shard %s: %s `breadboard sweep --merge %s` makes the tables when every shard is done.",
			s.Shard, first, s.Out)
	}
	if s.Files != nil {
		first += fmt.Sprintf(" In %s: %s.", s.Out, strings.Join(s.Files, ", "))
	}
	lines = append(lines, first)
	if s.Betas != "" {
		lines = append(lines, s.Betas)
	}
	note := func(n int, noun, format string) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, table.Counted(n, noun)))
		}
	}
	note(s.Torn, "byte", "Cut off at the end of the journal: %s, half a line torn while it was written.")
	note(s.Bad, "line", "Passed over: %s of the journal, unreadable or changed after being written.")
	note(s.Faults, "row", "Without J and B: %s, whose warnings say why.")
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

// Wrote names the files that were written.
func (s *Swept) Wrote(files []table.File) {
	s.Files = table.Each(files, func(f table.File) string { return f.Name })
}

// Betas are files of the betas that descent found, one a row of best-b or best-j, as --schedule file: reads them.
// Comments at their heads say what they are of.
func Betas(rows []sweep.Row) (files []table.File, err error) {
	const longest = 200 // bytes of a name; file systems take 255
	taken := map[string]int{}
	for _, r := range rows {
		if r.Chosen == nil || r.Chosen.Betas == nil {
			continue
		}
		s, err := chains.NewSchedule(r.Chosen.Betas)
		if err != nil { // nothing checks a journal that was made by hand
			return nil, fmt.Errorf("the betas of %s: %w", r.Job, err)
		}
		// The file of "easy, seed 7, best-b, T = 20" is easy-seed-7-best-b-T-20.
		name := strings.Join(strings.FieldsFunc(r.Job.String(), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.'
		}), "-")
		if len(name) > longest {
			name = strings.ToValidUTF8(name[len(name)-longest:], "") // schedule and T are last
		}
		if taken[name]++; taken[name] > 1 {
			name += fmt.Sprintf("_%d", taken[name])
		}
		files = append(files, table.File{Name: name + ".csv", Write: func(w io.Writer) error {
			return chains.WriteBetas(w, s, fmt.Sprintf("the betas of %s on %s", r.Job, r.Grid),
				fmt.Sprintf("J = %s, B = %s, in nats", table.Full(r.At("J")), table.Full(r.At("B"))))
		}})
	}
	return files, nil
}

// SavedBetas is a note of such files in a directory.
func SavedBetas(files []table.File, dir string) string {
	if len(files) == 0 {
		return "There are no betas to save: no descent has a result."
	}
	return fmt.Sprintf("In %s: %s of betas; --schedule file:%s/%s reads the first.", dir,
		table.Counted(len(files), "file"), dir, files[0].Name)
}

// oneStep are the steps a level of a plan that names none.
var oneStep = []int{1}
