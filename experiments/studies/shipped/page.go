package shipped

import (
	"slices"

	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat(table.Names("csv json md", "bugs"), table.Names("csv json png svg", "waiting"),
	table.Names("png svg", "runs"))

// Page has a row for every law that a bug breaks, every program with its setting, and two figures.
func Page(found Found) (all study.Study) {
	broke := table.Table{Title: "Every law that a bug breaks, at the place where a sampled test sees it soonest",
		Lead:    2,
		Columns: table.Columns("bug", "law", "at", "places", "value", "should_be=should be", "sd=sd of a draw", "runs")}
	broke.Note("A run is one forward or one reverse; a sweep of particle Gibbs is one too. A draw for the last law " +
		"takes one of each, and its value is the difference of both sides.")
	broke.Note("n draws are expected to have a mean z + 2 standard errors from where the law has it: n = ((z + 2) " +
		"sd/bias)². With one place z is 3. With more it is so much larger that a right program is accused at any of " +
		"them no more often.")
	settings := table.Table{Title: "Every program, by cell where it is on cells", Lead: 2,
		Columns: table.Columns("bug", "which",
			"program", "log f_1", "log f_T", "betas", "kernel", "last move")}
	data := table.Table{Columns: table.Keys("bug thread wrong law at places value should_be sd runs")}
	for _, f := range found.Bugs {
		b := named(f.Bug)
		for _, c := range f.Laws {
			numbers := []any{c.Law, c.At, c.Places, c.Is, c.Want, c.SD, c.runs()}
			broke.Add(slices.Concat([]any{b.name}, numbers)...)
			data.Add(slices.Concat([]any{b.name, b.thread, b.short}, numbers)...)
		}
		settings.Add(slices.Concat([]any{b.name, "with the bug"}, b.wrongly.setting())...)
		settings.Add(slices.Concat([]any{"", "where it hides"}, b.hidden.setting())...)
	}
	all.People = []table.Table{broke, settings}
	all.Add("bugs", data)
	all.Others = append(all.Others, table.Page("bugs.md", broke, settings))
	all.Figure("runs", drawn(found.Bugs))
	study.Rows(&all, "waiting", "ess_of particles below resamplings off R_E_inverse", found.Waiting, nil)
	all.Figure("waiting", drawnWaiting(found.Waiting))
	return all
}
