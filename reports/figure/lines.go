package figure

import (
	"image/color"

	"breadboard/grid/text"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dashes are the usual dashes, five points of line and three of gap; Dotted lines have short ones.
var (
	Dashes = []vg.Length{5, 3}
	Dotted = []vg.Length{1.5, 2.5}
)

// The colours of Okabe and Ito again, for lines by their order. A grey replaces
// their yellow, which is too pale on paper.
var (
	lineColours = []color.RGBA{Blue, Vermillion, Green, {0xCC, 0x79, 0xA7, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF},
		{0x56, 0xB4, 0xE9, 0xFF}, {0x8C, 0x8C, 0x8C, 0xFF}, Ink}
	lineDashes = [][]vg.Length{nil, Dashes, Dotted, {7, 2, 1.5, 2}}
)

// A LineStyle is the style of one line, its marks and its band.
type LineStyle struct {
	Colour color.RGBA
	Dashes []vg.Length // nil for a solid line
	Marker Marker
}

// NthLine is the style of the i-th of many lines. Readers who see no colour can tell lines apart:
// the first eight have marks of different shapes, and lines that are next to each other have
// different dashes. So have two lines of one shape, of the first 32.
func NthLine(i int) LineStyle {
	turn := i / len(lineColours)
	return LineStyle{lineColours[i%len(lineColours)], lineDashes[(i+turn)%len(lineDashes)], Marker(i % markers)}
}

func (s LineStyle) stroke() draw.LineStyle {
	return draw.LineStyle{Color: s.Colour, Width: 1.4, Dashes: s.Dashes}
}

func (s LineStyle) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.Colour, Radius: 2.4, Shape: s.Marker}
}

// With is the same style with these dashes, for a figure in which dashes have a meaning.
func (s LineStyle) With(dashes []vg.Length) LineStyle {
	s.Dashes = dashes
	return s
}

// Line joins points.
func (s LineStyle) Line(points plotter.XYs) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: s.stroke()}
}

// Dots marks points with the line's marker.
func (s LineStyle) Dots(points plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: s.glyph()}
}

// Band fills an outline so faintly that lines below show through.
func (s LineStyle) Band(outline plotter.XYs) *plotter.Polygon {
	thin := color.NRGBA{s.Colour.R, s.Colour.G, s.Colour.B, 0x20}
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: thin}
}

// ShortName is a name as figures have room for it: of one with more than 40 letters, such as a schedule of 65 betas, both
// ends.
func ShortName(name string) string {
	const room, ends = 40, 32
	if name = text.Printable(name); len(name) <= room {
		return name
	}
	return text.Brief(name, ends)
}

// A LegendEntry names a line, drawn with its marker in the middle if it has dots.
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
		e.Name = ShortName(e.Name) // a column has room for no more
		e.Draw(c, vg.Point{X: c.Min.X + vg.Length(i%legendColumns)*column,
			Y: top - vg.Length(i/legendColumns*legendLine)})
	}
	if l.Note != "" {
		c.FillText(labelRight(10), vg.Point{X: c.Min.X, Y: c.Min.Y + legendLine/2 + 4}, l.Note)
	}
}
