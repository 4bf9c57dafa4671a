package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Ring and Cross are glyphs with lines bold enough to be seen on a curve. A cross
// fits into a ring, so that both are seen at the same point.
type (
	Ring  struct{}
	Cross struct{}
)

func bolden(c *draw.Canvas, s draw.GlyphStyle) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: vg.Points(1.3)})
}

// DrawGlyph implements draw.GlyphDrawer.
func (Ring) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	bolden(c, s)
	var p vg.Path
	p.Move(vg.Point{X: at.X + s.Radius, Y: at.Y})
	p.Arc(at, s.Radius, 0, 2*math.Pi)
	p.Close()
	c.Stroke(p)
}

// DrawGlyph implements draw.GlyphDrawer.
func (Cross) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	bolden(c, s)
	r := s.Radius * math.Sqrt2 / 2
	var p vg.Path
	for _, up := range []vg.Length{-r, r} {
		p.Move(vg.Point{X: at.X - r, Y: at.Y - up})
		p.Line(vg.Point{X: at.X + r, Y: at.Y + up})
	}
	c.Stroke(p)
}
