package sweeps

import (
	"cmp"
	"fmt"
	"strconv"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// fewCells is the number of cells up to which people see each.
const fewCells = 20

// DryRun are the tables of a planned sweep. Programs see every cell. People see the axes
// and the cells, or the first of many. estimate is the time it takes, in words.
func DryRun(s *sweep.Work, f table.Format, estimate string) []table.Table {
	cells := table.Table{Title: "What would be run",
		Columns: table.Keys("target seed initial kernel bridge schedule T program chains mc_seed")}
	for _, c := range s.Mine() {
		cells.Add(c.TargetName(), table.Pointed(c.Seed), c.Initial, c.Kernel, c.Bridge, c.Schedule, c.T,
			c.ProgramName(), c.Chains, c.MCSeed)
	}
	if s.Plan.Programs == nil {
		cells.Drop("program")
	}
	if s.Plan.Spec.Chains == 0 {
		cells.Drop("mc_seed")
	}
	if f.ForPrograms() {
		return []table.Table{cells}
	}
	if len(cells.Rows) > fewCells {
		cells.Title = "The first of what would be run"
		cells.Rows = cells.Rows[:5]
		cells.Note("And %d more.", s.Len()-5)
	}
	cells.Notes = append(cells.Notes, estimate)
	all := axes(s.Plan)
	all.Title = text.Count(s.Plan.Len(), "result")
	if s.Len() != s.Plan.Len() {
		all.Title += fmt.Sprintf(", of which %d in shard %d/%d", s.Len(), s.Shard.I, s.Shard.N)
	}
	return []table.Table{all, cells}
}

// axes are the lists of a plan.
func axes(p sweep.Plan) table.Table {
	t := table.Table{Columns: table.Columns("axis", "values", "which")}
	var targets []string
	for name, draws := range ranking.GroupBy(p.Targets, func(t sweep.Subject) string { return t.Toy + t.File + t.Data }) {
		if len(draws) > 1 {
			name += fmt.Sprintf(" (%d seeds)", len(draws))
		}
		targets = append(targets, name)
	}
	t.Add("target", len(p.Targets), table.Abridged(targets))
	t.Add("kernel", len(p.Kernels), table.Abridged(p.Kernels))
	if p.Matrices != nil {
		t.Add("matrix", len(p.Matrices), table.Abridged(each(p.Matrices,
			func(m sweep.Kernel) string { return fmt.Sprintf("%s (T = %d)", m.Name, m.T) })))
	}
	t.Add("bridge", len(p.Bridges), table.Abridged(p.Bridges))
	t.Add("initial", len(p.Initials), table.Abridged(each(p.Initials,
		func(i sweep.Named) string { return cmp.Or(i.Name, "each target's own") })))
	schedules := each(p.Schedules, func(s sweep.Named) string { return s.Name })
	t.Add("schedule", len(p.Schedules), table.Abridged(schedules))
	t.Add("T", len(p.Ts), table.Abridged(each(p.Ts, strconv.Itoa)))
	if p.Programs != nil {
		t.Add("program", len(p.Programs), table.Abridged(p.Programs))
	}
	return t
}
