package runs

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// The colours of J, of B, and of B − J between them, as on the page of breadboard explore; areas have paler ones.
var (
	jLine   = figure.LineStyle{Colour: color.RGBA{0x0B, 0x6F, 0xB3, 0xFF}}
	bLine   = figure.LineStyle{Colour: color.RGBA{0x63, 0x33, 0x0A, 0xFF}}
	gapLine = figure.LineStyle{Colour: color.RGBA{0xB6, 0x5C, 0x05, 0xFF}}
	jArea   = color.RGBA{0xCA, 0xE0, 0xEE, 0xFF}
	gapArea = color.RGBA{0xE2, 0xBA, 0x90, 0xFF}
)

// lensBelow is the share of B below which J would lie on the axis. A second panel then has J alone, as the lens of the
// page.
const lensBelow = 0.15

// levelsOf draws J_t and B_t against the level t, as the page of breadboard explore does: both of the annealing that
// stops at t, with the area between them, and their names and last values at the right.
func levelsOf(p experiments.Measurement) figure.Figure {
	start := plotter.XY{X: 1} // where samples are exact
	j, b := plotter.XYs{start}, plotter.XYs{start}
	for _, s := range p.Steps {
		if finite(s.J) && finite(s.B) {
			j = append(j, plotter.XY{X: float64(s.T), Y: s.J})
			b = append(b, plotter.XY{X: float64(s.T), Y: s.B})
		}
	}
	ground := plotter.XYs{start, {X: j[len(j)-1].X}}
	both := figure.NewPlot()
	both.Add(area(b, j, gapArea), area(j, ground, jArea), bLine.Line(b), jLine.Line(j))
	last := len(b) - 1
	middle := plotter.XYs{{X: b[last].X, Y: (j[last].Y + b[last].Y) / 2}}
	var ends figure.EndLabels
	ends.AddWords("B "+table.Short(b[last].Y)+"\nwhat runs can estimate", bLine, b)
	ends.AddWords("B − J "+table.Short(b[last].Y-j[last].Y)+"\ncounted in B, not seen in J", gapLine, middle)
	ends.AddWords("J "+table.Short(j[last].Y)+"\ndistance of q from p", jLine, j)
	both.Add(ends)
	panels := figure.Panels{Plots: [][]*plot.Plot{{both}}, Height: 230,
		Title: fmt.Sprintf("%s; T = %d", reports.AnnealerTitle(p.Annealer), p.T)}
	_, _, _, mostJ := plotter.XYRange(j)
	_, _, _, mostB := plotter.XYRange(b)
	if mostJ > 0 && mostJ < lensBelow*mostB {
		alone := figure.NewPlot()
		alone.Title.Text = "J alone, drawn larger"
		alone.Add(area(j, ground, jArea), jLine.Line(j))
		panels.Plots = append(panels.Plots, []*plot.Plot{alone})
		panels.Height = 150
	}
	for _, row := range panels.Plots {
		row[0].X.Label.Text = "level t"
		row[0].Y.Label.Text = "nats"
		row[0].Y.Max = max(1.04*row[0].Y.Max, math.SmallestNonzeroFloat32)
		row[0].X.Min, row[0].X.Max = 1, float64(p.T)
	}
	return panels
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// area fills what is between two curves.
func area(above, below plotter.XYs, fill color.Color) *plotter.Polygon {
	around := slices.Clone(below)
	slices.Reverse(around)
	return &plotter.Polygon{XYs: []plotter.XYs{slices.Concat(above, around)}, Color: fill}
}
