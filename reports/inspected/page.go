// Package inspected draws a validated kernel: what `breadboard validate --pictures` writes. validation.html is one page
// with the verdict, the laws, how fast the chain is at each beta, and maps of where it is off. The maps are files of
// their own as well: of a kernel whose matrices are known, or of counted moves, which say how these
// differ from what is expected of them, cell by cell, in standard deviations.
package inspected

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName is the name of the page among the files.
const PageName = "validation.html"

// Files renders the page and the pictures.
func Files(v validation.Validation, made page.Made) ([]table.File, error) {
	files := []table.File{{Name: PageName, Write: pageOf(v, made).Write}}
	for _, p := range picturesOf(v) {
		files = append(files, figure.Files(p.name, p.Maps)...)
	}
	return table.Render(files)
}

// pageOf is the page of a validation, with its pictures on it. Where the kernel is wrong is the news.
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
	maps := page.Section{ID: "cells", Title: "By cell"}
	for _, one := range picturesOf(v) {
		maps.Figures = append(maps.Figures, page.Figure{Alt: one.about, Figure: one.Maps})
	}
	if !v.Off() {
		maps.Text = []string{"A step from p changes p nowhere, but for rounding, so there is no map of it."}
	}
	if !v.OK() && v.Off() {
		p.Sections = append([]page.Section{maps}, p.Sections...)
	} else {
		p.Sections = append(p.Sections, maps)
	}
	return p
}

// A picture is some maps, with what they show for readers who do not see them.
type picture struct {
	name, about string
	figure.Maps
}

// pictureOf returns maps, three in a row, under a title.
func pictureOf(name, title, about string, maps ...figure.Map) picture {
	const columns = 3
	side := 300
	if len(maps) > 1 {
		side = 150
	}
	return picture{name, about, figure.Maps{Title: title, Side: vg.Length(side),
		Rows: slices.Collect(slices.Chunk(maps, columns))}}
}

// picturesOf are pictures of what is known of a kernel, first those of where it is off.
func picturesOf(v validation.Validation) []picture {
	if v.Seen != nil {
		return movesOf(v)
	}
	l, g := v.Last(), v.Candidate.Grid
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	var all []picture
	if v.Off() {
		all = append(all, pictureOf("invariance", "pT − p"+at,
			"What a step from p changes, which is nothing if the kernel keeps p.",
			named(g, l.Changed(), true, "pT − p")))
	}
	all = append(all, pictureOf("density", "p"+at, "The density p.", named(g, l.P, false, "p")))
	if s := l.Speed; s != nil {
		all = append(all, pictureOf("second", fmt.Sprintf("slowest mode, 1 − lambda = %.5g", s.AdditiveGap),
			"The mode that decays slowest, whose two signs are the parts of the grid between which mass moves last.",
			reports.Map(g, s.Second, true)))
		if s.Cut.In != nil {
			inside := make([]float64, len(s.Cut.In))
			for x, in := range s.Cut.In {
				if in {
					inside[x] = l.P[x]
				}
			}
			all = append(all, pictureOf("bottleneck", fmt.Sprintf("bottleneck of p, conductance %.5g", s.Cut.Phi),
				"The bottleneck: p on the side of it that is hard to leave.", named(g, inside, false, "p")))
		}
	}
	return all
}

// named is a map with a colour bar.
func named(g grid.Grid, values []float64, signed bool, unit string) figure.Map {
	m := reports.Map(g, values, signed)
	m.Unit = unit
	return m
}

// movesOf are maps of the level at which moves are farthest off: the cells after a step less what p expects, the
// moves from each cell less what the declared kernel expects, if one is declared, and the density.
func movesOf(v validation.Validation) []picture {
	g, s := v.Candidate.Grid, v.Seen
	at := fmt.Sprintf("at beta = %.6g", s.Beta)
	from := "moves, weighted as from p,"
	if s.Drawn {
		from = "steps from draws of p"
	}
	const less = "%s, less what %s expects, in standard deviations"
	all := []picture{pictureOf("invariance",
		fmt.Sprintf(less, fmt.Sprintf("Cells after %s %s %s", table.Thousands(s.Moves), from, at), "p"),
		"What a step from p changes, which is nothing if the kernel keeps p.",
		deviations(g, []validation.Way{{Off: s.Into}})...)}
	if s.Ways != nil {
		all = append(all, pictureOf("moves", fmt.Sprintf(less, "Moves from each cell "+at, "the declared kernel"),
			"Where moves go more often (red) or more seldom (blue) than the declared kernel's.",
			deviations(g, s.Ways)...))
	}
	return append(all, pictureOf("density", "p "+at, "The density p.", named(g, s.P, false, "p")))
}

// deviations are maps of deviations on one scale, on both sides of 0. It reaches four deviations at least: a sound
// kernel has one cell in 16,000 beyond them.
func deviations(g grid.Grid, ways []validation.Way) []figure.Map {
	most, maps := 4., make([]figure.Map, len(ways))
	for i, w := range ways {
		maps[i] = named(g, w.Off, true, "sd")
		maps[i].Name = w.Name
		most = max(most, maps[i].Scale.High)
	}
	for i := range maps {
		maps[i].Scale.Low, maps[i].Scale.High = -most, most
	}
	return maps
}
