// Package verdicts writes the pages of verdicts on what came from outside: draws beside the law of a target
// (draws.go), and log weights of a sampler (sandwich.go). Each begins with the verdict, and has the tables that the
// command prints and a figure of what they say.
package verdicts

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// mostCells is the largest number of cells that can be told apart in a map.
const mostCells = 10_000

// Draws is the page of samples beside the law of a target.
func Draws(c experiments.Chain, all []draws.Result, made page.Made) page.Page {
	tables := reports.Draws(c, all, table.Plain)
	worst := slices.MaxFunc(all, func(a, b draws.Result) int { return cmp.Compare(-a.P, -b.P) }) // or the first
	p := page.Page{Title: tables[0].Title, Made: made}
	wrong := count(all, draws.Differs)
	switch {
	case wrong > 0 && len(all) == 1:
		p.Warning = "These are no draws of the target."
	case wrong > 0:
		p.Warning = fmt.Sprintf("%d of %d samples are no draws of the target.", wrong, len(all))
	case count(all, draws.Unclear) == len(all):
		p.Intro = []string{"The draws are too few to tell."}
	default:
		p.Fine = "Nothing was found: the draws fit the target, as far as they tell."
	}
	samples := tables[0]
	samples.Title = ""
	p.Sections = []page.Section{{ID: "samples", Title: "The samples", Tables: []table.Table{samples}}}
	cells := page.Section{ID: "cells", Title: "By cell", Tables: tables[1:]}
	if c.Target.Grid.Size() <= mostCells {
		drawn := func(w io.Writer, m figure.Medium) error { return drawnMaps(w, m, c, worst) }
		cells.Figures = []page.Figure{{Draw: drawn, Alt: "The target p, the share q of the draws in each cell, and " +
			"how far q is off, in standard errors."}}
	}
	p.Sections = append(p.Sections, cells)
	return p
}

func count(all []draws.Result, verdict string) (n int) {
	for _, r := range all {
		if r.Verdict == verdict {
			n++
		}
	}
	return n
}

// mapsOf are the maps of a sample: the law and the shares on one scale, and how far apart they are.
func mapsOf(c experiments.Chain, r draws.Result) []figure.HeatMap {
	g := c.Target.Grid
	law := reports.HeatMap(g, r.Law, false)
	shares := reports.HeatMap(g, r.Q, false)
	off := reports.HeatMap(g, r.Z, true)
	high := max(law.Scale.High, shares.Scale.High)
	law.Name = "p, the target"
	law.Unit = "p"
	law.Scale.High = high
	shares.Name = "q, of the draws"
	shares.Unit = "q"
	shares.Scale.High = high
	off.Name = "q − p over its error"
	off.Unit = "errors"
	return []figure.HeatMap{law, shares, off}
}

// drawnMaps draws them beside each other, each with its colour bar.
func drawnMaps(w io.Writer, m figure.Medium, c experiments.Chain, r draws.Result) error {
	const side, left, bar, head, foot, least = 140, 24, 60, 30, 20, 80
	maps := mapsOf(c, r)
	columns := m.Across(len(maps), len(maps))
	rows := (len(maps) + columns - 1) / columns
	wide := vg.Length(columns) * (left + side + bar)
	return figure.Render(w, m, wide, vg.Length(rows)*(head+side+foot), func(on draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		for i, one := range maps {
			room := draw.Crop(scores.Cell(on, i, len(maps), columns), left, -bar, foot, -head)
			cell := one.CellIn(room.Size())
			high := cell * vg.Length(len(one.Cells))
			at := figure.Crop(room, 0, room.Max.Y-high, cell*vg.Length(len(one.Cells[0])), high)
			on.FillText(style, vg.Point{X: at.Min.X, Y: room.Max.Y + 16}, one.Name)
			one.Draw(at)
			tall := max(high, min(least, room.Size().Y))
			one.Scale.ColourBar(figure.Crop(on, at.Max.X-on.Min.X+8, room.Max.Y-tall, bar-8, tall), one.Unit)
		}
	})
}
