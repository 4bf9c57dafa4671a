// Package moves draws how counted moves differ from what is expected of them, cell by cell, in
// standard deviations.
package moves

import (
	"fmt"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A scale of deviations reaches at least fourDeviations. A sound kernel has one cell in
// 16,000 beyond it.
const fourDeviations = 4

// Names are the names that Pictures may have.
var Names = table.Names("png svg", "density", "invariance", "moves")

// Pictures draws the level at which moves are farthest off: the density, the cells after a step
// less what p expects, and, if a kernel is declared, the moves from each cell less what that one
// expects. Each picture is a PNG and an SVG.
func Pictures(g grid.Grid, s validation.Seen) ([]table.File, error) {
	at := fmt.Sprintf("at beta = %.6g", s.Beta)
	from := "moves, weighted as from p,"
	if s.Drawn {
		from = "steps from draws of p"
	}
	drawn := map[string]picture{
		"density": {title: []string{"p " + at}, unit: "p", maps: []named{{HeatMap: reports.HeatMap(g, s.P, false)}}},
		"invariance": {title: []string{fmt.Sprintf("Cells after %s %s %s,", table.Thousands(s.Moves), from, at), less("p")},
			unit: "sd", maps: deviations(g, []validation.Way{{Off: s.Into}})},
	}
	if s.Ways != nil {
		drawn["moves"] = picture{title: []string{"Moves from each cell " + at + ",", less("the declared kernel")},
			unit: "sd", maps: deviations(g, s.Ways)}
	}
	var files []table.File
	for _, name := range []string{"density", "invariance", "moves"} {
		if p, ok := drawn[name]; ok {
			files = append(files, figure.Files(name, figure.ForScreen, p.render)...)
		}
	}
	return table.Render(files)
}

// less is the second line of a title of deviations.
func less(of string) string { return "less what " + of + " expects, in standard deviations" }

// deviations are maps of deviations on one scale, on both sides of 0.
func deviations(g grid.Grid, ways []validation.Way) []named {
	most, maps := float64(fourDeviations), make([]named, len(ways))
	for i, w := range ways {
		maps[i] = named{w.Name, reports.HeatMap(g, w.Off, true)}
		most = max(most, maps[i].Scale.High)
	}
	for i := range maps {
		maps[i].Scale.Low, maps[i].Scale.High = -most, most
	}
	return maps
}
