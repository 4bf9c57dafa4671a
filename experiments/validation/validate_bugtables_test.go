package validation_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// tables are for people: the witness of the law that is to catch each bug, all exact
// checks that catch it, and the power of the sampled ones.
func tables(s validation.BugStudy) []table.Table {
	caught := caughtTable()
	checks := table.Table{Title: "Which exact check catches which bug", Columns: []table.Column{{Key: "bug"}}}
	for i, law := range validation.ExactLaws {
		checks.Columns = append(checks.Columns, table.Column{Key: fmt.Sprint(i + 1)})
		checks.Notes = append(checks.Notes, fmt.Sprintf("%d: %s", i+1, law))
	}
	power := table.Table{Title: fmt.Sprintf("How many of %d samplings each sampled check finds a bug in, by %s moves "+
		"of the kernel at the target and as many of annealed chains",
		s.Repeats, thousands(s.Moves)), Columns: []table.Column{{Key: "bug"}, {Key: "any"}}}
	for i, law := range validation.SeenLaws {
		power.Columns = append(power.Columns, table.Column{Key: string(rune('a' + i))})
		power.Notes = append(power.Notes, fmt.Sprintf("%c: %s", 'a'+i, law))
	}
	power.Notes = append(power.Notes, fmt.Sprintf("Each check is at level %g, its p-values corrected for how many it "+
		"has.", s.Level))
	for i, c := range s.Catches {
		name := c.Bug.Name
		if i == 0 {
			name = "none: a sound kernel"
		} else {
			caught.Rows = append(caught.Rows, []any{name, c.Bug.About, string(c.Caught.Law),
				table.ThreeDigits(c.Caught.Value), c.Caught.Witness, saysOf(c)})
		}
		marks, found := []any{name}, []any{name, c.Any}
		for _, law := range validation.ExactLaws {
			mark := ""
			if slices.Contains(c.Checks, law) {
				mark = "x"
			}
			marks = append(marks, mark)
		}
		for _, law := range validation.SeenLaws {
			found = append(found, c.Found[law])
		}
		checks.Rows, power.Rows = append(checks.Rows, marks), append(power.Rows, found)
	}
	return []table.Table{caught, checks, power}
}

// caughtTable has no rows yet.
func caughtTable() table.Table {
	return table.Table{Title: "Seeded bugs, each by the law that is to catch it",
		Columns: []table.Column{
			{Key: "bug"},
			{Key: "about", Head: "what it does"},
			{Key: "caught_by", Head: "caught by"},
			{Key: "value", Head: "off by"},
			{Key: "witness", Head: "witness"},
			{Key: "cause", Head: "likely cause, as the verdict names it"},
		}}
}

// saysOf is the cause in words, and a dash for none.
func saysOf(c validation.Catch) string {
	if c.Cause == nil {
		return "-"
	}
	return c.Cause.Says
}

// thousands writes 100000 as 100,000.
func thousands(n int) string {
	return regexp.MustCompile(`(\d)(\d{3})$`).ReplaceAllString(fmt.Sprint(n), "$1,$2")
}

// nameOf is the name of the cause, "" for none.
func nameOf(c validation.Catch) string {
	if c.Cause == nil {
		return ""
	}
	return c.Cause.Name
}

// data returns the study as one table for programs: a row for the sound kernel and one for
// each bug, with the power of each sampled check as a share of the samplings.
func data(s validation.BugStudy) table.Table {
	t := table.Table{}
	for _, key := range []string{"bug", "about", "balance", "caught_by", "value", "limit", "witness", "cause",
		"exact_checks", "moves", "samplings", "found_by_any"} {
		t.Columns = append(t.Columns, table.Column{Key: key})
	}
	for _, law := range validation.SeenLaws {
		t.Columns = append(t.Columns, table.Column{Key: "found_by: " + string(law)})
	}
	share := func(n int) float64 { return float64(n) / float64(s.Repeats) }
	for i, c := range s.Catches {
		by, checks := "", []string{}
		if i > 0 {
			by = string(c.Caught.Law)
		}
		for _, law := range c.Checks {
			checks = append(checks, string(law))
		}
		row := []any{c.Bug.Name, c.Bug.About, c.Balance.String(), by, c.Caught.Value, c.Caught.Limit, c.Caught.Witness,
			nameOf(c), checks, s.Moves, s.Repeats, share(c.Any)}
		for _, law := range validation.SeenLaws {
			row = append(row, share(c.Found[law]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// files returns the study as Markdown, CSV and JSON.
func files(t *testing.T, s validation.BugStudy) map[string][]byte {
	t.Helper()
	var md, csv, js bytes.Buffer
	write := func(w *bytes.Buffer, of table.Table, f table.Format, style table.Style) {
		if err := of.Write(w, f, style); err != nil {
			t.Fatal(err)
		}
	}
	for i, of := range tables(s) {
		if i > 0 {
			md.WriteString("\n")
		}
		write(&md, of, table.Markdown, table.Style{Width: -1})
	}
	write(&csv, data(s), table.CSV, table.Style{})
	write(&js, data(s), table.JSON, table.Style{})
	return map[string][]byte{"bugs.md": md.Bytes(), "bugs.csv": csv.Bytes(), "bugs.json": js.Bytes()}
}
