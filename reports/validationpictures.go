package reports

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// ValidationPictures draws maps of the last level: the density, the cells where it is
// not invariant, the slowest mode and the bottleneck. It also draws the spectrum
// against beta. It leaves out what is not known. Each picture is a PNG and an SVG.
func ValidationPictures(v validation.Validation) ([]table.Rendered, error) {
	l, g := v.Last(), v.Candidate.Grid
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	maps := []gridMap{
		newGridMap("density", "p"+at, "p", g, l.P),
		newGridMap("invariance", "pT - p"+at, "pT - p", g, l.Off).signed(1e-12), // less is rounding
	}
	if s := l.Speed; s != nil {
		maps = append(maps, newGridMap("second", fmt.Sprintf("slowest mode, 1 - lambda = %.5g", s.AdditiveGap), "", g,
			s.Second).signed(0))
		if s.Cut.In != nil {
			bottleneck := newGridMap("bottleneck", fmt.Sprintf("bottleneck of p, conductance %.5g", s.Cut.Phi), "p", g,
				l.P)
			bottleneck.Inside = inRows(s.Cut.In, gridColumns(g))
			maps = append(maps, bottleneck)
		}
	}
	var files []table.File
	for _, m := range []figure.Medium{figure.PNG, figure.SVG} {
		for _, p := range maps {
			files = append(files, table.File{Name: p.file + "." + string(m),
				Write: func(w io.Writer) error { return p.render(w, m) }})
		}
		if l.Speed != nil {
			files = append(files, table.File{Name: "spectrum." + string(m),
				Write: func(w io.Writer) error { return spectrumAgainstBeta(w, m, v.Levels) }})
		}
	}
	return table.Render(files)
}

// A gridMap draws a function on the cells of a grid, walls crossed out.
type gridMap struct {
	figure.HeatMap
	file, title, unit string
}

// newGridMap colours the values from 0 to the largest. What is not finite stays
// blank, and so does all of a function that is not known.
func newGridMap(file, title, unit string, g grid.Grid, values []float64) gridMap {
	shown := make([]float64, g.Size())
	for x := range shown {
		switch {
		case g.Wall(x):
			shown[x] = math.Inf(-1)
		case values == nil || math.IsInf(values[x], 0):
			shown[x] = math.NaN()
		default:
			shown[x] = values[x]
		}
	}
	cells := inRows(shown, gridColumns(g))
	return gridMap{figure.HeatMap{Cells: cells, Scale: figure.LargestOf(cells...), Framed: true}, file, title, unit}
}

// signed colours the values by their sign instead. The scale reaches at least as far
// as least on either side.
func (m gridMap) signed(least float64) gridMap {
	m.Scale = figure.Scale{High: least, Signed: true}
	for _, row := range m.Cells {
		for _, v := range row {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				m.Scale.High = max(m.Scale.High, math.Abs(v))
			}
		}
	}
	m.Scale.Low = -m.Scale.High
	return m
}

// gridColumns returns how many columns the map of a grid has. On two axes the last
// runs to the right. A grid of more axes is folded: its last axes run to the right
// and its first ones down, so that the map is as square as it can be. Nine spins make
// 16 rows of 32.
func gridColumns(g grid.Grid) int {
	columns, best, side := 1, 0, math.Sqrt(float64(g.Size()))
	skew := func(columns int) float64 { return math.Abs(math.Log(float64(columns) / side)) }
	for axis := g.Axes() - 1; axis >= 0; axis-- {
		columns *= g.Len(axis)
		if best == 0 || g.Axes() > 2 && skew(columns) < skew(best) {
			best = columns
		}
	}
	return best
}

// inRows cuts a list into rows.
func inRows[T any](values []T, columns int) (rows [][]T) {
	for from := 0; from < len(values); from += columns {
		rows = append(rows, values[from:from+columns])
	}
	return rows
}

// render draws the map under its title, with a colour bar at its right.
func (m gridMap) render(w io.Writer, medium figure.Medium) error {
	rows, columns := len(m.Cells), len(m.Cells[0])
	cell := figure.WholePixels(min(260/vg.Length(max(rows, columns)), 70))
	wide, high := cell*vg.Length(columns), cell*vg.Length(rows)
	const left, right, head, foot, least = 12, 82, 48, 12, 110
	width, height := left+max(wide, 190)+right, head+max(high, least)+foot
	return figure.Render(w, medium, width, height, func(c draw.Canvas) {
		title := figure.Label(11)
		title.XAlign = draw.XLeft
		c.FillText(title, vg.Point{X: c.Min.X + left, Y: c.Max.Y - 18}, m.title)
		bottom := c.Max.Y - head - high
		m.Draw(figure.Crop(c, left, bottom, wide, high))
		m.Scale.ColourBar(figure.Crop(c, left+wide+12, min(bottom, c.Max.Y-head-least), 60, max(high, least)), m.unit)
	})
}

// spectrumAgainstBeta draws, for the levels whose speed is known, the real parts of
// all eigenvalues and the spectral gap. The gap has a logarithmic axis, on which two
// eigenvalues within 1e-12 of 1 can be told apart.
func spectrumAgainstBeta(w io.Writer, m figure.Medium, levels []validation.Level) error {
	var values, gaps plotter.XYs
	y := figure.NewAxisRange()
	for _, l := range levels {
		if l.Speed == nil {
			continue
		}
		for _, z := range l.Speed.Values {
			values = append(values, plotter.XY{X: l.Beta, Y: real(z)})
		}
		if figure.OnLogAxis(l.Speed.Gap) {
			gaps = append(gaps, plotter.XY{X: l.Beta, Y: l.Speed.Gap})
			y.See(l.Speed.Gap)
		}
	}
	left, right := figure.NewPlot(), figure.NewPlot()
	for _, p := range []*plot.Plot{left, right} {
		p.X.Label.Text = "beta"
		p.X.Min, p.X.Max = -0.02, 1.02
		p.Add(figure.TickGrid{})
	}
	left.Y.Min, left.Y.Max = -1.03, 1.03
	left.Add(&plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: figure.Blue, Radius: 1.4,
		Shape: draw.CircleGlyph{}}})
	figure.SetLog(&right.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	right.Y.Min, right.Y.Max = y.Ends(1.02)
	red := figure.LineStyle{Colour: figure.Vermillion}
	right.Add(red.Line(gaps), red.Dots(gaps))
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
