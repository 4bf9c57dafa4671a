package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
	path := m.path(at, s.Radius)
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

func (m Marker) path(at vg.Point, radius vg.Length) (p vg.Path) {
	corners := outlines[int(m)%len(outlines)]
	if corners == nil {
		Ring(&p, at, radius)
		return p
	}
	for i, corner := range corners {
		to := at.Add(corner.Scale(radius))
		if i == 0 {
			p.Move(to)
		} else {
			p.Line(to)
		}
	}
	p.Close()
	return p
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
