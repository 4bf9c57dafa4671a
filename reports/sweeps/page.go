// Package sweeps prints sweeps: their result as a table and a figure, all rows as files, and a
// summary of which schedules are best by J and by B.
//
//	plan.go                 what --dry-run shows, what there is to tell of a run, and files of betas
//	rows.go                 rows.csv and rows.jsonl, and the list of all files
//	summary.go              the table of a terminal; summary.md and its tables for programs
//	figure.go               J and B as lines, or beside names
//	page.go                 summary.html, with the figure and links to the explorer
//
// Like package reports, it makes the same bytes of the same rows.
package sweeps

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"breadboard/experiments/explore"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// pageName is the name of the page among the files.
const pageName = "summary.html"

// A page shows mostRows rows of a table, and so many letters of a command: a list of a thousand seeds is longer.
const mostCommand = 2000

// pageOf is one page of a sweep: what was run, each row of panels of the figure, and the tables.
func pageOf(s ranking.Summary, plan sweep.Plan, made page.Made) page.Page {
	how := ", exactly," // of annealing; an account of a program may be an estimate, as its row says
	if plan.Programs != nil {
		how = ""
	}
	p := page.Page{
		Title: fmt.Sprintf("A sweep of %s", text.Count(plan.Len(), "result")),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to a target in T " +
			"levels. J, the Jeffreys divergence of the law of the samples and the target, says how far they are " +
			"apart, and B bounds it. This sweep has both" + how + " for every combination of the names below. " +
			"Divergences are in nats."},
		Fine: byB(s),
		Made: made,
	}
	if len(p.Command) > mostCommand {
		p.Command = ""
		p.Intro = append(p.Intro, "The command is too long for a page; `sweep.json` has its lists.")
	}
	names := page.Section{ID: "names", Title: "What was run", Tables: []table.Table{axes(plan)}}
	d, drawn := drawingOf(s.Outcomes)
	if drawn && d.number != nil { // names stand in rows, one below the other, and need the width
		p.Sections = append(p.Sections, d.first())
	}
	p.Sections = append(p.Sections, names)
	if drawn {
		p.Sections = append(p.Sections, d.sections()...)
	}
	if atBudgets(s.Outcomes) {
		p.Sections = append(p.Sections, page.Section{ID: "front", Title: "The front of J and of B against cost",
			Figures: []page.Figure{{Alt: "J and B against evaluations of the density, a line a setting, and the front",
				Draw: func(w io.Writer, m figure.Medium) error { return drawFront(w, m, s.Outcomes) }}},
			Files: table.Names("png svg", frontName)})
	}
	p.Sections = append(p.Sections, page.Section{ID: "numbers", Title: "J and B in numbers",
		Tables: []table.Table{resultTable(s, mostRows,
			"summary.csv")}, Files: append(table.Names("csv jsonl", "rows"),
			append(table.Names("md csv json", "summary"), "summary-cells.csv")...)})
	if a := agreements(s)[len(agreements(s))-1]; len(a.Contests) > 0 {
		winners := standings(a)
		if n := len(winners.Rows); n > mostRows {
			winners.Rows = winners.Rows[:mostRows]
			winners.Note("The first %d of %s rows; all are in summary-winners.csv.", mostRows, table.Thousands(n))
		}
		p.Sections = append(p.Sections, page.Section{ID: "contests", Title: "Which schedule is best, by J and by B",
			Text: []string{"B can be estimated, and J cannot without exact draws from the target. So one chooses by " +
				"B, and wants a small J. Here both are known, and so is the price of the choice by B."},
			Tables: []table.Table{winners, dear(a)},
			Files:  table.Names("csv json", "summary-winners", "summary-dear")})
	}
	return p
}

// A page shows at most mostLines lines in a figure, and mostMarks marks in all: some 3 MB. Each row of panels has at
// most mostLinks links.
const mostLines, mostMarks, mostLinks = 20, 20_000, 8

// sections are the rows of panels, each with its figure and with its settings in the explorer.
func (d drawing) sections() (all []page.Section) {
	d = d.firstLines(mostLines)
	fitting := d.fitting(mostMarks)
	shows := d.shows()
	for i, s := range d.strips[:fitting] {
		about := shows
		if s.name != "" {
			about = s.name + ": " + shows
		}
		all = append(all, page.Section{
			ID:    fmt.Sprintf("group-%d", i+1),
			Title: cmp.Or(s.name, "All"),
			Figures: []page.Figure{{
				Alt:  strings.TrimSpace(about + ". " + d.legend.Note),
				Draw: func(w io.Writer, m figure.Medium) error { return d.drawRows(w, m, []strip{s}) },
			}},
			Files:   table.Names("png svg", d.name(i/rowsAPage)),
			Explore: d.explored(s),
		})
	}
	if curves := d.curves(); curves != nil && all != nil {
		all = append(all, page.Section{
			ID:    curveFile,
			Title: "J and B against T",
			Figures: []page.Figure{{
				Alt:  "J (solid) and B (dashed) against T, a colour for each line of the figures above.",
				Draw: func(w io.Writer, m figure.Medium) error { return reports.Figure3(w, m, curves) },
			}},
			Files: table.Names("png svg", curveFile),
		})
	}
	if all == nil {
		all = []page.Section{{ID: "group-1", Title: "Figures", Files: table.Names("png svg", d.name(0))}}
	}
	if d.legend.Note != "" {
		all[0].Text = append(all[0].Text, d.legend.Note)
	}
	all[0].Text = append(all[0].Text, d.notes...)
	switch {
	case fitting == len(d.strips):
	case fitting == 0:
		all[0].Text = append(all[0].Text, "This page would be too large with the figure, which is in the files.")
	default:
		all[0].Text = append(all[0].Text, fmt.Sprintf("This page has the first %d of %d groups, because it would be "+
			"too large with all; the files have them.", fitting, len(d.strips)))
	}
	return all
}

// first is the panel that says most, so narrow that a phone shows it whole: J of the first strip, or J over the least
// of it where several compete.
func (d drawing) first() page.Section {
	d = d.firstLines(mostLines)
	which := 0
	if len(d.measures) == len(allMeasures) {
		which = len(allMeasures) - 1
	}
	d.measures = allMeasures[which : which+1]
	d.leaders = nil
	d.legend.Note = ""
	s := d.strips[0]
	title := d.measures[0].title
	about := fmt.Sprintf("%s against %s", title, d.across())
	if s.name != "" {
		title += ", " + s.name
		about += " on " + s.name
	}
	return page.Section{ID: "first", Title: title, Figures: []page.Figure{{Alt: about + ".",
		Draw: func(w io.Writer, m figure.Medium) error { return d.drawRows(w, m, []strip{s}) }}}}
}

// firstLines is the drawing with so many lines at most, and a note of what it leaves out.
func (d drawing) firstLines(most int) drawing {
	n := len(d.legend.Entries)
	if n <= most {
		return d
	}
	d.notes = append(slices.Clone(d.notes), fmt.Sprintf("This page draws the first %d of %s lines; the files draw all.",
		most, table.Thousands(n)))
	d.legend.Entries = d.legend.Entries[:most]
	drawn := func(name string) bool {
		return slices.ContainsFunc(d.legend.Entries, func(e figure.LegendEntry) bool { return e.Name == name })
	}
	d.strips = slices.Clone(d.strips)
	for i, s := range d.strips {
		d.strips[i].lines = slices.DeleteFunc(slices.Clone(s.lines), func(l series) bool { return !drawn(l.name) })
	}
	return d
}

// fitting is how many of the first strips have so many marks at most, together.
func (d drawing) fitting(most int) int {
	marks := 0
	for i, s := range d.strips {
		for _, l := range s.lines {
			for _, o := range l.points {
				marks += 2 * len(d.measures) // each with its interval
				if d.number == nil {         // or, beside names, with all of its draws too
					marks += len(o.Draws) * len(d.measures)
				}
			}
		}
		if marks > most {
			return i
		}
	}
	return len(d.strips)
}

// shows says what the panels of a strip show, to readers who do not see them.
func (d drawing) shows() string {
	words := strings.Join(table.Each(d.measures, func(m measure) string { return m.title }), ", ")
	if across := d.across(); across != "" {
		words += " against " + across
	}
	if d.lines != nil {
		words += ", for each " + d.lines.Name
	}
	return words
}

// explored are settings of a row of panels in the explorer, on the first draw of the target: every line at its largest
// T or, of another axis, every point that the explorer shows.
func (d drawing) explored(s strip) (all []page.Explored) {
	overT := d.x.Name == ranking.Levels.Name || d.x.Name == ranking.Budget.Name
	for _, l := range s.lines {
		points := l.points
		if overT {
			points = slices.DeleteFunc(slices.Clone(points),
				func(o ranking.Outcome) bool { return o.Job.T > explore.MostLevels })
			points = points[max(0, len(points)-1):]
		}
		for _, o := range points[:min(len(points), mostLinks)] {
			setting := o.Job.Setting
			words := []string{l.name}
			view := "schedule"
			setting.Seed = o.Draws[0].Seed
			q, ok := explore.QuestionOfNames(setting, o.Job.T)
			if !ok || len(all) == mostLinks {
				continue
			}
			if !overT {
				view = "cells"
				words = append(words, d.x.Of(o.Job))
			}
			if setting.Seed != nil {
				words = append(words, fmt.Sprintf("seed %d", *setting.Seed))
			}
			words = slices.DeleteFunc(append(words, fmt.Sprintf("T = %d", o.Job.T)),
				func(w string) bool { return w == "" })
			all = append(all, page.Explored{Name: strings.Join(words, ", "),
				Link: explorer.Link(q, url.Values{"view": {view}})})
		}
	}
	return all
}
