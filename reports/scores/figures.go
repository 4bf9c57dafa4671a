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

// Boxes draws the distributions of NESS and of the efficiency over the density-function pairs that succeed, as Figure 2
// of the paper. The best median of NESS comes first, and the kernels are named once.
func Boxes(rows []score.Row) figure.Figure {
	names := experiments.Distinct(rows, func(r score.Row) string { return r.Kernel })
	ness := solvedValues(rows, func(r score.Row) float64 { return r.NESS })
	efficiency := solvedValues(rows, score.Row.Efficiency)
	slices.SortStableFunc(names, func(a, b string) int { // the plot's axis begins below
		if ness[a] == nil || ness[b] == nil {
			return cmp.Compare(len(ness[a]), len(ness[b]))
		}
		return cmp.Compare(evidence.Median(ness[a]), evidence.Median(ness[b]))
	})
	f := figure.Panels{Height: 60 + 20*vg.Length(len(names)), NamesOnce: true,
		Plots: [][]*plot.Plot{{boxes("NESS", ness, names), boxes("efficiency, RESS/N", efficiency, names)}}}
	if len(ness) < len(names) {
		f.Legend.Add("no pair succeeds", figure.Crosses(noneColour, nil))
	}
	f.Legend.Note = fmt.Sprintf("Box: the middle half of a kernel's pairs; orange: their median; whiskers: as far as "+
		"pairs lie within 1.5 boxes; dots: those beyond. In brackets: how many pairs have a RESS of at least %d, "+
		"which alone are drawn.", score.LeastRESS)
	return f
}

// noneColour is of the mark of a kernel without success.
var noneColour = figure.Vermillion

// solvedValues returns a number of each row with success, by kernel.
func solvedValues(rows []score.Row, of func(score.Row) float64) map[string]plotter.Values {
	values := map[string]plotter.Values{}
	for _, r := range rows {
		if v := of(r); r.Solved() && figure.OnLogAxis(v) {
			values[r.Kernel] = append(values[r.Kernel], v)
		}
	}
	return values
}

// boxes returns a plot with a box for each kernel, the first below, and a cross at the axis for one without values.
func boxes(title string, values map[string]plotter.Values, names []string) *plot.Plot {
	p := figure.LogPlot(false)
	p.Title.Text = title
	var none plotter.XYs
	for i, name := range names {
		if values[name] == nil {
			none = append(none, plotter.XY{Y: float64(i)})
			continue
		}
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
	for i := range none {
		none[i].X = p.X.Min
	}
	p.Add(figure.Crosses(noneColour, none))
	return p
}

// Files returns the files of a run: all rows, and box plots. The boxes are of averages that succeed, from the first
// start and at the largest budget.
func Files(r score.Result, width figure.Inches) ([]table.File, error) {
	last := score.Boards(r.Rows)[0]
	solved := slices.DeleteFunc(slices.Clone(r.Rows), func(r score.Row) bool {
		return r.Start != last.Start || r.Budget != last.Budget
	})
	return table.Render(append(figure.Files("boxes", Boxes(solved), width), table.CSVFile("scores", Data(r.Rows))))
}
