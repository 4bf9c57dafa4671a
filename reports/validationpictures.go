package reports

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// ValidationNames are the names that ValidationPictures may have.
var ValidationNames = table.Names("png svg", "density", "invariance", "second", "bottleneck", "spectrum")

// ValidationPictures draws maps of the last level: the density, the cells where it is
// not invariant, the slowest mode and the bottleneck. It also draws the spectrum
// against beta. It leaves out the unknown. Each picture is a PNG and an SVG.
func ValidationPictures(v validation.Validation) ([]table.File, error) {
	l := v.Last()
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	maps := []gridMap{
		{file: "density", title: "p" + at, unit: "p", values: l.P},
		{file: "invariance", title: "pT - p" + at, unit: "pT - p", values: l.Changed(), signed: true},
	}
	if s := l.Speed; s != nil {
		maps = append(maps, gridMap{file: "second", values: s.Second, signed: true,
			title: fmt.Sprintf("slowest mode, 1 - lambda = %.5g", s.AdditiveGap)})
		if s.Cut.In != nil {
			maps = append(maps, gridMap{file: "bottleneck", unit: "p", values: l.P, inside: s.Cut.In,
				title: fmt.Sprintf("bottleneck of p, conductance %.5g", s.Cut.Phi)})
		}
	}
	var files []table.File
	for _, p := range maps {
		files = append(files, figure.Files(p.file, figure.ForScreen,
			func(w io.Writer, m figure.Medium) error { return p.render(w, m, v.Candidate.Grid) })...)
	}
	if l.Speed != nil {
		files = append(files, figure.Files("spectrum", figure.ForScreen,
			func(w io.Writer, m figure.Medium) error { return spectrumAgainstBeta(w, m, v.Levels) })...)
	}
	return table.Render(files)
}

// A gridMap draws a function on the cells of a grid, walls crossed out. Its colours go
// from 0 to the largest value, or, if it is signed, as far on either side.
type gridMap struct {
	file, title, unit string
	values            []float64 // nil if the function is not known
	signed            bool
	inside            []bool // cells to outline, nil for none
}

// HeatMap is the map of a function on the cells of a grid, walls crossed out. Values that are not
// finite are blank. The scale goes from 0, or, if signed, as far on both sides of it.
func HeatMap(g grid.Grid, values []float64, signed bool) figure.HeatMap {
	return gridMap{values: values, signed: signed}.heatMap(g)
}

// heatMap leaves values blank that are not finite.
func (m gridMap) heatMap(g grid.Grid) figure.HeatMap {
	cells := make([]float64, g.Size())
	scale := figure.Scale{Signed: m.signed}
	for x := range cells {
		switch {
		case g.Wall(x):
			cells[x] = math.Inf(-1)
		case m.values == nil || math.IsInf(m.values[x], 0) || math.IsNaN(m.values[x]):
			cells[x] = math.NaN()
		default:
			cells[x] = m.values[x]
			scale.High = max(scale.High, math.Abs(cells[x]))
		}
	}
	if m.signed {
		scale.Low = -scale.High
	}
	_, columns := g.Folded()
	h := figure.HeatMap{Cells: slices.Collect(slices.Chunk(cells, columns)), Scale: scale, Framed: true,
		Numbers: g.Axes() <= 2} // a folded map has no two coordinates
	if m.inside != nil {
		h.Inside = slices.Collect(slices.Chunk(m.inside, columns))
	}
	return h
}

// render draws the map under its title, with a colour bar at its right.
func (m gridMap) render(w io.Writer, medium figure.Medium, g grid.Grid) error {
	h := m.heatMap(g)
	rows, columns := len(h.Cells), len(h.Cells[0])
	cell := figure.WholePixels(min(260/vg.Length(max(rows, columns)), 70))
	wide, high := cell*vg.Length(columns), cell*vg.Length(rows)
	const left, right, head, foot, least = 12 + figure.NumberRoom, 82, 48, 12 + figure.NumberRoom, 110
	width, height := left+max(wide, 190)+right, head+max(high, least)+foot
	return figure.Render(w, medium, width, height, func(c draw.Canvas) {
		title := figure.Label(11)
		title.XAlign = draw.XLeft
		c.FillText(title, vg.Point{X: c.Min.X + left, Y: c.Max.Y - 18}, m.title)
		bottom := c.Max.Y - head - high
		h.Draw(figure.Crop(c, left, bottom, wide, high))
		h.Scale.ColourBar(figure.Crop(c, left+wide+12, min(bottom, c.Max.Y-head-least), 60, max(high, least)), m.unit)
	})
}

// spectrumAgainstBeta draws, for the levels whose speed is known, the real parts of
// all eigenvalues and the spectral gap. The gap has a logarithmic axis, on which two
// eigenvalues within 1e-12 of 1 can be told apart.
func spectrumAgainstBeta(w io.Writer, m figure.Medium, levels []validation.Level) error {
	var values, gaps plotter.XYs
	for _, l := range levels {
		if l.Speed == nil {
			continue
		}
		for _, z := range l.Speed.Values {
			values = append(values, plotter.XY{X: l.Beta, Y: real(z)})
		}
		if figure.OnLogAxis(l.Speed.Gap) {
			gaps = append(gaps, plotter.XY{X: l.Beta, Y: l.Speed.Gap})
		}
	}
	left, right := figure.NewPlot(), figure.NewPlot()
	for _, p := range []*plot.Plot{left, right} {
		p.X.Label.Text = "beta"
		p.X.Min, p.X.Max = -0.02, 1.02
	}
	left.Y.Min, left.Y.Max = -1.03, 1.03
	left.Add(&plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: figure.Blue, Radius: 1.4,
		Shape: draw.CircleGlyph{}}})
	figure.SetLog(&right.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	red := figure.LineStyle{Colour: figure.Vermillion}
	right.Add(red.Line(gaps), red.Dots(gaps))
	figure.Widen(&right.Y, 1.02)
	return figure.Render(w, m, 520, 250, func(c draw.Canvas) {
		plots, titles := [][]*plot.Plot{{left, right}}, []string{"eigenvalues, real parts", "spectral gap"}
		tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 18, PadTop: 24, PadBottom: 6, PadLeft: 6, PadRight: 10}
		for i, at := range plot.Align(plots, tiles, c)[0] {
			plots[0][i].Draw(at)
			data := plots[0][i].DataCanvas(at)
			c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 16}, titles[i])
		}
	})
}
