package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
)

// Dashes are the usual dashes, five points of line and three of gap; Dotted lines have short ones.
var (
	Dashes = []vg.Length{5, 3}
	Dotted = []vg.Length{1.5, 2.5}
)

// The colours of Okabe and Ito again, for lines by their order. A grey replaces
// their yellow, which is too pale on paper.
var (
	lineColours = []color.RGBA{Blue, Vermillion, green, {0xCC, 0x79, 0xA7, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF},
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

// ShortName is a name as figures have room for it: of one with more than 40 letters, such as a schedule of 65 betas,
// both ends.
func ShortName(name string) string {
	const room, ends = 40, 32
	if name = text.Printable(name); len(name) <= room {
		return name
	}
	return text.Brief(name, ends)
}

// A LegendEntry names a line, drawn with its marker in the middle if it has dots, or another mark alone.
type LegendEntry struct {
	Name  string
	Style LineStyle
	Dots  bool
	Mark  func(c draw.Canvas, at vg.Point) // draws it around a point; nil for a line
}

// Draw draws a piece of the line at a point, and the name at its right.
func (e LegendEntry) Draw(c draw.Canvas, at vg.Point) {
	const long = 26
	middle := at.Add(vg.Point{X: long / 2})
	if e.Mark != nil {
		e.Mark(c, middle)
	} else {
		c.StrokeLine2(e.Style.stroke(), at.X, at.Y, at.X+long, at.Y)
	}
	if e.Dots {
		c.DrawGlyph(e.Style.glyph(), middle)
	}
	c.FillText(labelRight(legendLetters), at.Add(vg.Point{X: legendSample}), e.Name)
}

// A Legend lists lines in four columns, or fewer where names are long, with a note below them.
type Legend struct {
	Entries []LegendEntry
	Note    string // "" for none
}

const (
	legendColumns = 4
	legendLetters = 10
	legendLine    = 15
	legendMargin  = 8  // above and below, together
	legendSample  = 33 // of a line, before its name
	legendGap     = 6  // at least, to the next column

	legendRise = (legendLine + legendMargin) / 2 // from the lower edge to the middle of the last line
)

// Height returns the height of all its lines at a figure's own width, which has room for four columns and the note.
func (l Legend) Height() vg.Length { return l.HeightIn(vg.Length(math.Inf(1))) }

// HeightIn returns the height of all its lines in this width.
func (l Legend) HeightIn(width vg.Length) vg.Length {
	columns := l.columns(width)
	lines := vg.Length((len(l.Entries)+columns-1)/columns + len(l.notes(width)))
	return lines*legendLine + legendMargin
}

// columns is how many columns have room.
func (l Legend) columns(width vg.Length) int {
	widest := vg.Length(0)
	for _, e := range l.Entries {
		widest = max(widest, legendSample+labelRight(legendLetters).Width(ShortName(e.Name))+legendGap)
	}
	for n := legendColumns; n > 1; n-- {
		if vg.Length(n)*widest <= width {
			return n
		}
	}
	return 1
}

func (l Legend) notes(width vg.Length) []string {
	if l.Note == "" {
		return nil
	}
	return Wrapped(labelRight(legendLetters), l.Note, width)
}

// Draw draws the legend at the bottom of c.
func (l Legend) Draw(c draw.Canvas) {
	width := c.Size().X
	columns := l.columns(width)
	column := width / vg.Length(columns)
	top := c.Min.Y + l.HeightIn(width) - legendRise
	for i, e := range l.Entries {
		e.Name = ShortName(e.Name) // a column has room for no more
		e.Draw(c, vg.Point{X: c.Min.X + vg.Length(i%columns)*column, Y: top - vg.Length(i/columns)*legendLine})
	}
	notes := l.notes(width)
	for i, line := range notes {
		below := vg.Length(len(notes)-1-i)*legendLine + legendRise
		c.FillText(labelRight(legendLetters), vg.Point{X: c.Min.X, Y: c.Min.Y + below}, line)
	}
}

// A Marker is the shape of a line's marks: the outline of a polygon, or of a circle. The first four
// are filled, the next four are the same, hollow.
type Marker int

// outlines are the corners of the shapes at radius 1; a circle has none. Squares and triangles
// reach beyond 1, so that all look equally large.
var outlines = [...][]vg.Point{
	nil,
	{{X: -0.9, Y: -0.9}, {X: 0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}},
	{{X: -1.15, Y: -0.85}, {X: 1.15, Y: -0.85}, {X: 0, Y: 1.3}},
	{{X: -1.3, Y: 0}, {X: 0, Y: -1.3}, {X: 1.3, Y: 0}, {X: 0, Y: 1.3}},
}

// markers is the number of different Markers.
const markers = 2 * len(outlines)

// DrawGlyph implements draw.GlyphDrawer.
func (m Marker) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	if corners := outlines[int(m)%len(outlines)]; corners == nil {
		Ring(&path, at, s.Radius)
	} else {
		path.Move(at.Add(corners[0].Scale(s.Radius)))
		for _, corner := range corners[1:] {
			path.Line(at.Add(corner.Scale(s.Radius)))
		}
		path.Close()
	}
	if m < Marker(len(outlines)) {
		c.SetColor(s.Color)
		c.Fill(path)
		return
	}
	c.SetColor(color.White)
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.1})
	c.Stroke(path)
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

// An EndLabel names a line beside its last point.
type EndLabel struct {
	Name  string
	Style LineStyle
	End   plotter.XY
}

// EndLabels name the lines of one plot at its right. They do not overlap: a label whose line ends close to another's
// moves up or down, and a thin line leads to it. Of lines beyond eight or so a Legend says more.
type EndLabels []EndLabel

const (
	endSize = 10            // of the letters
	endLine = 12            // from one label to the next
	endGap  = vg.Length(12) // from the plot to its labels, for the thin lines
)

// Add names a line that has points.
func (l *EndLabels) Add(name string, style LineStyle, line plotter.XYs) {
	if len(line) > 0 {
		*l = append(*l, EndLabel{text.Printable(name), style, line[len(line)-1]})
	}
}

// Width returns the room that the labels need at the right of a plot.
func (l EndLabels) Width() vg.Length {
	var widest vg.Length
	for _, one := range l {
		widest = max(widest, labelRight(endSize).Width(one.Name))
	}
	return endGap + widest
}

// Draw draws the labels at the right of a plot that was drawn on c.
func (l EndLabels) Draw(c draw.Canvas, p *plot.Plot) { l.Plot(p.DataCanvas(c), p) }

// GlyphBoxes and Plot make labels a plot.Plotter: a plot to which they are added makes room for them and draws them.
func (l EndLabels) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: l.Width()}}}}
}

// Plot draws the labels at the right of the plot's data.
func (l EndLabels) Plot(data draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&data)
	ends := make([]float64, len(l))
	for i, one := range l {
		ends[i] = float64(toY(one.End.Y))
	}
	for i, y := range spread(ends, endLine, float64(data.Min.Y), float64(data.Max.Y)) {
		from := vg.Point{X: toX(l[i].End.X) + 3, Y: toY(l[i].End.Y)}
		to := vg.Point{X: data.Max.X + endGap - 2, Y: vg.Length(y)}
		data.StrokeLine2(draw.LineStyle{Color: l[i].Style.Colour, Width: 0.6}, from.X, from.Y, to.X, to.Y)
		data.FillText(labelRight(endSize), vg.Point{X: data.Max.X + endGap, Y: to.Y}, l[i].Name)
	}
}

// spread moves numbers as little as possible, in the sum of squares, so that they are a gap apart and
// stay between low and high. Their order stays; of equal ones the first becomes the largest. If there
// is no room for them they are around the middle, and go beyond low and high.
//
// With x[0] >= x[1] >= ... the numbers x[i] + i gap must not rise. So the best ones are means of
// neighbours that have to be pooled (isotonic regression), cut to the bounds.
func spread(at []float64, gap, low, high float64) []float64 {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(at[k], at[i]) })
	type pool struct{ sum, n float64 }
	var pools []pool
	for i, k := range order {
		pools = append(pools, pool{at[k] + float64(i)*gap, 1})
		for last := len(pools) - 1; last > 0; last-- {
			a, b := pools[last-1], pools[last]
			if a.sum*b.n >= b.sum*a.n {
				break
			}
			pools = append(pools[:last-1], pool{a.sum + b.sum, a.n + b.n})
		}
	}
	if over := float64(len(at)-1)*gap - (high - low); over > 0 {
		low -= over / 2
		high += over / 2
	}
	moved, i := make([]float64, len(at)), 0
	for _, p := range pools {
		mean := min(max(p.sum/p.n, low+float64(len(at)-1)*gap), high)
		for range int(p.n) {
			moved[order[i]] = mean - float64(i)*gap
			i++
		}
	}
	return moved
}
