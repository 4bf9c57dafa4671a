package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
)

// The colours of schedules, by their order in the sweep: those of Okabe and Ito,
// with a grey in the place of yellow, which is pale on paper. Where there are more
// schedules than colours the next round is dashed, and so on.
var (
	manyColors = []color.RGBA{blue, vermillion, green, {0xCC, 0x79, 0xA7, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x8C, 0x8C, 0x8C, 0xFF}, ink}
	manyDashes = [][]vg.Length{nil, {5, 3}, {1.5, 2.5}, {7, 2, 1.5, 2}}
)

// A pen is how a schedule is drawn.
type pen struct {
	color color.RGBA
	dash  []vg.Length
}

func (p pen) style() draw.LineStyle {
	return draw.LineStyle{Color: p.color, Width: 1.4, Dashes: p.dash}
}

func (p pen) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: p.color, Radius: 1.8, Shape: draw.CircleGlyph{}}
}

func (p pen) line(xys plotter.XYs) *plotter.Line {
	return &plotter.Line{XYs: xys, LineStyle: p.style()}
}

func (p pen) dots(xys plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: xys, GlyphStyle: p.glyph()}
}

// band is filled with so little of the colour that what is below shows through.
func (p pen) band(m Medium, outline plotter.XYs) *plotter.Polygon {
	thin := color.NRGBA{p.color.R, p.color.G, p.color.B, 0x20}
	if m == PDF {
		return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: unmultiplied(thin)}
	}
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: thin}
}

// unmultiplied is a translucent colour as the PDF writer takes it: it reads
// colours as if they were not multiplied by their alpha, which Go's are.
type unmultiplied color.NRGBA

// RGBA implements color.Color, but for that.
func (c unmultiplied) RGBA() (r, g, b, a uint32) {
	const wide = 0x101
	return uint32(c.R) * wide, uint32(c.G) * wide, uint32(c.B) * wide, uint32(c.A) * wide
}

// A key says which pen is which schedule's.
type key struct {
	order  []string
	pens   map[string]pen
	banded bool
}

// newKey gives every schedule of a summary a pen, the same in every panel.
func newKey(s experiments.Summary) key {
	k := key{pens: map[string]pen{}}
	for _, g := range s.Groups {
		k.banded = k.banded || g.Targets > 1
		for _, l := range g.Lines {
			if _, ok := k.pens[l.Schedule]; ok {
				continue
			}
			i := len(k.order)
			k.pens[l.Schedule] = pen{manyColors[i%len(manyColors)], manyDashes[i/len(manyColors)%len(manyDashes)]}
			k.order = append(k.order, l.Schedule)
		}
	}
	return k
}

const keyColumns, keyLine = 4, 15

// height is that of all lines.
func (k key) height() vg.Length {
	lines := (len(k.order) + keyColumns - 1) / keyColumns
	if k.banded {
		lines++
	}
	return vg.Length(lines*keyLine + 8)
}

// draw puts it at the bottom of c.
func (k key) draw(c draw.Canvas) {
	style := label(10)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	column := c.Size().X / keyColumns
	top := c.Min.Y + k.height() - keyLine/2 - 4
	for i, name := range k.order {
		at := vg.Point{X: c.Min.X + vg.Length(i%keyColumns)*column, Y: top - vg.Length(i/keyColumns*keyLine)}
		pen := k.pens[name]
		c.StrokeLine2(pen.style(), at.X, at.Y, at.X+26, at.Y)
		c.DrawGlyph(pen.glyph(), at.Add(vg.Point{X: 13}))
		c.FillText(style, at.Add(vg.Point{X: 33}), name)
	}
	if k.banded {
		c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + keyLine/2 + 4}, "Of several draws: the median, in a band between the quartiles.")
	}
}

// A reach is what an axis has seen.
type reach struct{ low, high float64 }

func newReach() reach { return reach{math.Inf(1), math.Inf(-1)} }

func (r *reach) see(v float64) { r.low, r.high = min(r.low, v), max(r.high, v) }

// ends leave some room on a logarithmic axis, a factor of least at both; where
// nothing was seen they are around 1.
func (r reach) ends(least float64) (low, high float64) {
	if r.low > r.high {
		r.low, r.high = 1, 1
	}
	room := max(math.Pow(r.high/r.low, 0.05), least)
	return r.low / room, r.high * room
}

// tickGrid rules a pale line at every tick that has a label.
type tickGrid struct{}

// Plot implements plot.Plotter.
func (tickGrid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
