// Package kernelpage draws a validated kernel, as `breadboard validate --pictures` writes it. validation.html is one
// page with the verdict, the laws, how fast the chain is at each beta, and maps of where it is off. The maps are files
// of their own as well. They show a kernel whose matrices are known, or how far counted moves are from what is expected
// of them, cell by cell, in standard deviations.
package kernelpage

import (
	"fmt"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName holds the name of the page among the files.
const PageName = "validation.html"

// Files renders the page and the pictures.
func Files(v validation.Validation, made page.Made) ([]table.File, error) {
	return table.Render(pageOf(v, made).Files(PageName))
}

// pageOf returns the page of a validation with its pictures. Those of a wrong kernel come first.
func pageOf(v validation.Validation, made page.Made) page.Page {
	tables := reports.Validation(v)
	verdict := tables[0]
	laws := tables[1]
	p := page.Page{Title: "Validation of " + v.Candidate.Name, Made: made, Intro: verdict.Notes}
	if v.OK() {
		p.Fine = verdict.Title
	} else {
		p.Warning = verdict.Title
	}
	laws.Title = ""
	p.Sections = []page.Section{{ID: "laws", Title: "The laws", Tables: []table.Table{laws}}}
	if len(tables) > 2 {
		p.Sections = append(p.Sections, page.Section{ID: "speed", Title: "How fast it is", Tables: tables[2:]})
	}
	maps := page.Section{ID: "cells", Title: "By cell", Figures: picturesOf(v)}
	if !v.HasMap() {
		maps.Text = []string{"A step from p changes p nowhere, but for rounding, so there is no map of it."}
	}
	if !v.OK() && v.HasMap() {
		p.Sections = append([]page.Section{maps}, p.Sections...)
	} else {
		p.Sections = append(p.Sections, maps)
	}
	return p
}

// pictureOf returns a map under a title, with words on what it shows.
func pictureOf(name, title, about string, m figure.Map) page.Figure {
	return page.Figure{Name: name, Alt: about,
		Figure: figure.Maps{Title: title, Side: 300, Rows: [][]figure.Map{{m}}}}
}

// picturesOf returns pictures of a kernel, beginning with where it is off.
func picturesOf(v validation.Validation) []page.Figure {
	if v.Farthest != nil {
		return movesOf(v)
	}
	l, g := v.Last(), v.Candidate.Grid
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	var all []page.Figure
	if v.HasMap() {
		all = append(all, pictureOf("invariance", "pT − p"+at,
			"What a step from p changes, which is nothing if the kernel keeps p.",
			reports.Map(g, l.ChangeBeyondRounding(), true, "pT − p")))
	}
	all = append(all, pictureOf("density", "p"+at, "The density p.", reports.Map(g, l.P, false, "p")))
	return all
}

// movesOf returns maps of the level at which moves are farthest off: the number of moves into each cell less what p
// expects, and the density.
func movesOf(v validation.Validation) []page.Figure {
	g, s := v.Candidate.Grid, v.Farthest
	at := fmt.Sprintf("at beta = %.6g", s.Beta)
	title := fmt.Sprintf("Cells after %s moves, weighted as from p, %s, less what p expects, in standard deviations",
		table.Thousands(s.Moves), at)
	return []page.Figure{
		pictureOf("invariance", title, "What a step from p changes, which is nothing if the kernel keeps p.",
			deviations(g, s.Into)),
		pictureOf("density", "p "+at, "The density p.", reports.Map(g, s.P, false, "p")),
	}
}

// deviations returns a map of deviations, with the same scale on both sides of 0. It reaches four deviations at least:
// a sound kernel has one cell in 16,000 beyond them.
func deviations(g grid.Grid, off []float64) figure.Map {
	m := reports.Map(g, off, true, "sd")
	m.Scale.High = max(4, m.Scale.High)
	m.Scale.Low = -m.Scale.High
	return m
}
