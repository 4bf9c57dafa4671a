package scores

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/score"
	"breadboard/reports/figure"
)

// Profiles draws the share of solved problems against the budget, a line a kernel.
func Profiles(w io.Writer, m figure.Medium, all []score.Profile, unit string) error {
	const width, height = 560, 360
	p, legend := figure.NewPlot(), figure.Legend{}
	figure.SetLog(&p.X, figure.LogTicks{Powers: 8, Evenly: 6})
	for i, one := range all {
		var points plotter.XYs
		for k, b := range one.Budgets {
			points = append(points, plotter.XY{X: float64(b), Y: one.Solved[k]})
		}
		style := figure.NthLine(i)
		p.Add(style.Line(points), style.Dots(points))
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: one.Kernel, Style: style, Dots: true})
	}
	figure.Widen(&p.X, 1.1)
	p.Y.Min, p.Y.Max = -0.02, 1.02
	foot := legend.Height() + 8
	return figure.Render(w, m, width, height+foot, func(c draw.Canvas) {
		inner := draw.Crop(c, 20, -10, foot+22, -10)
		p.Draw(inner)
		data := p.DataCanvas(inner)
		c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + foot + 8}, unit)
		c.FillText(figure.LabelUp(10), vg.Point{X: c.Min.X + 14, Y: data.Center().Y},
			fmt.Sprintf("share of pairs with RESS of at least %d", score.Enough))
		legend.Draw(figure.Crop(c, 40, 4, width-50, legend.Height()))
	})
}

// Boxes draws the distributions of NESS and of the efficiency over density-function pairs, of
// those that succeed, as Figure 2 of the paper. The best median of NESS comes first.
func Boxes(w io.Writer, m figure.Medium, rows []score.Row) error {
	const width, row, rest = 360, 20, 70
	names, ness := solvedValues(rows, func(r score.Row) float64 { return r.NESS })
	_, eff := solvedValues(rows, score.Row.Efficiency)
	slices.SortStableFunc(names, func(a, b string) int { return compareMedians(ness[a], ness[b]) })
	height := vg.Length(row*len(names) + rest)
	return figure.Render(w, m, 2*width, height, func(c draw.Canvas) {
		boxPanel(figure.Crop(c, 0, 0, width, height), names, ness, "NESS")
		boxPanel(figure.Crop(c, width, 0, width, height), names, eff, "efficiency, RESS/N")
	})
}

// solvedValues are a number of each row with success, by kernel.
func solvedValues(rows []score.Row, of func(score.Row) float64) (names []string, values map[string]plotter.Values) {
	values = map[string]plotter.Values{}
	for _, r := range rows {
		if v := of(r); r.Solved() && figure.OnLogAxis(v) {
			if values[r.Kernel] == nil {
				names = append(names, r.Kernel)
			}
			values[r.Kernel] = append(values[r.Kernel], v)
		}
	}
	return names, values
}

// compareMedians orders by the median, the smallest first: the plot's axis begins below.
func compareMedians(a, b plotter.Values) int {
	middle := func(v plotter.Values) float64 { return slices.Sorted(slices.Values(v))[len(v)/2] }
	return int(math.Copysign(1, middle(a)-middle(b)))
}

// boxPanel draws one box a kernel.
func boxPanel(c draw.Canvas, names []string, values map[string]plotter.Values, across string) {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
	var ticks plot.ConstantTicks
	for i, name := range names {
		box, err := plotter.NewBoxPlot(10, float64(i), values[name])
		if err != nil {
			panic("scores: " + err.Error()) // unreachable: a kernel here has a value
		}
		box.Horizontal, box.FillColor = true, figure.Blue
		box.MedianStyle.Color, box.MedianStyle.Width = figure.Vermillion, 2
		box.GlyphStyle.Radius, box.GlyphStyle.Color = 1, figure.Ink
		p.Add(box)
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: fmt.Sprintf("%s (%d)", name, len(values[name]))})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Min, p.Y.Max = -0.7, float64(len(names))-0.3
	figure.Widen(&p.X, 1.1)
	inner := draw.Crop(c, 4, -12, 22, -8)
	p.Draw(inner)
	data := p.DataCanvas(inner)
	c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, across)
}
