package runs

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/portrait"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/figure"
)

// A titledMap is one of the maps of a portrait, with its name and the unit of its scale.
type titledMap struct {
	figure.HeatMap
	name, unit string
}

// mapsOf returns the two rows of maps. p and q have one scale.
func mapsOf(p portrait.Portrait) [2][3]titledMap {
	of := func(values []float64, signed bool, name, unit string) titledMap {
		return titledMap{reports.HeatMap(p.Chain.Target.Grid, values, signed), name, unit}
	}
	target, samples := of(p.P, false, "p, the target", "p"), of(p.CellQ, false, "q, of the samples", "q")
	high := max(target.Scale.High, samples.Scale.High)
	target.Scale.High, samples.Scale.High = high, high
	j, jUnit := shares(p.JParts(), p.J(), "J")
	b, bUnit := shares(p.Parts, p.B(), "B")
	return [2][3]titledMap{
		{target, samples, of(p.Off(), true, "q - p", "q - p")},
		{of(p.LogRatio(), true, "log q/p", "nats"), of(j, false, "J by cell", jUnit), of(b, true, "B by cell", bUnit)},
	}
}

// shares returns parts over their whole, and the unit to print. Without shares the parts stay as they
// are, in nats.
func shares(parts []float64, whole float64, name string) (all []float64, unit string) {
	if !hasShares(whole) {
		return parts, "nats"
	}
	for _, v := range parts {
		all = append(all, v/whole)
	}
	return all, "share of " + name
}

// hasShares reports whether parts can be divided by their whole: it is neither infinite nor 0.
func hasShares(whole float64) bool { return whole > 0 && !math.IsInf(whole, 1) }

// The lengths of a map: of its longer side, of its shorter one at least, and around it.
const mapSide, mapLeast, mapLeft, mapHead, mapFoot, mapBar, mapGap = 150, 30, 24, 38, 20, 66, 8

// titleHeight is the height of the line above each figure that says what was run.
const titleHeight = 26

// drawMaps draws the maps of a portrait in two rows, each map with its colour bar.
func drawMaps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	maps := mapsOf(p)
	cells := maps[0][0].Cells
	cell := figure.WholePixels(vg.Length(mapSide) / vg.Length(max(len(cells), len(cells[0]))))
	wide, high := max(cell*vg.Length(len(cells[0])), mapLeast), max(cell*vg.Length(len(cells)), mapLeast)
	column, row := mapLeft+max(wide, mapSide)+mapBar+mapGap, mapHead+max(high, mapSide/2)+mapFoot
	return figure.Render(w, m, 3*column, titleHeight+2*row, func(c draw.Canvas) {
		c = titled(c, p)
		for i, line := range maps {
			for j, f := range line {
				top := c.Max.Y - vg.Length(i)*row - mapHead
				at := figure.Crop(c, vg.Length(j)*column+mapLeft, top-high, wide, high)
				c.FillText(leftLabel(11), vg.Point{X: at.Min.X, Y: top + 20}, f.name)
				f.Draw(at)
				bar := max(high, mapSide/2)
				f.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, top-bar, mapBar, bar), f.unit)
			}
		}
	})
}

// titled writes at the top of c what was run, and returns the rest of c.
func titled(c draw.Canvas, p portrait.Portrait) draw.Canvas {
	title := text.Printable(p.Chain.TargetName())
	if p.Chain.Seed != nil {
		title += fmt.Sprintf(", seed %d", *p.Chain.Seed)
	}
	c.FillText(leftLabel(12), vg.Point{X: c.Min.X + mapLeft, Y: c.Max.Y - titleHeight + 8},
		fmt.Sprintf("%s, %s, T = %d", title, p.Chain.Kernel, p.T))
	return draw.Crop(c, 0, 0, 0, -titleHeight)
}

// leftLabel is the style of words that begin at a point.
func leftLabel(size vg.Length) draw.TextStyle {
	style := figure.Label(size)
	style.XAlign = draw.XLeft
	return style
}
