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
		tables[len(tables)-1].Note("%s of %s cells have no J or no B, and do not compete.", table.Thousands(n),
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

// distances has a table for every strip of the figure over T: how far each line is from the least J.
func distances(s ranking.Summary) (tables []table.Table) {
	l, ok := layOut(s.Outcomes)
	if !ok || l.x.Name != ranking.Levels.Name || l.lines == nil || !slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		return nil
	}
	for _, strip := range l.strips(s.Outcomes) {
		t := table.Table{Title: strip.name + ": J over the least J, at every T"}
		if mostDraws(strip.lines[0].points) > 1 {
			t.Title = strip.name + ": the median of J over the least J, at every T"
		}
		var ts []int
		for _, line := range strip.lines {
			ts = append(ts, each(line.points, func(o ranking.Outcome) int { return o.Job.T })...)
		}
		slices.Sort(ts)
		ts = slices.Compact(ts)
		t.Columns = table.Columns(append([]string{l.lines.Name}, each(ts, strconv.Itoa)...)...)
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
