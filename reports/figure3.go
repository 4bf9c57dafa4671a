package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments"
	"breadboard/reports/figure"
)

// A Curve holds J and B against T of an annealing, or their means over several.
type Curve struct {
	Name string // of the target, or of what sets it apart from the others
	T    []int
	J, B []float64
}

// A Mark is a published value of a quantity at one T.
type Mark struct {
	Quantity experiments.Quantity
	T        int
	Value    float64
}

// Figure3 draws J (solid) and B (dashed) against T on two logarithmic axes, as Figure 3 of BREAD does. Each target has
// a colour, each line its name at the end, and published values are marks. Points that are not positive and finite are
// left out.
func Figure3(curves []Curve, published ...Mark) figure.Figure {
	p := figure.LogPlot(true)
	p.Y.Label.Text = "divergence (nats)"
	var ends figure.EndLabels
	for i, c := range curves {
		style := figure.NthLine(i).WithDashes(nil)
		j := logPoints(c.T, c.J)
		b := logPoints(c.T, c.B)
		p.Add(style.Line(j), style.WithDashes(figure.Dashes).Line(b))
		ends.Add(c.Name+", J", style, j)
		ends.Add(c.Name+", B", style, b)
	}
	f := figure.Panels{Plots: [][]*plot.Plot{{p}}, Height: 380, Across: figure.AcrossT}
	ink := figure.LineStyle{Colour: figure.Ink}
	f.Legend.Add("J, exact", ink.Line(nil))
	f.Legend.Add("B, exact: the bound on J", ink.WithDashes(figure.Dashes).Line(nil))
	if len(published) > 0 {
		f.Legend.Add("J as published", figure.Rings(figure.Ink, nil))
		f.Legend.Add("B as published", figure.Crosses(figure.Ink, nil))
		p.Add(figure.Rings(figure.Ink, marksOf(published, experiments.J)),
			figure.Crosses(figure.Ink, marksOf(published, experiments.B)))
	}
	figure.Widen(&p.X, 1.05)
	figure.Widen(&p.Y, 1.5)
	p.Add(ends)
	return f
}

// logPoints returns the points of values against T that two logarithmic axes can show.
func logPoints(ts []int, values []float64) (points plotter.XYs) {
	for k, T := range ts {
		if figure.OnLogAxis(values[k]) {
			points = append(points, plotter.XY{X: float64(T), Y: values[k]})
		}
	}
	return points
}

// marksOf returns the published values of a quantity.
func marksOf(published []Mark, q experiments.Quantity) (points plotter.XYs) {
	for _, f := range published {
		if f.Quantity == q {
			points = append(points, plotter.XY{X: float64(f.T), Y: f.Value})
		}
	}
	return points
}
