package reports

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Figure3Data has J and B of each curve of a Figure 3 at each T.
func Figure3Data(curves []paper.Curve) table.Table {
	t := table.Table{Columns: table.Keys("toy T J B")}
	for _, c := range curves {
		for k, T := range c.T {
			t.Add(c.Toy, T, table.Known(c.J[k]), table.Known(c.B[k]))
		}
	}
	return t
}

// Figure3 draws J (solid) and B (dashed) against T on two logarithmic axes, as Figure 3 of BREAD does: one colour a
// target, each line named at its end, with what was published as marks. It leaves out points that are not positive and
// finite.
func Figure3(w io.Writer, m figure.Medium, curves []paper.Curve) error {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.Legend.Left = true
	p.Legend.XOffs = 10
	p.Legend.YOffs = 10
	p.Legend.Padding, p.Legend.ThumbnailWidth = 2, vg.Points(26)
	var ends figure.EndLabels
	var published []paper.Published
	line := func(c paper.Curve, values []float64, style figure.LineStyle, name string) {
		var points plotter.XYs
		for k, T := range c.T {
			if figure.OnLogAxis(values[k]) {
				points = append(points, plotter.XY{X: float64(T), Y: values[k]})
			}
		}
		p.Add(style.Line(points))
		ends.Add(figure.ShortName(paper.Title(c.Toy))+", "+name, style, points)
	}
	for i, c := range curves {
		solid := figure.NthLine(i).With(nil)
		line(c, c.J, solid, "J")
		line(c, c.B, solid.With(figure.Dashes), "B")
		published = append(published, c.Published...)
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	p.Legend.Add("J, exact", ink.Line(nil))
	p.Legend.Add("B, exact: the bound on J", ink.With(figure.Dashes).Line(nil))
	addMarks(p, published, experiments.J, "J as published", figure.Ring)
	addMarks(p, published, experiments.B, "B as published", figure.Cross)
	figure.Widen(&p.Y, 1.5)
	return figure.Render(w, m, 560, 400, func(c draw.Canvas) {
		figure.Framed(c, p, ends, figure.AcrossT, "divergence (nats)")
	})
}

// addMarks adds what was published of a quantity to a plot and to its legend. At one point J and B are the same, and
// both are visible because the cross fits into the ring.
func addMarks(p *plot.Plot, published []paper.Published, q experiments.Quantity, name string, glyph figure.Glyph) {
	marks := plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: figure.Ink, Radius: vg.Points(4.5), Shape: glyph}}
	for _, f := range published {
		if f.Quantity == q {
			marks.XYs = append(marks.XYs, plotter.XY{X: float64(f.T), Y: f.Value()})
		}
	}
	if len(marks.XYs) > 0 {
		p.Add(&marks)
		p.Legend.Add(name, &marks)
	}
}
