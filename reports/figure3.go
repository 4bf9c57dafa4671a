package reports

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A Curve is J and B against T of an annealing, or of several in the mean.
type Curve struct {
	Name string // of the target, or of what sets it apart from the others
	T    []int
	J, B []float64
}

// A Mark is a number that was published of a quantity at one T.
type Mark struct {
	Quantity experiments.Quantity
	T        int
	Value    float64
}

// Figure3Data has J and B of each curve of a Figure 3 at each T.
func Figure3Data(curves []Curve) table.Table {
	t := table.Table{Columns: table.Keys("toy T J B")}
	for _, c := range curves {
		for k, T := range c.T {
			t.Add(c.Name, T, table.Known(c.J[k]), table.Known(c.B[k]))
		}
	}
	return t
}

// Figure3 draws J (solid) and B (dashed) against T on two logarithmic axes, as Figure 3 of BREAD does: one colour a
// target, each line named at its end, with what was published as marks. It leaves out points that are not positive and
// finite.
func Figure3(w io.Writer, m figure.Medium, curves []Curve, published ...Mark) error {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.Legend.Left = true
	p.Legend.XOffs = 10
	p.Legend.YOffs = 10
	p.Legend.Padding, p.Legend.ThumbnailWidth = 2, vg.Points(26)
	var ends figure.EndLabels
	line := func(c Curve, values []float64, style figure.LineStyle, name string) {
		points := ShownAlong(c.T, values)
		p.Add(style.Line(points))
		ends.Add(figure.ShortName(c.Name)+", "+name, style, points)
	}
	for i, c := range curves {
		solid := figure.NthLine(i).With(nil)
		line(c, c.J, solid, "J")
		line(c, c.B, solid.With(figure.Dashes), "B")
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

// ShownAlong are the points of values against T that two logarithmic axes can show.
func ShownAlong(ts []int, values []float64) (points plotter.XYs) {
	for k, T := range ts {
		if figure.OnLogAxis(values[k]) {
			points = append(points, plotter.XY{X: float64(T), Y: values[k]})
		}
	}
	return points
}

// addMarks adds what was published of a quantity to a plot and to its legend.
func addMarks(p *plot.Plot, published []Mark, q experiments.Quantity, name string, glyph figure.Glyph) {
	if marks := MarksOf(published, q, glyph); len(marks.XYs) > 0 {
		p.Add(marks)
		p.Legend.Add(name, marks)
	}
}

// MarksOf are what was published of a quantity. At one point J and B are the same, and both are visible because the
// cross fits into the ring.
func MarksOf(published []Mark, q experiments.Quantity, glyph figure.Glyph) *plotter.Scatter {
	marks := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: figure.Ink, Radius: vg.Points(4.5), Shape: glyph}}
	for _, f := range published {
		if f.Quantity == q {
			marks.XYs = append(marks.XYs, plotter.XY{X: float64(f.T), Y: f.Value})
		}
	}
	return marks
}
