package sweeps

import (
	"fmt"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// Made says how a page was made.
type Made struct {
	Command string // the command line of the whole sweep
	Version string // of the program
}

// PageName is the name of the page among the files.
const PageName = "summary.html"

// A page shows mostRows rows of a table, and so many letters of a command: a list of a thousand seeds is longer.
const mostCommand = 2000

// pageOf is one page of a sweep: what was run, each row of panels of the figure, and the tables.
func pageOf(s ranking.Summary, plan sweep.Plan, made Made) page.Page {
	p := page.Page{
		Title: fmt.Sprintf("A sweep of %s", text.Count(plan.Len(), "result")),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to a target in T levels. J, the " +
			"Jeffreys divergence of the law of the samples and the target, says how far they are apart, and B bounds it. " +
			"This sweep has both" + howGot(plan) + " for every combination of the names below. Divergences are in nats."},
		Command: made.Command,
		Version: made.Version,
	}
	if len(p.Command) > mostCommand {
		p.Command = ""
		p.Intro = append(p.Intro, "The command is too long for a page; `sweep.json` has its lists.")
	}
	p.Sections = []page.Section{{ID: "names", Title: "What was run", Tables: []table.Table{axes(plan)}}}
	if d, ok := drawingOf(s.Outcomes); ok {
		p.Sections = append(p.Sections, d.sections()...)
	}
	p.Sections = append(p.Sections, numbers(s))
	if a := agreements(s)[len(agreements(s))-1]; len(a.Contests) > 0 {
		p.Sections = append(p.Sections, contests(s, a))
	}
	return p
}

// howGot says that J and B of annealing are exact. An account of a program may be an estimate, as its row says.
func howGot(plan sweep.Plan) string {
	if plan.Programs != nil {
		return ""
	}
	return ", exactly,"
}

// numbers is the table of the result.
func numbers(s ranking.Summary) page.Section {
	return page.Section{ID: "numbers", Title: "J and B in numbers", Tables: []table.Table{resultTable(s, mostRows, "summary.csv")},
		Files: append(table.Names("csv jsonl parquet", "rows"), append(table.Names("md csv json", "summary"),
			"summary-cells.csv")...)}
}

// contests say who wins by J and by B, where schedules compete.
func contests(s ranking.Summary, a ranking.Agreement) page.Section {
	return page.Section{ID: "contests", Title: "Which schedule is best, by J and by B",
		Text: []string{"B can be estimated, and J cannot without exact draws from the target. So one chooses by B, and wants " +
			"a small J. Here both are known, and so is the price of the choice by B."},
		Tables: []table.Table{first(standings(a), "summary-winners.csv"), first(taus(s), "summary-tau.csv"), dear(s, a)},
		Files:  table.Names("csv json", "summary-winners", "summary-tau", "summary-dear")}
}

// first cuts a table to mostRows, and says where the others are.
func first(t table.Table, file string) table.Table {
	if n := len(t.Rows); n > mostRows {
		t.Rows = t.Rows[:mostRows]
		t.Note("The first %d of %s rows; all are in %s.", mostRows, table.Thousands(n), file)
	}
	return t
}
