package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dashes has five points of line and three of gap, as usual; Dotted has short dashes.
var (
	Dashes = []vg.Length{5, 3}
	Dotted = []vg.Length{1.5, 2.5}
)

// lineColours holds colours by the order of lines. A grey replaces the yellow of Okabe and Ito, too pale on paper.
var (
	lineColours = []color.RGBA{Blue, Vermillion, {0x00, 0x9E, 0x73, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
		{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x8C, 0x8C, 0x8C, 0xFF}, Ink}
	lineDashes = [][]vg.Length{nil, Dashes, Dotted, {7, 2, 1.5, 2}}
	lineMarks  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
		draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}}
)

// A LineStyle is the style of one line and of its marks.
type LineStyle struct {
	Colour color.RGBA
	Dashes []vg.Length // nil for a solid line
	Mark   draw.GlyphDrawer
}

// NthLine returns the style of the i-th of many lines. Without colour, lines still differ: the first eight have
// different marks, and lines that are next to each other have different dashes.
func NthLine(i int) LineStyle {
	turn := i / len(lineColours)
	return LineStyle{lineColours[i%len(lineColours)], lineDashes[(i+turn)%len(lineDashes)],
		lineMarks[i%len(lineMarks)]}
}

// CrossedLine returns the style with the i-th colour and mark and the k-th dashes, for lines that differ twice. It is
// not ok if there are not as many.
func CrossedLine(i, k int) (style LineStyle, ok bool) {
	if i >= len(lineColours) || k >= len(lineDashes) {
		return LineStyle{}, false
	}
	return NthLine(i).WithDashes(lineDashes[k]), true
}

// WithDashes returns the same style with these dashes, for a figure in which dashes have a meaning.
func (s LineStyle) WithDashes(dashes []vg.Length) LineStyle {
	s.Dashes = dashes
	return s
}

// Line joins points.
func (s LineStyle) Line(points plotter.XYs) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: s.Colour, Width: 1.4, Dashes: s.Dashes}}
}

// Dots marks points with the line's mark.
func (s LineStyle) Dots(points plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: s.Colour, Radius: 2.4, Shape: s.Mark}}
}

// FaintDots marks many points, which overlap.
func (s LineStyle) FaintDots(points plotter.XYs) *plotter.Scatter {
	thin := color.NRGBA{s.Colour.R, s.Colour.G, s.Colour.B, 0x80}
	return &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: thin, Radius: 1.6, Shape: s.Mark}}
}

// Bar joins two heights at one place, as the ends of an interval.
func (s LineStyle) Bar(x, low, high float64) *plotter.Line {
	bar := s.WithDashes(nil).Line(plotter.XYs{{X: x, Y: low}, {X: x, Y: high}})
	bar.Width = 0.8
	return bar
}

// Horizontal returns a line at one height, from one place to another.
func Horizontal(from, to, height float64) plotter.XYs {
	return plotter.XYs{{X: from, Y: height}, {X: to, Y: height}}
}

// Points returns the points of rows, without unknown ones.
func Points[R any](rows []R, of func(R) (x, y float64)) (all plotter.XYs) {
	for _, r := range rows {
		if x, y := of(r); !math.IsNaN(x) && !math.IsNaN(y) {
			all = append(all, plotter.XY{X: x, Y: y})
		}
	}
	return all
}

// Rings marks points by rings bold enough to be seen on a curve. A cross of Crosses fits into a ring, so that both are
// seen at the same point.
func Rings(colour color.Color, at plotter.XYs) *plotter.Scatter { return bold(colour, at, ring) }

// Crosses marks points by crosses.
func Crosses(colour color.Color, at plotter.XYs) *plotter.Scatter { return bold(colour, at, cross) }

func bold(colour color.Color, at plotter.XYs, shape glyph) *plotter.Scatter {
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: colour, Radius: 4.5, Shape: shape}}
}

// A glyph is a path of a radius around a point.
type glyph func(p *vg.Path, at vg.Point, radius vg.Length)

// DrawGlyph implements draw.GlyphDrawer.
func (g glyph) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: vg.Points(1.3)})
	var p vg.Path
	g(&p, at, s.Radius)
	c.Stroke(p)
}

func ring(p *vg.Path, at vg.Point, radius vg.Length) {
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
}

func cross(p *vg.Path, at vg.Point, radius vg.Length) {
	r := radius * math.Sqrt2 / 2
	for _, up := range []vg.Length{-r, r} {
		p.Move(vg.Point{X: at.X - r, Y: at.Y - up})
		p.Line(vg.Point{X: at.X + r, Y: at.Y + up})
	}
}

// EndLabels name the lines of one plot at its right. They are a plot.Plotter that is added last. They do not overlap: a
// label whose line ends close to another's moves up or down, and a thin line leads to it. A long one is pale, or it
// might be read as values.
type EndLabels []endLabel

type endLabel struct {
	name  string
	ink   color.Color
	style LineStyle
	end   plotter.XY
}

const (
	endLetters = 10
	endLine    = 12            // from one label to the next
	endGap     = vg.Length(12) // from the plot to its labels, for the thin lines
)

// Add names a line that has points.
func (l *EndLabels) Add(name string, style LineStyle, line plotter.XYs) {
	l.add(ShortName(name), Ink, style, line)
}

// AddWords names a line that has points in words of its colour. They may have several lines, and all are written.
func (l *EndLabels) AddWords(words string, style LineStyle, line plotter.XYs) {
	l.add(words, style.Colour, style, line)
}

func (l *EndLabels) add(words string, ink color.Color, style LineStyle, line plotter.XYs) {
	if len(line) > 0 {
		*l = append(*l, endLabel{words, ink, style, line[len(line)-1]})
	}
}

// GlyphBoxes returns the room that the labels need at the right of a plot.
func (l EndLabels) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var widest vg.Length
	for _, one := range l {
		widest = max(widest, labelRight(endLetters).Width(one.name))
	}
	return []plot.GlyphBox{{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: endGap + widest}}}}
}

// Plot draws the labels at the right of the plot's data.
func (l EndLabels) Plot(data draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&data)
	ends := make([]vg.Length, len(l))
	for i, one := range l {
		ends[i] = toY(one.end.Y)
	}
	apart := vg.Length(0)
	for _, one := range l {
		apart = max(apart, endLine*vg.Length(1+strings.Count(one.name, "\n")))
	}
	for i, y := range spread(ends, apart, data.Min.Y, data.Max.Y) {
		from := vg.Point{X: toX(l[i].end.X) + 3, Y: ends[i]}
		to := vg.Point{X: data.Max.X + endGap - 2, Y: y}
		way := draw.LineStyle{Color: l[i].style.Colour, Width: 0.6}
		if to.X-from.X > 4*endGap {
			way.Color = pale
		}
		data.StrokeLine2(way, from.X, from.Y, to.X, to.Y)
		words := labelRight(endLetters)
		words.Color = l[i].ink
		data.FillText(words, vg.Point{X: data.Max.X + endGap, Y: to.Y}, l[i].name)
	}
}

// spread moves heights so that they are so far apart and, if there is room, between low and high. It goes from the
// highest down, and then from the lowest up. The order stays; of equal heights the first is the highest.
func spread(at []vg.Length, apart, low, high vg.Length) []vg.Length {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(at[k], at[i]) })
	moved := slices.Clone(at)
	for _, i := range order {
		moved[i] = min(moved[i], high)
		high = moved[i] - apart
	}
	for _, i := range slices.Backward(order) {
		moved[i] = max(moved[i], low)
		low = moved[i] + apart
	}
	return moved
}
