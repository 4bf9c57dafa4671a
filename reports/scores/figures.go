package scores

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// mostNamed is how many lines of a panel have names.
const mostNamed = 7

// Profiles draws the share of solved problems against the budget, a panel a start and a line a kernel. Some kernels
// have colours and names, the same in all panels. One that ran on less than half of the pairs has none: its pairs may
// be the easy ones.
func Profiles(all []score.Profile, unit string) figure.Figure {
	styles := namedStyles(all)
	f := figure.Panels{Height: 270}
	f.Legend.Note = "Grey: kernels without a name here."
	for start, of := range experiments.GroupBy(all, func(p score.Profile) string { return p.Start }) {
		p := figure.LogPlot(false)
		p.Title.Text = "from " + start
		p.X.Label.Text = unit
		p.Y.Label.Text = fmt.Sprintf("share of pairs with RESS of at least %d", score.Enough)
		var named []plot.Plotter // over the others
		var ends figure.EndLabels
		for _, one := range of {
			points := make(plotter.XYs, len(one.Budgets))
			for k, b := range one.Budgets {
				points[k] = plotter.XY{X: float64(b), Y: one.Solved[k]}
			}
			style, ok := styles[one.Kernel]
			if !ok {
				p.Add(figure.LineStyle{Colour: color.RGBA{0xD0, 0xD0, 0xD0, 0xFF}}.Line(points))
				continue
			}
			named = append(named, style.Line(points), style.Dots(points))
			ends.Add(one.Kernel, style, points)
		}
		p.Add(named...)
		p.Add(ends)
		figure.Widen(&p.X, 1.1)
		p.Y.Min, p.Y.Max = -0.02, 1.02
		f.Plots = append(f.Plots, []*plot.Plot{p})
	}
	return f
}

// namedStyles are the lines of the kernels that have names. Of many these are at even ranks by what the first panel
// shows, the best and the worst among them.
func namedStyles(all []score.Profile) map[string]figure.LineStyle {
	most := slices.MaxFunc(all, func(a, b score.Profile) int { return cmp.Compare(a.Problems, b.Problems) }).Problems
	ranked := slices.DeleteFunc(slices.Clone(all), func(p score.Profile) bool {
		return p.Start != all[0].Start || 2*p.Problems < most
	})
	solved := func(p score.Profile) (sum float64) {
		for _, v := range p.Solved {
			sum += v
		}
		return sum
	}
	slices.SortStableFunc(ranked, func(a, b score.Profile) int { return cmp.Compare(solved(b), solved(a)) })
	styles := map[string]figure.LineStyle{}
	count := min(mostNamed, len(ranked))
	for i := range count {
		styles[ranked[i*(len(ranked)-1)/max(1, count-1)].Kernel] = figure.NthLine(i)
	}
	return styles
}

// Boxes draws the distributions of NESS and of the efficiency over density-function pairs, of those that succeed, as
// Figure 2 of the paper. The best median of NESS comes first, and the kernels are named once.
func Boxes(rows []score.Row) figure.Figure {
	names, ness := solvedValues(rows, func(r score.Row) float64 { return r.NESS })
	_, efficiency := solvedValues(rows, score.Row.Efficiency)
	slices.SortStableFunc(names, func(a, b string) int { // the plot's axis begins below
		return cmp.Compare(evidence.Median(ness[a]), evidence.Median(ness[b]))
	})
	f := figure.Panels{Height: 60 + 20*vg.Length(len(names)),
		Plots: [][]*plot.Plot{{boxes("NESS", ness, names), boxes("efficiency, RESS/N", efficiency, names)}}}
	f.Plots[0][1].Y.Tick.Marker = plot.ConstantTicks{}
	f.Legend.Note = fmt.Sprintf("Box: the middle half of a kernel's pairs; orange: their median; whiskers: as far as "+
		"pairs lie within 1.5 boxes; dots: those beyond. In brackets: how many pairs have a RESS of at least %d, "+
		"which alone are drawn.", score.Enough)
	return f
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

// boxes has one box a kernel, the first below.
func boxes(title string, values map[string]plotter.Values, names []string) *plot.Plot {
	p := figure.LogPlot(false)
	p.Title.Text = title
	for i, name := range names {
		box, err := plotter.NewBoxPlot(10, float64(i), values[name])
		if err != nil {
			panic("scores: " + err.Error()) // unreachable: a kernel here has a value
		}
		box.Horizontal = true
		box.FillColor = color.RGBA{0xBF, 0xDC, 0xEC, 0xFF}
		box.BoxStyle.Color = figure.Blue
		box.WhiskerStyle.Color = figure.Blue
		box.WhiskerStyle.Dashes = nil
		box.MedianStyle.Color = figure.Vermillion
		box.MedianStyle.Width = 2
		box.GlyphStyle.Radius = 1
		box.GlyphStyle.Color = figure.Blue
		p.Add(box)
	}
	p.Y.Tick.Marker = figure.NameTicks(table.Each(names, func(name string) string {
		return fmt.Sprintf("%s (%d)", figure.ShortName(name), len(values[name]))
	}))
	p.Y.Tick.Length = 0
	p.Y.Min, p.Y.Max = -0.7, float64(len(names))-0.3
	figure.Widen(&p.X, 1.1)
	return p
}

// Files are the files of a run: all rows, the points of the calibration, and of each start the profiles and box plots
// of the averages that succeed at the largest budget.
func Files(r score.Result) ([]table.File, error) {
	files := []table.File{table.Rows("scores", Data(r.Rows)), table.Rows("calibration", pointData(r.Points))}
	profiles := score.Profiles(r.Rows)
	files = append(files, figure.Files("profiles", Profiles(profiles, r.Unit()))...)
	last := score.Boards(r.Rows)[0]
	solved := slices.DeleteFunc(slices.Clone(r.Rows), func(r score.Row) bool {
		return r.Start != last.Start || r.Budget != last.Budget
	})
	files = append(files, figure.Files("boxes", Boxes(solved))...)
	return table.Render(files)
}
