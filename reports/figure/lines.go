package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dashes are the usual dashes: five points of line, three of gap.
var Dashes = []vg.Length{5, 3}

// The colours of Okabe and Ito again, for lines by their order. A grey replaces
// their yellow, which is too pale on paper.
var (
	lineColours = []color.RGBA{Blue, Vermillion, Green, {0xCC, 0x79, 0xA7, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF},
		{0x56, 0xB4, 0xE9, 0xFF}, {0x8C, 0x8C, 0x8C, 0xFF}, Ink}
	lineDashes = [][]vg.Length{nil, Dashes, {1.5, 2.5}, {7, 2, 1.5, 2}}
)

// A LineStyle is the style of one line, its dots and its band.
type LineStyle struct {
	Colour color.RGBA
	Dashes []vg.Length // nil for a solid line
}

// NthLine is the style of the i-th of many lines. There are eight colours; the next
// eight lines are dashed, and so on.
func NthLine(i int) LineStyle {
	return LineStyle{lineColours[i%len(lineColours)], lineDashes[i/len(lineColours)%len(lineDashes)]}
}

func (s LineStyle) stroke() draw.LineStyle {
	return draw.LineStyle{Color: s.Colour, Width: 1.4, Dashes: s.Dashes}
}

func (s LineStyle) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.Colour, Radius: 1.8, Shape: draw.CircleGlyph{}}
}

// Line joins points.
func (s LineStyle) Line(points plotter.XYs) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: s.stroke()}
}

// Dots marks points.
func (s LineStyle) Dots(points plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: s.glyph()}
}

// Band fills an outline so faintly that lines below show through.
func (s LineStyle) Band(m Medium, outline plotter.XYs) *plotter.Polygon {
	thin := color.NRGBA{s.Colour.R, s.Colour.G, s.Colour.B, 0x20}
	if m == PDF {
		return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: unmultiplied(thin)}
	}
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: thin}
}

// An unmultiplied colour suits the PDF writer, which expects colours that are not
// multiplied by their alpha, as Go's are.
type unmultiplied color.NRGBA

// RGBA implements color.Color, except that it does not multiply by alpha.
func (c unmultiplied) RGBA() (r, g, b, a uint32) {
	const wide = 0x101
	return uint32(c.R) * wide, uint32(c.G) * wide, uint32(c.B) * wide, uint32(c.A) * wide
}

// A LegendEntry names a line, drawn with a dot in its middle if it has dots.
type LegendEntry struct {
	Name  string
	Style LineStyle
	Dots  bool
}

// Draw draws a piece of the line at a point, and the name at its right.
func (e LegendEntry) Draw(c draw.Canvas, at vg.Point) {
	c.StrokeLine2(e.Style.stroke(), at.X, at.Y, at.X+26, at.Y)
	if e.Dots {
		c.DrawGlyph(e.Style.glyph(), at.Add(vg.Point{X: 13}))
	}
	c.FillText(labelRight(10), at.Add(vg.Point{X: 33}), e.Name)
}

// A Legend lists lines in four columns, with a note below them.
type Legend struct {
	Entries []LegendEntry
	Note    string // "" for none
}

const legendColumns, legendLine = 4, 15

// Height returns the height of all its lines.
func (l Legend) Height() vg.Length {
	lines := (len(l.Entries) + legendColumns - 1) / legendColumns
	if l.Note != "" {
		lines++
	}
	return vg.Length(lines*legendLine + 8)
}

// Draw draws the legend at the bottom of c.
func (l Legend) Draw(c draw.Canvas) {
	column := c.Size().X / legendColumns
	top := c.Min.Y + l.Height() - legendLine/2 - 4
	for i, e := range l.Entries {
		e.Draw(c, vg.Point{X: c.Min.X + vg.Length(i%legendColumns)*column,
			Y: top - vg.Length(i/legendColumns*legendLine)})
	}
	if l.Note != "" {
		c.FillText(labelRight(10), vg.Point{X: c.Min.X, Y: c.Min.Y + legendLine/2 + 4}, l.Note)
	}
}

// A Glyph marks points by a path of a radius, with lines bold enough to be seen on a curve.
// A Cross fits into a Ring, so that both are seen at the same point.
type Glyph func(p *vg.Path, at vg.Point, radius vg.Length)

// DrawGlyph implements draw.GlyphDrawer.
func (g Glyph) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: vg.Points(1.3)})
	var p vg.Path
	g(&p, at, s.Radius)
	c.Stroke(p)
}

// Ring is a Glyph.
func Ring(p *vg.Path, at vg.Point, radius vg.Length) {
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
}

// Cross is a Glyph.
func Cross(p *vg.Path, at vg.Point, radius vg.Length) {
	r := radius * math.Sqrt2 / 2
	for _, up := range []vg.Length{-r, r} {
		p.Move(vg.Point{X: at.X - r, Y: at.Y - up})
		p.Line(vg.Point{X: at.X + r, Y: at.Y + up})
	}
}
