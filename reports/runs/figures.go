package runs

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/exact"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// mapsOf returns the two rows of maps. p and q have one scale.
func mapsOf(p portrait.Portrait) [2][3]figure.HeatMap {
	of := func(values []float64, signed bool, name, unit string) figure.HeatMap {
		h := reports.HeatMap(p.Chain.Target.Grid, values, signed)
		h.Name, h.Unit = name, unit
		return h
	}
	target := of(p.P, false, "p, the target", "p")
	samples := of(p.Q, false, "q, of the samples", "q")
	high := max(target.Scale.High, samples.Scale.High)
	target.Scale.High, samples.Scale.High = high, high
	j, jUnit := shares(p.JParts(), p.J(), "J")
	b, bUnit := shares(p.Parts, p.B(), "B")
	return [2][3]figure.HeatMap{
		{target, samples, of(p.Off(), true, "q − p", "q − p")},
		{of(p.LogRatio(), true, "log q/p", "nats"), of(j, false, "J by cell", jUnit), of(b, true, "B by cell", bUnit)},
	}
}

// shares divides parts by their whole, and returns the unit to print. If the whole is infinite or 0 the parts stay as
// they are, in nats.
func shares(parts []float64, whole float64, name string) (all []float64, unit string) {
	if share(0, whole) == nil {
		return parts, "nats"
	}
	return table.Each(parts, func(v float64) float64 { return v / whole }), "share of " + name
}

// share is a part over its whole, or a cell without a value if the whole is infinite or 0.
func share(part, whole float64) any {
	if !(whole > 0 && whole < math.Inf(1)) {
		return nil
	}
	return part / whole
}

// The lengths of a map: of its longer side, of its shorter one at least, and around it.
const mapSide, mapLeast, mapLeft, mapHead, mapFoot, mapBar, mapGap = 150, 30, 24, 38, 20, 66, 8

// titleHeight is the height of the line above each figure that says what was run.
const titleHeight = 26

// drawMaps draws the maps of a portrait in two rows, each map with its colour bar.
func drawMaps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	maps := mapsOf(p)
	all := slices.Concat(maps[0][:], maps[1][:])
	_, high := mapIn(all[0], vg.Point{X: mapSide, Y: mapSide})
	columns := len(maps[0])
	rows := vg.Length((len(all) + columns - 1) / columns)
	column := vg.Length(mapLeft + mapSide + mapBar + mapGap)
	row := mapHead + max(high, mapSide/2) + mapFoot
	return figure.Render(w, m, vg.Length(columns)*column, titleHeight+rows*row, func(c draw.Canvas) {
		c = titled(c, p)
		for i, f := range all {
			cell := scores.Cell(c, i, len(all), columns)
			room := draw.Crop(cell, mapLeft, -mapBar-mapGap, mapFoot, -mapHead)
			wide, high := mapIn(f, room.Size())
			at := figure.Crop(room, 0, room.Max.Y-high, wide, high)
			c.FillText(leftLabel(11), vg.Point{X: at.Min.X, Y: room.Max.Y + 20}, f.Name)
			f.Draw(at)
			bar := max(high, min(mapSide/2, room.Size().Y))
			f.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, room.Max.Y-bar, mapBar, bar), f.Unit)
		}
	})
}

// mapIn is the size of a map in a room: its cells are squares of whole pixels, but it has a shorter side at least.
func mapIn(h figure.HeatMap, room vg.Point) (wide, high vg.Length) {
	cell := h.CellIn(room)
	return max(cell*vg.Length(len(h.Cells[0])), mapLeast), max(cell*vg.Length(len(h.Cells)), mapLeast)
}

// titled writes at the top of c what was run, and returns the rest of c.
func titled(c draw.Canvas, p portrait.Portrait) draw.Canvas {
	style := leftLabel(12)
	title := figure.ShortName(p.Chain.TargetName()) + reports.OfSeed(p.Chain.Seed)
	words := fmt.Sprintf("%s, %s, T = %d", title, figure.ShortName(fmt.Sprint(p.Chain.Kernel)), p.T)
	words = figure.Broken(style, words, c.Size().X-mapLeft)
	head := titleHeight + figure.Lower(style, words)
	c.FillText(style, vg.Point{X: c.Min.X + mapLeft, Y: c.Max.Y - head + 8}, words)
	return draw.Crop(c, 0, 0, 0, -head)
}

// leftLabel is the style of words that begin at a point.
func leftLabel(size vg.Length) draw.TextStyle {
	style := figure.Label(size)
	style.XAlign = draw.XLeft
	return style
}

// stepShares returns the share of B of each step against t, and what the axis of shares is called.
func stepShares(p portrait.Portrait) (points plotter.XYs, label string) {
	parts := table.Each(p.Steps, func(s exact.Step) float64 { return s.Part.Jeffreys() })
	of, unit := shares(parts, p.B(), "B")
	for i, s := range p.Steps {
		points = append(points, plotter.XY{X: float64(s.T), Y: of[i]})
	}
	return points, unit + ", each step"
}

func drawSteps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	const mostDots = 60 // points up to which each has a dot
	points, label := stepShares(p)
	f, line := figure.NewPlot(), figure.NthLine(0)
	f.X.Label.Text = "step to level t"
	f.Y.Label.Text = label
	f.Add(line.Line(points))
	if len(points) <= mostDots {
		f.Add(line.Dots(points))
	}
	f.Y.Min = min(f.Y.Min, 0)
	return figure.Render(w, m, 560, titleHeight+260, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{{f}}, Tiles: draw.Tiles{PadX: 10, PadY: 10, PadTop: 8, PadBottom: 6,
			PadLeft: 6, PadRight: 10}}.Draw(titled(c, p))
	})
}

// mapsData has a row for each cell: its coordinates along every axis, and what the maps show.
func mapsData(p portrait.Portrait) table.Table {
	g := p.Chain.Target.Grid
	t := table.Table{Columns: table.Keys("cell")}
	for axis := range g.Axes() {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("axis_%d", axis+1)})
	}
	t.Columns = append(t.Columns, table.Keys("wall p q q_minus_p log_q_over_p j_part j_share b_part b_share")...)
	off := p.Off()
	ratio := p.LogRatio()
	j := p.JParts()
	for x := range p.P {
		row := []any{x}
		for _, at := range g.Coords(x) {
			row = append(row, at)
		}
		t.Add(append(row, g.Wall(x), p.P[x], p.Q[x], off[x], table.Known(ratio[x]), j[x],
			share(j[x], p.J()), p.Parts[x], share(p.Parts[x], p.B()))...)
	}
	return t
}
