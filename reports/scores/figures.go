package scores

import (
	"cmp"
	"fmt"
	"io"
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
	most := 0
	for _, one := range all {
		most = max(most, one.Problems)
	}
	for i, one := range all {
		var points plotter.XYs
		for k, b := range one.Budgets {
			points = append(points, plotter.XY{X: float64(b), Y: one.Solved[k]})
		}
		style := figure.NthLine(i)
		p.Add(style.Line(points), style.Dots(points))
		name := one.Kernel
		if one.Problems < most { // its pairs may be the easy ones
			name += fmt.Sprintf(" (%d of %d)", one.Problems, most)
		}
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: name, Style: style, Dots: true})
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
// those that succeed, as Figure 2 of the paper; at equal steps both are one. The best median of NESS
// comes first.
func Boxes(w io.Writer, m figure.Medium, rows []score.Row) error {
	const width, row, rest = 360, 20, 84
	names, ness := solvedValues(rows, func(r score.Row) float64 { return r.NESS })
	_, eff := solvedValues(rows, score.Row.Efficiency)
	slices.SortStableFunc(names, func(a, b string) int { // the smallest first: the plot's axis begins below
		return cmp.Compare(score.Median(ness[a]), score.Median(ness[b]))
	})
	panels := []boxPanel{{"NESS", ness}, {"efficiency, RESS/N", eff}}
	if equalSteps(rows) {
		panels = []boxPanel{{"NESS, here also RESS/N", ness}}
	}
	height := vg.Length(row*len(names) + rest)
	return figure.Render(w, m, vg.Length(width*len(panels)), height, func(c draw.Canvas) {
		for i, p := range panels {
			p.draw(figure.Crop(c, vg.Length(i*width), 14, width, height-14), names)
		}
		c.FillText(figure.Label(9), vg.Point{X: c.Center().X, Y: c.Min.Y + 7},
			fmt.Sprintf("in brackets: the pairs with RESS of at least %d, which alone are drawn",
				score.Enough))
	})
}

// equalSteps reports whether all rows have the same N.
func equalSteps(rows []score.Row) bool {
	return !slices.ContainsFunc(rows, func(r score.Row) bool { return r.N != rows[0].N })
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

// A boxPanel has one box a kernel.
type boxPanel struct {
	across string
	values map[string]plotter.Values
}

// draw draws the boxes over the whole of c, the first below.
func (b boxPanel) draw(c draw.Canvas, names []string) {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
	var ticks plot.ConstantTicks
	for i, name := range names {
		box, err := plotter.NewBoxPlot(10, float64(i), b.values[name])
		if err != nil {
			panic("scores: " + err.Error()) // unreachable: a kernel here has a value
		}
		box.Horizontal, box.FillColor = true, figure.Blue
		box.MedianStyle.Color, box.MedianStyle.Width = figure.Vermillion, 2
		box.GlyphStyle.Radius, box.GlyphStyle.Color = 1, figure.Ink
		p.Add(box)
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: fmt.Sprintf("%s (%d)", name, len(b.values[name]))})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Min, p.Y.Max = -0.7, float64(len(names))-0.3
	figure.Widen(&p.X, 1.1)
	inner := draw.Crop(c, 4, -12, 22, -8)
	p.Draw(inner)
	data := p.DataCanvas(inner)
	c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, b.across)
}
