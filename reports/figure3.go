package reports

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
)

// The glyphs of what was published, by quantity: J and B may be so near that
// both are seen only where one goes inside the other.
var glyphs = map[experiments.Quantity]draw.GlyphDrawer{
	experiments.J: ring{},
	experiments.B: cross{},
}

var dashes = []vg.Length{vg.Points(5), vg.Points(3)}

// Figure3 draws J (solid) and B (dashed) against T, a colour a toy, on two
// logarithmic axes, with the published figures as marks. Points that are not
// positive and finite have no place there and are left out. There are colours
// for three curves; it panics on more.
func Figure3(w io.Writer, m Medium, curves []experiments.Curve) error {
	p := newPlot()
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, decades{}
	p.Legend.Left = true
	p.Legend.XOffs, p.Legend.YOffs = 10, 10
	p.Legend.Padding = 2
	p.Legend.ThumbnailWidth = vg.Points(26)

	p.Add(decadeGrid{})
	colors := []color.Color{blue, vermillion, green}
	for i, c := range curves {
		solid := trace(c.T, c.J, colors[i], nil)
		p.Add(solid, trace(c.T, c.B, colors[i], dashes))
		p.Legend.Add(c.Toy, solid)
	}
	for _, c := range curves {
		p.Add(mark(c.Published, experiments.J), mark(c.Published, experiments.B))
	}
	p.Legend.Add("J, exact", trace(nil, nil, ink, nil))
	p.Legend.Add("B, exact: the bound on J", trace(nil, nil, ink, dashes))
	p.Legend.Add("J as published", mark(nil, experiments.J))
	p.Legend.Add("B as published", mark(nil, experiments.B))
	p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	return render(w, m, vg.Points(560), vg.Points(400), func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		plane := draw.Crop(c, 24, -8, 24, -8)
		p.Draw(plane)
		nameAxes(c, p.DataCanvas(plane))
	})
}

// nameAxes puts the axes' labels at the middle of what is plotted. The plot would
// leave room for them where the middle of a linear axis is.
func nameAxes(c, data draw.Canvas) {
	style := label(11)
	c.FillText(style, vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, "T, number of distributions annealed through")
	style.Rotation = math.Pi / 2
	c.FillText(style, vg.Point{X: c.Min.X + 16, Y: data.Center().Y}, "divergence (nats)")
}

func positive(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// trace is the line through the points that a logarithmic axis has.
func trace(ts []int, ys []float64, c color.Color, dash []vg.Length) *plotter.Line {
	line := &plotter.Line{LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.6), Dashes: dash}}
	for k, t := range ts {
		if positive(ys[k]) {
			line.XYs = append(line.XYs, plotter.XY{X: float64(t), Y: ys[k]})
		}
	}
	return line
}

// mark marks what was published of a quantity.
func mark(published []experiments.Published, q experiments.Quantity) *plotter.Scatter {
	s := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: ink, Radius: vg.Points(4.5), Shape: glyphs[q]}}
	for _, f := range published {
		if f.Quantity == q {
			s.XYs = append(s.XYs, plotter.XY{X: float64(f.T), Y: f.Value()})
		}
	}
	return s
}
