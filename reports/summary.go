package reports

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
)

// mostDear is how many contests of those in which B's choice is dear people are
// shown.
const mostDear = 20

// SummaryTables are a summary for people: who has the least J and the least B,
// how far the two orders agree, where B's choice is dear, and how far every
// schedule is from the least J. Where the two schedules that are best by
// definition were among the others, they are left out of all but the last.
func SummaryTables(s experiments.Summary) []Table {
	a := agreements(s)[len(agreements(s))-1]
	var tables []Table
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
		last := &tables[len(tables)-1]
		last.Notes = append(last.Notes, fmt.Sprintf("%s of %s cells have no J and B, and are left out.", thousands(n), thousands(s.Rows)))
	}
	return tables
}

// SummaryBrief are those of a summary's tables that are short however large the
// sweep is: for a terminal, the others being in files.
func SummaryBrief(s experiments.Summary) []Table {
	a := agreements(s)[len(agreements(s))-1]
	if len(a.Contests) == 0 {
		return nil
	}
	list := dear(s, a)
	if n := min(len(list.Rows), 5); n < len(list.Rows) {
		list.Rows = list.Rows[:n]
		list.Notes = []string{fmt.Sprintf("The first %d of %s in %s contests, the dearest first.", n, thousands(len(a.Dear)), thousands(len(a.Contests)))}
	}
	return []Table{taus(s), list}
}

// among says which schedules compete.
func among(a experiments.Agreement) string {
	if a.Without == nil {
		return ""
	}
	return ", without " + strings.Join(a.Without, " and ")
}

// standings says who wins.
func standings(a experiments.Agreement) Table {
	t := Table{Title: "The schedules of least J and of least B" + among(a), Lead: 2,
		Columns: []Column{{"group", ""}, {"T", ""}, {"by_j", "least J"}, {"by_b", "least B"}, {"cost", "cost of B"}, {"dear", "> 2"}, {"tau", ""}},
		Notes: []string{"The cost of B is the J of the schedule with the least B over the least J, the median of several draws; > 2 is the share of draws in which it is above 2.",
			"In brackets how many percent of the draws a schedule wins, where it does not win all. Tau is Kendall's tau-b between the two orders."}}
	for i, r := range a.Standings {
		t.Rows = append(t.Rows, []any{r.Group, r.T, leader(r.ByJ, r.Contests), leader(r.ByB, r.Contests), r.Cost.Q2, percent(r.Dear, r.Contests), finite(a.ByT[i].Mean)})
	}
	return t
}

func percent(k, n int) string { return fmt.Sprintf("%.0f%%", 100*float64(k)/float64(n)) }

// leader names who wins most often.
func leader(shares []experiments.Share, contests int) string {
	if shares[0].Wins == contests {
		return shares[0].Schedule
	}
	return fmt.Sprintf("%s (%s)", shares[0].Schedule, percent(shares[0].Wins, contests))
}

// taus are over the whole sweep and over each group.
func taus(s experiments.Summary) Table {
	t := Table{Title: "Kendall's tau-b between the orders by J and by B",
		Columns: []Column{{"group", ""}, {"tau", ""}, {"low", "from"}, {"high", "to"}, {"targets", ""}, {"contests", ""}},
		Notes:   []string{"The mean over contests: the schedules in one setting at one T. The 95% interval is the bootstrap's over targets, and is empty where there is one."}}
	for _, a := range agreements(s) {
		for _, k := range append([]experiments.Tau{a.Overall}, a.ByGroup...) {
			group := cmp.Or(k.Group, "all") + among(a)
			t.Rows = append(t.Rows, []any{group, finite(k.Mean), finite(k.Low), finite(k.High), k.Targets, k.Contests})
		}
	}
	if n := s.All.Overall.Tied; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Left out are contests in which all schedules are equal in J or in B: %s of %s.", thousands(n), thousands(len(s.All.Contests))))
	}
	return t
}

// finite is a cell without a value where x is NaN.
func finite(x float64) any {
	if x != x {
		return nil
	}
	return x
}

// agreements are one or two: of all schedules, and of those that neither J nor B
// chose.
func agreements(s experiments.Summary) []experiments.Agreement {
	if s.Open == nil {
		return []experiments.Agreement{s.All}
	}
	return []experiments.Agreement{s.All, *s.Open}
}

// dear lists the settings in which B picks badly.
func dear(s experiments.Summary, a experiments.Agreement) Table {
	t := Table{Title: "Where the schedule of least B has more than twice the least J" + among(a), Lead: 3,
		Columns: []Column{{"group", ""}, {"seed", ""}, {"T", ""}, {"by_b", "least B"}, {"J_by_b", "its J"}, {"by_j", "least J"}, {"J_by_j", "its J"}, {"cost", ""}}}
	for _, c := range a.Dear[:min(len(a.Dear), mostDear)] {
		j, b := c.Winner(experiments.J), c.Winner(experiments.B)
		t.Rows = append(t.Rows, []any{s.GroupName(c.Cell), seedOrNil(c.Cell.Seed), c.Cell.T, b.Schedule, b.J, j.Schedule, j.J, c.Cost()})
	}
	of := fmt.Sprintf("%s of %s contests", thousands(len(a.Dear)), thousands(len(a.Contests)))
	switch {
	case len(a.Dear) > mostDear:
		t.Notes = []string{fmt.Sprintf("The first %d of %s, the dearest first; the others are in summary-dear.csv.", mostDear, of)}
	default:
		t.Notes = []string{of + "."}
	}
	return t
}

// distances has a table a group: how far every schedule is from the least J at
// every T.
func distances(s experiments.Summary) []Table {
	var tables []Table
	for _, g := range s.Groups {
		ts := levelsOf(g)
		t := Table{Title: who(g) + ": J over the least J, at every T", Columns: []Column{{"schedule", ""}}}
		if g.Targets > 1 {
			t.Title = who(g) + ": the median of J over the least J, at every T"
		}
		for _, T := range ts {
			t.Columns = append(t.Columns, Column{Key: strconv.Itoa(T)})
		}
		for _, l := range g.Lines {
			row := make([]any, 1+len(ts))
			row[0] = l.Schedule
			for _, p := range l.Points {
				row[1+slices.Index(ts, p.T)] = p.OverJ.Q2
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// levelsOf are the Ts of a group.
func levelsOf(g experiments.Group) []int {
	var ts []int
	for _, l := range g.Lines {
		for _, p := range l.Points {
			ts = append(ts, p.T)
		}
	}
	slices.Sort(ts)
	return slices.Compact(ts)
}

// single is the summary where nothing competes.
func single(s experiments.Summary) Table {
	t := Table{Title: "J and B, the median", Lead: 2, Columns: []Column{{"group", ""}, {"schedule", ""}, {"T", ""}, {"draws", ""}, {"J", ""}, {"B", ""}},
		Notes: []string{"No two schedules were run in one setting at one T: there is no order by J or by B."}}
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			for _, p := range l.Points {
				t.Rows = append(t.Rows, []any{g.Name, l.Schedule, p.T, p.Draws, p.J.Q2, p.B.Q2})
			}
		}
	}
	return t
}

// SummaryFiles are all files of a summary, the same bytes for the same rows:
// summary.md for people; what each table is made of as CSV and JSON; J and B of
// every cell as CSV; and the figures.
func SummaryFiles(s experiments.Summary) ([]File, error) {
	var out collector
	out.add("summary.md", func(w io.Writer) error {
		var b bytes.Buffer
		for i, t := range SummaryTables(s) {
			b.WriteString(between(i, "\n"))
			if err := t.Write(&b, Markdown, Style{Width: -1}); err != nil {
				return err
			}
		}
		_, err := w.Write(b.Bytes())
		return err
	})
	out.data("summary-winners", WinnersData(s))
	out.data("summary-tau", TauData(s))
	out.data("summary-dear", DearData(s))
	out.data("summary-schedules", SchedulesData(s))
	out.add("summary-cells.csv", func(w io.Writer) error { return CellsData(s).Write(w, CSV, Style{}) })
	for page := range schedulePages(s) {
		name := "summary"
		if schedulePages(s) > 1 {
			name = fmt.Sprintf("summary-%d", page+1)
		}
		for _, m := range Media {
			out.add(name+"."+string(m), func(w io.Writer) error { return AgainstT(w, m, s, page) })
		}
	}
	return out.written()
}
