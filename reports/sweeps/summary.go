package sweeps

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// mostDear is the largest number of dear contests that people see.
const mostDear = 20

// summaryTables are a summary for people: who has the least J and the least B, how far the
// two orders agree, in which contests B's choice is dear, and how far every schedule is
// from the least J. The schedules best-j and best-b, which win by definition, are only in
// the last table.
func summaryTables(s ranking.Summary) []table.Table {
	a := agreements(s)[len(agreements(s))-1]
	var tables []table.Table
	if len(a.Contests) > 0 {
		tables = append(tables, standings(a), taus(s), dear(s, a))
	}
	if len(s.All.Contests) > 0 {
		tables = append(tables, distances(s)...)
	}
	if len(tables) == 0 {
		tables = append(tables, single(s))
	}
	if n := len(s.Unmeasured); n > 0 {
		tables[len(tables)-1].Note("%s of %s cells have no J and B, and are left out.", table.Thousands(n),
			table.Thousands(s.Rows))
	}
	return tables
}

// SummaryBrief are the tables of a summary that stay short for a sweep of any size. A
// terminal shows them; the others are in files.
func SummaryBrief(s ranking.Summary) []table.Table {
	a := agreements(s)[len(agreements(s))-1]
	if len(a.Contests) == 0 {
		return nil
	}
	list := dear(s, a)
	if len(list.Rows) > 5 {
		list.Rows, list.Notes = list.Rows[:5], nil
		list.Note("The first 5 of %s in %s contests, the dearest first.", table.Thousands(len(a.Dear)),
			table.Thousands(len(a.Contests)))
	}
	return []table.Table{taus(s), list}
}

func among(a ranking.Agreement) string {
	if a.Without == nil {
		return ""
	}
	return ", without " + strings.Join(a.Without, " and ")
}

// standings names the winning schedules.
func standings(a ranking.Agreement) table.Table {
	t := table.Table{Title: "The schedules of least J and of least B" + among(a), Lead: 2,
		Columns: table.Columns("group", "T", "by_j=least J", "by_b=least B", "cost=cost of B", "dear=> 2", "tau"),
		Notes: []string{"The cost of B is the J of the schedule with the least B over the least J, the median of " +
			"several draws; > 2 is the share of draws in which it is above 2.",
			"In brackets how many percent of the draws a schedule wins, where it does not win all. Tau is Kendall's " +
				"tau-b between the two orders."}}
	for i, r := range a.Standings {
		t.Add(r.Group, r.T, leader(r.ByJ, r.Contests), leader(r.ByB, r.Contests), r.Cost.Q2,
			percent(r.Dear, r.Contests), table.Known(a.ByT[i].Mean))
	}
	return t
}

func percent(k, n int) string { return fmt.Sprintf("%.0f%%", 100*float64(k)/float64(n)) }

// leader names the schedule that wins most often.
func leader(shares []ranking.Share, contests int) string {
	if shares[0].Wins == contests {
		return shares[0].Schedule
	}
	return fmt.Sprintf("%s (%s)", shares[0].Schedule, percent(shares[0].Wins, contests))
}

// taus are over the whole sweep and over each group.
func taus(s ranking.Summary) table.Table {
	t := table.Table{Title: "Kendall's tau-b between the orders by J and by B",
		Columns: table.Columns("group", "tau", "low=from", "high=to", "targets", "contests"),
		Notes: []string{"The mean over contests: the schedules in one setting at one T. The 95% interval is the " +
			"bootstrap's over targets, and is empty if there is one."}}
	for _, a := range agreements(s) {
		for _, k := range append([]ranking.Tau{a.Overall}, a.ByGroup...) {
			t.Add(cmp.Or(k.Group, "all")+among(a), table.Known(k.Mean), table.Known(k.Low), table.Known(k.High),
				k.Targets, k.Contests)
		}
	}
	if n := s.All.Overall.Tied; n > 0 {
		t.Note("Left out are contests in which all schedules are equal in J or in B: %s of %s.", table.Thousands(n),
			table.Thousands(len(s.All.Contests)))
	}
	return t
}

// agreements returns the agreement among all schedules and, if best-j or best-b was run,
// the agreement among the others.
func agreements(s ranking.Summary) []ranking.Agreement {
	if s.Open == nil {
		return []ranking.Agreement{s.All}
	}
	return []ranking.Agreement{s.All, *s.Open}
}

// dear lists the contests in which B's choice is dear.
func dear(s ranking.Summary, a ranking.Agreement) table.Table {
	t := table.Table{Title: "Where the schedule of least B has more than twice the least J" + among(a), Lead: 3,
		Columns: table.Columns("group", "seed", "T", "by_b=least B", "J_by_b=its J", "by_j=least J", "J_by_j=its J",
			"cost")}
	for _, c := range a.Dear[:min(len(a.Dear), mostDear)] {
		j, b := c.Winner(experiments.J), c.Winner(experiments.B)
		t.Add(s.GroupName(c.Job), table.Pointed(c.Job.Seed), c.Job.T, b.Schedule, b.J, j.Schedule, j.J, c.Cost())
	}
	of := fmt.Sprintf("%s of %s contests", table.Thousands(len(a.Dear)), table.Thousands(len(a.Contests)))
	if len(a.Dear) > mostDear {
		t.Note("The first %d of %s, the dearest first; the others are in summary-dear.csv.", mostDear, of)
	} else {
		t.Note("%s.", of)
	}
	return t
}

// distances has a table a group: how far every schedule is from the least J at
// every T.
func distances(s ranking.Summary) []table.Table {
	return each(s.Groups, func(g ranking.Group) table.Table {
		t := table.Table{Title: groupName(g) + ": J over the least J, at every T"}
		if g.Targets > 1 {
			t.Title = groupName(g) + ": the median of J over the least J, at every T"
		}
		var ts []int
		for _, l := range g.Lines {
			for _, p := range l.Points {
				ts = append(ts, p.T)
			}
		}
		slices.Sort(ts)
		ts = slices.Compact(ts)
		t.Columns = table.Columns(append([]string{"schedule"}, each(ts, strconv.Itoa)...)...)
		for _, l := range g.Lines {
			row := make([]any, 1+len(ts))
			row[0] = l.Schedule
			for _, p := range l.Points {
				row[1+slices.Index(ts, p.T)] = p.OverJ.Q2
			}
			t.Add(row...)
		}
		return t
	})
}

// single is the summary if nothing competes.
func single(s ranking.Summary) table.Table {
	t := table.Table{Title: "J and B, the median", Lead: 2, Columns: table.Keys("group schedule T draws J B"),
		Notes: []string{"No two schedules were run in one setting at one T: there is no order by J or by B."}}
	addPoints(&t, s, func(p ranking.Point) []any { return []any{p.J.Q2, p.B.Q2} })
	return t
}

func addPoints(t *table.Table, s ranking.Summary, more func(ranking.Point) []any) {
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			for _, p := range l.Points {
				t.Add(append([]any{g.Name, l.Schedule, p.T, p.Draws}, more(p)...)...)
			}
		}
	}
}
