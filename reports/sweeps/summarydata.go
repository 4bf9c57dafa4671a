package sweeps

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// competing names the schedules that a row is about.
func competing(a ranking.Agreement) string { return cmp.Or(strings.TrimPrefix(among(a), ", "), "all") }

// winnersData has a row for every group and T: which schedules have the least J and the
// least B, and the cost of choosing by B.
func winnersData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("schedules group T contests least_j least_b same cost_q1 cost_median " +
		"cost_q3 cost_max dear tau tau_low tau_high")}
	for _, a := range agreements(s) {
		for i, r := range a.Standings {
			k := a.ByT[i]
			t.Add(competing(a), r.Group, r.T, r.Contests, each(r.ByJ, wins), each(r.ByB, wins), r.Same, r.Cost.Q1,
				r.Cost.Q2, r.Cost.Q3, r.Cost.Max, r.Dear, table.Known(k.Mean), table.Known(k.Low), table.Known(k.High))
		}
	}
	return t
}

func wins(s ranking.Share) string { return fmt.Sprintf("%s %d", s.Schedule, s.Wins) }

// tauData has Kendall's tau-b over the sweep (no group), over every group, and over every
// group at every T.
func tauData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("schedules group T tau low high targets contests tied")}
	for _, a := range agreements(s) {
		all := append([]ranking.Tau{a.Overall}, a.ByGroup...)
		for _, k := range append(all, a.ByT...) {
			t.Add(competing(a), table.Some(k.Group), table.Some(k.T), table.Known(k.Mean), table.Known(k.Low),
				table.Known(k.High), k.Targets, k.Contests, k.Tied)
		}
	}
	return t
}

// dearData has every contest in which B's choice has more than twice the least J, the
// dearest first.
func dearData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("schedules group seed T least_b J_of_least_b B_of_least_b least_j " +
		"J_of_least_j B_of_least_j cost tau")}
	for _, a := range agreements(s) {
		for _, c := range a.Dear {
			j, b := c.Winner(experiments.J), c.Winner(experiments.B)
			t.Add(competing(a), s.GroupName(c.Job), table.Pointed(c.Job.Seed), c.Job.T, b.Schedule, b.J, b.B,
				j.Schedule, j.J, j.B, c.Cost(), table.Known(c.Tau()))
		}
	}
	return t
}

// outcomesData holds every combination of names over the draws of its target: the quartiles of J
// and B, and of both over the least of what was run on the same draw at the same T. The figure
// draws them.
func outcomesData(s ranking.Summary) table.Table {
	keys := "target kernel bridge initial schedule T program draws"
	for _, q := range []string{"J", "B", "J_over_least", "B_over_least"} {
		keys += fmt.Sprintf(" %[1]s_q1 %[1]s_median %[1]s_q3 %[1]s_max", q)
	}
	t := table.Table{Columns: table.Keys(keys)}
	for _, o := range s.Outcomes {
		j := o.Job
		row := []any{j.TargetName(), j.Kernel, j.Bridge, j.Initial, j.Schedule, j.T, j.ProgramName(), len(o.Draws)}
		for _, q := range []ranking.Spread{o.J, o.B, o.OverJ, o.OverB} {
			row = append(row, table.Known(q.Q1), table.Known(q.Q2), table.Known(q.Q3), table.Known(q.Max))
		}
		t.Add(row...)
	}
	if !slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		for _, c := range t.Columns {
			if strings.Contains(c.Key, "_over_least_") {
				t.Drop(c.Key)
			}
		}
	}
	return t
}

// cellsData has J and B of every cell, from which all other tables can be computed. Cells
// without J and B come last.
func cellsData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("group seed schedule T J B")}
	for _, c := range s.Contests {
		for _, e := range c.Entries {
			t.Add(s.GroupName(c.Job), table.Pointed(c.Job.Seed), e.Schedule, c.Job.T, e.J, e.B)
		}
	}
	for _, c := range s.Unmeasured {
		t.Add(s.GroupName(c), table.Pointed(c.Seed), c.Schedule, c.T, nil, nil)
	}
	return t
}
