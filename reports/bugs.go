package reports

import (
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Bugs are the tables, for people, of which check catches which bug: the law that has to
// catch it with its witness, all exact checks that do, and the power of the sampled ones.
func Bugs(s experiments.BugStudy) []table.Table {
	caught := table.Table{Title: "Seeded bugs, each by the law that is to catch it",
		Columns: table.Columns("bug", "about=what it does", "caught_by=caught by", "value=off by", "witness")}
	checks := table.Table{Title: "Which exact check catches which bug", Columns: table.Columns("bug")}
	for i := range experiments.ExactLaws {
		checks.Columns = append(checks.Columns, table.Column{Key: fmt.Sprint(i + 1)})
	}
	power := table.Table{Title: fmt.Sprintf("How many of %d samplings each sampled check finds a bug in, by %s moves "+
		"of the kernel at the target and as many of annealed chains",
		s.Repeats, table.Thousands(s.Moves)), Columns: table.Columns("bug", "any")}
	for i := range experiments.SeenLaws {
		power.Columns = append(power.Columns, table.Column{Key: string(rune('a' + i))})
	}
	for _, c := range s.Catches {
		name := c.Bug.Name
		if name == "" {
			name = "none: a sound kernel"
		} else {
			caught.Rows = append(caught.Rows, []any{name, c.Bug.About, c.Caught.Name, table.ThreeDigits(c.Caught.Value),
				c.Caught.Witness})
		}
		marks, found := []any{name}, []any{name, c.Any}
		for _, law := range experiments.ExactLaws {
			mark := ""
			if slices.Contains(c.Checks, law) {
				mark = "x"
			}
			marks = append(marks, mark)
		}
		for _, law := range experiments.SeenLaws {
			found = append(found, c.Found[law])
		}
		checks.Rows, power.Rows = append(checks.Rows, marks), append(power.Rows, found)
	}
	for i, law := range experiments.ExactLaws {
		checks.Notes = append(checks.Notes, fmt.Sprintf("%d: %s", i+1, law))
	}
	for i, law := range experiments.SeenLaws {
		power.Notes = append(power.Notes, fmt.Sprintf("%c: %s", 'a'+i, law))
	}
	power.Notes = append(power.Notes, fmt.Sprintf("Each check is at level %g, "+
		"its p-values corrected for how many it has.", s.Level))
	return []table.Table{caught, checks, power}
}

// BugsData is the same for programs: a row for each bug, after one for a sound kernel,
// with the power of each sampled check as a share of the samplings.
func BugsData(s experiments.BugStudy) table.Table {
	t := table.Table{Columns: table.Keys("bug about balance caught_by value limit witness exact_checks moves " +
		"samplings found_by_any")}
	for _, law := range experiments.SeenLaws {
		t.Columns = append(t.Columns, table.Column{Key: "found_by: " + law})
	}
	share := func(n int) float64 { return float64(n) / float64(s.Repeats) }
	for _, c := range s.Catches {
		row := []any{c.Bug.Name, c.Bug.About, c.Balance.String(), c.Caught.Name, c.Caught.Value, c.Caught.Limit,
			c.Caught.Witness, c.Checks, s.Moves, s.Repeats, share(c.Any)}
		for _, law := range experiments.SeenLaws {
			row = append(row, share(c.Found[law]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// BugFiles are the study as Markdown, CSV and JSON.
func BugFiles(s experiments.BugStudy) ([]table.Rendered, error) {
	return table.Render(append([]table.File{table.Page("bugs.md", Bugs(s)...)}, table.Data("bugs", BugsData(s))...))
}
