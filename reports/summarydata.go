package reports

import (
	"fmt"
	"strings"

	"breadboard/experiments"
)

// columns are those of a table for programs.
func columns(keys string) []Column {
	var all []Column
	for _, key := range strings.Fields(keys) {
		all = append(all, Column{Key: key})
	}
	return all
}

// competing says of a row for programs which schedules it is about.
func competing(a experiments.Agreement) string {
	if a.Without == nil {
		return "all"
	}
	return "without " + strings.Join(a.Without, " and ")
}

// WinnersData has a row for every group and T: who has the least J and the least
// B, and what going by B costs.
func WinnersData(s experiments.Summary) Table {
	t := Table{Columns: columns("schedules group T contests least_j least_b same cost_q1 cost_median cost_q3 cost_max dear tau tau_low tau_high")}
	for _, a := range agreements(s) {
		for i, r := range a.Standings {
			k := a.ByT[i]
			t.Rows = append(t.Rows, []any{competing(a), r.Group, r.T, r.Contests, shares(r.ByJ), shares(r.ByB), r.Same,
				r.Cost.Q1, r.Cost.Q2, r.Cost.Q3, r.Cost.Max, r.Dear, finite(k.Mean), finite(k.Low), finite(k.High)})
		}
	}
	return t
}

// shares writes who wins how often.
func shares(all []experiments.Share) []string {
	s := make([]string, len(all))
	for i, share := range all {
		s[i] = fmt.Sprintf("%s %d", share.Schedule, share.Wins)
	}
	return s
}

// TauData has Kendall's tau-b over the sweep (no group), over every group, and
// over every group at every T.
func TauData(s experiments.Summary) Table {
	t := Table{Columns: columns("schedules group T tau low high targets contests tied")}
	for _, a := range agreements(s) {
		all := append([]experiments.Tau{a.Overall}, a.ByGroup...)
		for _, k := range append(all, a.ByT...) {
			row := []any{competing(a), nil, nil, finite(k.Mean), finite(k.Low), finite(k.High), k.Targets, k.Contests, k.Tied}
			if k.Group != "" {
				row[1] = k.Group
			}
			if k.T != 0 {
				row[2] = k.T
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// DearData has every contest in which B's choice has more than twice the least
// J, the dearest first.
func DearData(s experiments.Summary) Table {
	t := Table{Columns: columns("schedules group seed T least_b J_of_least_b B_of_least_b least_j J_of_least_j B_of_least_j cost tau")}
	for _, a := range agreements(s) {
		for _, c := range a.Dear {
			j, b := c.Winner(experiments.J), c.Winner(experiments.B)
			t.Rows = append(t.Rows, []any{competing(a), s.GroupName(c.Cell), seedOrNil(c.Cell.Seed), c.Cell.T, b.Schedule, b.J, b.B, j.Schedule, j.J, j.B, c.Cost(), finite(c.Tau())})
		}
	}
	return t
}

// SchedulesData is what the figures draw: the quartiles of J, of B, and of both
// over the least in the same contest, for every group, schedule and T.
func SchedulesData(s experiments.Summary) Table {
	keys := "group schedule T draws"
	for _, q := range []string{"J", "B", "J_over_least", "B_over_least"} {
		keys += fmt.Sprintf(" %[1]s_q1 %[1]s_median %[1]s_q3 %[1]s_max", q)
	}
	t := Table{Columns: columns(keys)}
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			for _, p := range l.Points {
				row := []any{g.Name, l.Schedule, p.T, p.Draws}
				for _, q := range []experiments.Spread{p.J, p.B, p.OverJ, p.OverB} {
					row = append(row, q.Q1, q.Q2, q.Q3, q.Max)
				}
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

// CellsData is J and B of every cell, from which all the rest is got again; at
// the end are the cells without.
func CellsData(s experiments.Summary) Table {
	t := Table{Columns: columns("group seed schedule T J B")}
	for _, c := range s.Contests {
		for _, e := range c.Entries {
			t.Rows = append(t.Rows, []any{s.GroupName(c.Cell), seedOrNil(c.Cell.Seed), e.Schedule, c.Cell.T, e.J, e.B})
		}
	}
	for _, c := range s.Unmeasured {
		t.Rows = append(t.Rows, []any{s.GroupName(c), seedOrNil(c.Seed), c.Schedule, c.T, nil, nil})
	}
	return t
}
