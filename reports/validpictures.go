package reports

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/validation"
	"breadboard/grid"
)

// ValidationPictures are maps of the last level: the density, where it is not
// invariant, the second eigenvector and the bottleneck; and the spectrum against
// beta. Those of what is not known are left out. Each is a PNG and an SVG.
func ValidationPictures(v validation.Validation) ([]File, error) {
	l, g := v.Last(), v.Candidate.Grid
	at := fmt.Sprintf(" at beta = %.6g", l.Beta)
	maps := []struct {
		name  string
		chart gridMap
	}{
		{"density", gridMap{title: "p" + at, grid: g, values: l.P}},
		{"invariance", gridMap{title: "pT - p" + at, grid: g, values: l.Off, signed: true, least: 1e-12}},
	}
	if s := l.Speed; s != nil {
		maps = append(maps, struct {
			name  string
			chart gridMap
		}{"second", gridMap{title: fmt.Sprintf("slowest mode, 1 - lambda = %.5g", s.AdditiveGap), grid: g, values: s.Second, signed: true}})
		if s.Cut.In != nil {
			maps = append(maps, struct {
				name  string
				chart gridMap
			}{"bottleneck", gridMap{title: fmt.Sprintf("bottleneck of p, conductance %.5g", s.Cut.Phi), grid: g, values: l.P, cut: s.Cut.In}})
		}
	}
	var out collector
	for _, m := range []Medium{PNG, SVG} {
		for _, c := range maps {
			out.add(c.name+"."+string(m), func(w io.Writer) error { return c.chart.render(w, m) })
		}
		if l.Speed != nil {
			out.add("spectrum."+string(m), func(w io.Writer) error { return SpectrumAgainstBeta(w, m, v.Levels) })
		}
	}
	return out.written()
}

// A gridMap is a function on the cells of a grid. The last axis runs to the right,
// all others, the first slowest, down.
type gridMap struct {
	title  string
	grid   grid.Grid
	values []float64
	signed bool    // coloured by the sign, blue below 0 and red above
	least  float64 // the scale goes so far at least: what is below is rounding
	cut    []bool  // the cells on one side of a line to be drawn; nil for none
}

// render draws it with a bar that says what the colours mean.
func (m gridMap) render(w io.Writer, medium Medium) error {
	columns := m.grid.Len(m.grid.Axes() - 1)
	rows := m.grid.Size() / columns
	cell := min(260/float64(max(rows, columns)), 70)
	wide, high := cell*float64(columns), cell*float64(rows)
	const left, right, head, foot, least = 12, 82, 30, 12, 110
	width, height := left+max(wide, 190)+right, head+max(high, least)+foot
	return render(w, medium, vg.Length(width), vg.Length(height), func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		style := label(11)
		style.XAlign = draw.XLeft
		c.FillText(style, vg.Point{X: c.Min.X + left, Y: c.Max.Y - 18}, m.title)
		bottom := c.Max.Y - head - vg.Length(high)
		box := crop(c, left, bottom, vg.Length(wide), vg.Length(high))
		for x, v := range m.values {
			c.SetColor(m.colour(x, v))
			const under = 1 // the next cells, so that no seam shows
			at := m.place(box, x, rows, columns)
			at.Min.Y, at.Max.X = max(at.Min.Y-under, box.Min.Y), min(at.Max.X+under, box.Max.X)
			c.Fill(at.Path())
		}
		m.line(box, rows, columns)
		m.bar(crop(c, left+vg.Length(wide)+12, min(bottom, c.Max.Y-head-least), 60, vg.Length(max(high, least))))
	})
}

// limit is the largest size of a value.
func (m gridMap) limit() float64 {
	top := m.least
	for _, v := range m.values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			top = max(top, math.Abs(v))
		}
	}
	return top
}

// colour is that of a cell: grey where it is a wall or has no number.
func (m gridMap) colour(x int, v float64) color.Color {
	if m.grid.Wall(x) || math.IsNaN(v) || math.IsInf(v, 0) {
		return color.RGBA{0x8C, 0x8C, 0x8C, 0xFF}
	}
	return m.shade(v, m.limit())
}

// shade is the colour of a value on a scale up to limit, all values being 0 where
// that is.
func (m gridMap) shade(v, limit float64) color.Color {
	if limit == 0 {
		limit = 1
	}
	if !m.signed {
		return colour(max(v, 0), limit)
	}
	ends, share := blue, -v/limit
	if v > 0 {
		ends, share = vermillion, v/limit
	}
	mix := func(end uint8) uint8 { return uint8(math.Round(0xF7 + share*(float64(end)-0xF7))) }
	return color.RGBA{mix(ends.R), mix(ends.G), mix(ends.B), 0xFF}
}

// place is a cell's rectangle.
func (m gridMap) place(c draw.Canvas, x, rows, columns int) vg.Rectangle {
	size, i, j := c.Size(), x/columns, x%columns
	return vg.Rectangle{
		Min: vg.Point{X: along(c.Min.X, size.X, j, columns), Y: along(c.Max.Y, -size.Y, i+1, rows)},
		Max: vg.Point{X: along(c.Min.X, size.X, j+1, columns), Y: along(c.Max.Y, -size.Y, i, rows)},
	}
}

// line draws the edges between the two sides of a cut.
func (m gridMap) line(c draw.Canvas, rows, columns int) {
	if m.cut == nil {
		return
	}
	style := draw.LineStyle{Color: vermillion, Width: 3}
	open := func(x, y int) bool { return m.cut[x] != m.cut[y] && !m.grid.Wall(x) && !m.grid.Wall(y) }
	for x := range m.values {
		r := m.place(c, x, rows, columns)
		if y := x + 1; y%columns != 0 && open(x, y) {
			c.StrokeLine2(style, r.Max.X, r.Min.Y, r.Max.X, r.Max.Y)
		}
		if y := x + columns; y < len(m.values) && open(x, y) {
			c.StrokeLine2(style, r.Min.X, r.Min.Y, r.Max.X, r.Min.Y)
		}
	}
}

// bar says what the colours mean: from the least value of the scale, at the bottom,
// to the largest.
func (m gridMap) bar(c draw.Canvas) {
	const steps = 64
	top, low := m.limit(), 0.0
	if m.signed {
		low = -top
	}
	ramp := crop(c, 0, c.Min.Y, 12, c.Size().Y)
	for i := range steps {
		c.SetColor(m.shade(low+(top-low)*float64(i)/(steps-1), top))
		c.Fill(vg.Rectangle{Min: vg.Point{X: ramp.Min.X, Y: along(ramp.Min.Y, ramp.Size().Y, i, steps)},
			Max: vg.Point{X: ramp.Max.X, Y: min(along(ramp.Min.Y, ramp.Size().Y, i+1, steps)+0.5, ramp.Max.Y)}}.Path())
	}
	style := label(9)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	for _, at := range []float64{0, 0.25, 0.5, 0.75, 1} {
		y := ramp.Min.Y + vg.Length(at)*ramp.Size().Y
		ramp.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.5)}, ramp.Max.X, y, ramp.Max.X+3, y)
		ramp.FillText(style, vg.Point{X: ramp.Max.X + 5, Y: y}, strconv.FormatFloat(low+at*(top-low), 'g', 3, 64))
	}
}

// SpectrumAgainstBeta draws, of the levels where they are known, the real parts of
// all eigenvalues, and the spectral gap on a logarithmic axis, where those within
// 1e-12 of 1 can be told apart.
func SpectrumAgainstBeta(w io.Writer, m Medium, levels []validation.Level) error {
	var values, gaps plotter.XYs
	y := newReach()
	for _, l := range levels {
		if l.Speed == nil {
			continue
		}
		for _, z := range l.Speed.Values {
			values = append(values, plotter.XY{X: l.Beta, Y: real(z)})
		}
		if positive(l.Speed.Gap) {
			gaps = append(gaps, plotter.XY{X: l.Beta, Y: l.Speed.Gap})
			y.see(l.Speed.Gap)
		}
	}
	left, right := newPlot(), newPlot()
	for _, p := range []*plot.Plot{left, right} {
		p.X.Label.Text = "beta"
		p.X.Min, p.X.Max = -0.02, 1.02
		p.Add(tickGrid{})
	}
	left.Y.Min, left.Y.Max = -1.03, 1.03
	left.Add(&plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: blue, Radius: 1.4, Shape: draw.CircleGlyph{}}})
	right.Y.Scale, right.Y.Tick.Marker = plot.LogScale{}, fewDecades{6}
	right.Y.Min, right.Y.Max = y.ends(1.02)
	right.Add(pen{color: vermillion}.line(gaps), pen{color: vermillion}.dots(gaps))
	return render(w, m, 520, 250, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		plots, titles := [][]*plot.Plot{{left, right}}, []string{"eigenvalues, real parts", "spectral gap"}
		tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 18, PadTop: 24, PadBottom: 6, PadLeft: 6, PadRight: 10}
		for i, at := range plot.Align(plots, tiles, c)[0] {
			plots[0][i].Draw(at)
			data := plots[0][i].DataCanvas(at)
			c.FillText(label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 16}, titles[i])
		}
	})
}
