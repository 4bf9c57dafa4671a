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

// summaryTables are a summary for people: the result; how far all are from the least J; and, if
// schedules compete, who wins by J and by B, how far the two orders agree, and where B's choice is
// dear. The schedules best-j and best-b, which win by definition, are in the first two alone.
func summaryTables(s ranking.Summary) []table.Table {
	tables := append([]table.Table{resultTable(s, mostRows, "summary.csv")}, distances(s)...)
	if a := agreements(s)[len(agreements(s))-1]; len(a.Contests) > 0 {
		tables = append(tables, standings(a), taus(s), dear(s, a))
	}
	if n := len(s.Unmeasured); n > 0 {
		tables[len(tables)-1].Note("%s of %s results have no J or no B, and do not compete.", table.Thousands(n),
			table.Thousands(s.Rows))
	}
	return tables
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
		Columns: table.Columns("group=setting", "T", "by_j=least J", "by_b=least B", "cost=price of B",
			"dear=above 2", "tau=agreement"),
		Notes: []string{"The price of B is the J of the schedule with the least B, over the least J: 1 if one " +
			"schedule has both. Of several draws it is the median; above 2 is the share of draws with a higher price.",
			"In brackets is the share of draws that a schedule wins, if it does not win all.", agreementNote}}
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

// agreementNote explains a column.
const agreementNote = "Agreement is Kendall's tau-b: 1 if the schedules have the same order by J and by B, -1 if one " +
	"order is the other backwards, and about 0 if they have nothing to do with each other."

// taus are over the whole sweep and over each group.
func taus(s ranking.Summary) table.Table {
	t := table.Table{Title: "Do J and B put schedules in the same order?",
		Columns: table.Columns("group=setting", "tau=agreement", "low=from", "high=to", "targets", "contests"),
		Notes: []string{agreementNote, "It is the mean over contests: a contest has the schedules that were run on one " +
			"draw at one T. In 95% of samples of as many targets the mean would be in the interval from, to (by the " +
			"bootstrap); it is empty if there is one target."}}
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
		Columns: table.Columns("group=setting", "seed", "T", "by_b=least B", "J_by_b=its J", "by_j=least J", "J_by_j=its J",
			"cost=price")}
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

// distances has a table for every strip of the figure over T: how far each line is from the least J.
func distances(s ranking.Summary) (tables []table.Table) {
	l, ok := layOut(s.Outcomes)
	compete := slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals)
	if !ok || l.x.Name != ranking.Levels.Name || l.lines == nil || !compete {
		return nil
	}
	for _, strip := range l.strips(s.Outcomes) {
		t := table.Table{Title: strip.name + ": J over the least J, at every T"}
		if mostDraws(strip.lines[0].points) > 1 {
			t.Title = strip.name + ": the median of J over the least J, at every T"
		}
		var ts []int
		for _, line := range strip.lines {
			ts = append(ts, table.Each(line.points, func(o ranking.Outcome) int { return o.Job.T })...)
		}
		slices.Sort(ts)
		ts = slices.Compact(ts)
		t.Columns = table.Columns(append([]string{l.lines.Name}, table.Each(ts, strconv.Itoa)...)...)
		for _, line := range strip.lines {
			row := make([]any, 1+len(ts))
			row[0] = line.name
			for _, o := range line.points {
				row[1+slices.Index(ts, o.Job.T)] = table.Known(o.OverJ.Q2)
			}
			t.Add(row...)
		}
		tables = append(tables, t)
	}
	return tables
}

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
			t.Add(competing(a), r.Group, r.T, r.Contests, table.Each(r.ByJ, wins), table.Each(r.ByB, wins), r.Same, r.Cost.Q1,
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
