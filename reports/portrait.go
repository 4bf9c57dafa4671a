package reports

import (
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
)

// deepest is how many nats below the largest log f the colours of a portrait end:
// all that is deeper looks the same, and is nothing to the distribution.
const deepest = 60

// A face is one of a portrait's two heat maps.
type face struct {
	name, unit string
	cells      [][]float64 // -Inf is a wall, NaN where there is nothing
	low, high  float64     // what the colours go between
	cols, rows []string    // labels, if any
	across, up string      // what these are
}

// Portrait draws a toy in two heat maps: log f and p by row and column, row 0 at
// the top and walls crossed out; or, of a spin system, the uniform distribution and
// the target over log f and the order of a state.
func Portrait(w io.Writer, m Medium, p experiments.Portrait) error {
	faces := plane(p)
	if p.Order != "" {
		faces = spins(p)
	}
	const most, title, head, bar, gap = 200, 27, 21, 63, 21
	left, foot := vg.Length(12), vg.Length(12)
	if p.Order != "" {
		left, foot = 54, 42
	}
	cell := pixels(vg.Length(most) / vg.Length(max(len(faces[0].cells), len(faces[0].cells[0]))))
	wide, high := cell*vg.Length(len(faces[0].cells[0])), cell*vg.Length(len(faces[0].cells))
	width, height := 2*(left+wide+bar)+gap, title+head+high+foot
	return render(w, m, width, height, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		c.FillText(label(12), vg.Point{X: c.Center().X, Y: c.Max.Y - 17}, p.Title)
		for i, f := range faces {
			at := crop(c, left+vg.Length(i)*(left+wide+bar+gap), c.Min.Y+foot, wide, high)
			c.FillText(label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 6}, f.name)
			f.paint(at)
			f.scale(crop(c, at.Max.X-c.Min.X+8, at.Min.Y, bar, high))
		}
	})
}

// pixels is a length cut to whole pixels, three eighths of a point each: cells then
// have sharp edges.
func pixels(l vg.Length) vg.Length {
	const pixel = 72. / dpi
	return max(vg.Length(math.Floor(float64(l)/pixel)), 1) * pixel
}

// plane is log f and p of a grid of two axes.
func plane(p experiments.Portrait) []face {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range p.LogF {
		for _, v := range row {
			if !math.IsInf(v, -1) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	name := "log density"
	if low < high-deepest {
		low = high - deepest
		name += ", cut below " + strconv.FormatFloat(low, 'f', 0, 64)
	}
	return []face{
		{name: name, unit: "log f", cells: p.LogF, low: low, high: high},
		{name: "distribution", unit: "p", high: largestOf(p.P),
			cells: where(p.P, p.LogF, func(logf float64) bool { return math.IsInf(logf, -1) }, math.Inf(-1))},
	}
}

// where is cells with something else in those places that other says.
func where(cells, other [][]float64, is func(float64) bool, instead float64) [][]float64 {
	out := make([][]float64, len(cells))
	for i, row := range cells {
		out[i] = append([]float64(nil), row...)
		for j, v := range other[i] {
			if is(v) {
				out[i][j] = instead
			}
		}
	}
	return out
}

// spins is a spin system before annealing and after, both on one scale.
func spins(p experiments.Portrait) []face {
	var cols, rows []string
	for _, v := range p.Orders {
		cols = append(cols, strconv.Itoa(v))
	}
	for _, v := range p.Levels {
		rows = append(rows, strconv.FormatFloat(v, 'g', 4, 64))
	}
	f := face{unit: "probability", cols: cols, rows: rows, across: p.Order, up: "log f",
		high: max(largestOf(p.Uniform), largestOf(p.Target))}
	none := func(p float64) bool { return p == 0 } // of the uniform distribution: no such state
	before, after := f, f
	before.name, before.cells = "uniform", where(p.Uniform, p.Uniform, none, math.NaN())
	after.name, after.cells = "target", where(p.Target, p.Uniform, none, math.NaN())
	return []face{before, after}
}

func largestOf(cells [][]float64) float64 {
	top := 0.0
	for _, row := range cells {
		for _, v := range row {
			top = max(top, v)
		}
	}
	return top
}

// paint draws the cells over the whole of c, with what labels they have.
func (f face) paint(c draw.Canvas) {
	size := c.Size()
	wide, high := size.X/vg.Length(len(f.cells[0])), size.Y/vg.Length(len(f.cells))
	for i, row := range f.cells {
		for j, v := range row {
			at := crop(c, wide*vg.Length(j), c.Max.Y-high*vg.Length(i+1), wide, high)
			switch {
			case math.IsInf(v, -1):
				wall(at)
			case !math.IsNaN(v):
				c.SetColor(colour(min(max(v-f.low, 0), f.span()), f.span()))
				c.Fill(at.Rectangle.Path())
			}
		}
	}
	c.StrokeLines(draw.LineStyle{Color: pale, Width: vg.Points(0.75)}, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min})
	if f.cols != nil {
		f.axes(c)
	}
}

// axes labels columns and rows.
func (f face) axes(c draw.Canvas) {
	size, style := c.Size(), label(9)
	for j, text := range f.cols {
		c.FillText(style, vg.Point{X: along(c.Min.X, size.X, 2*j+1, 2*len(f.cols)), Y: c.Min.Y - 12}, text)
	}
	c.FillText(label(10), vg.Point{X: c.Center().X, Y: c.Min.Y - 29}, f.across)
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	for i, text := range f.rows {
		c.FillText(style, vg.Point{X: c.Min.X - 4, Y: along(c.Max.Y, -size.Y, 2*i+1, 2*len(f.rows))}, text)
	}
	side := label(10)
	side.Rotation = math.Pi / 2
	c.FillText(side, vg.Point{X: c.Min.X - 36, Y: c.Center().Y}, f.up)
}

// span is what the colours stretch over; that of a constant is any.
func (f face) span() float64 {
	if f.high > f.low {
		return f.high - f.low
	}
	return 1
}

// wall crosses a cell out.
func wall(c draw.Canvas) {
	c.SetColor(pale)
	c.Fill(c.Rectangle.Path())
	line := draw.LineStyle{Color: color.Gray{0xB0}, Width: vg.Points(0.5)}
	c.StrokeLine2(line, c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)
	c.StrokeLine2(line, c.Min.X, c.Max.Y, c.Max.X, c.Min.Y)
}

// scale draws the colour bar, with its unit above.
func (f face) scale(c draw.Canvas) {
	bar := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: c.Min, Max: vg.Point{X: c.Min.X + 10, Y: c.Max.Y}}}
	ramp := make([][]float64, shades)
	for i := range ramp {
		ramp[i] = []float64{f.span() * float64(shades-1-i) / (shades - 1)}
	}
	heat(bar, ramp, f.span())
	style := label(9)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	for _, t := range (plot.DefaultTicks{}).Ticks(f.low, f.low+f.span()) {
		if t.Label == "" || t.Value < f.low || t.Value > f.low+f.span() {
			continue
		}
		y := bar.Min.Y + (bar.Max.Y-bar.Min.Y)*vg.Length((t.Value-f.low)/f.span())
		bar.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.5)}, bar.Max.X, y, bar.Max.X+3, y)
		bar.FillText(style, vg.Point{X: bar.Max.X + 5, Y: y}, strconv.FormatFloat(t.Value, 'g', 4, 64))
	}
	unit := label(9)
	unit.XAlign = draw.XLeft
	bar.FillText(unit, vg.Point{X: bar.Min.X, Y: c.Max.Y + 6}, f.unit)
}
