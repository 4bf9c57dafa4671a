package papers

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"breadboard/experiments/papers/bdmc"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// bdmcGroups holds the columns of the figures, with few lines each.
var bdmcGroups = []struct {
	title string
	lines []string
}{
	{"from both sides", []string{"AIS", "rev AIS", "SMC", "SHME"}},
	{"without a bridge", []string{"LW", "HME", "CMS"}},
	{"others", []string{"NS", "VB", "VB+sym", "BIC"}},
}

// A bdmcFigure has a number of each estimate against its cost, with a row of panels for each model: Figures 2 to 5.
type bdmcFigure struct {
	name, alt, up string
	number        func(bdmc.Score) float64
	runs          []int // how many runs make an estimate; each number has a line, the second a dashed one
	from, to      float64
	level         float64 // of the dotted line
	levelName     string
	log           bool
}

func biasOf(s bdmc.Score) float64 { return s.Bias }
func rmseOf(s bdmc.Score) float64 { return s.RMSE }

// bdmcFigures holds the figures. Those of bias show the neighbourhood of log p(y).
var bdmcFigures = []bdmcFigure{
	{"bias", "Bias against densities evaluated: at the left AIS and its reverse close in on log p(y) from both sides.",
		"bias (nats)", biasOf, []int{1}, -7, 7, 0, "log p(y)", false},
	{"bias-25", "Bias of 25 runs combined, against the densities of all 25: nearer to log p(y) than that of one run.",
		"bias (nats)", biasOf, []int{bdmc.CombinedRuns}, -7, 7, 0, "log p(y)", false},
	{"cost", "Root mean squared error against densities evaluated, of one run and of 25 combined.",
		"RMSE (nats)", rmseOf, []int{1, bdmc.CombinedRuns}, 0.005, 100, 1, "one nat", true},
}

var bdmcDotted = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}

// bdmcDashes holds the dashes of the lines of a figure, by the number of runs.
var bdmcDashes = [][]vg.Length{nil, figure.Dashes}

func (b bdmcFigure) draw(f bdmc.Results) page.Figure {
	g := figure.Panels{Height: 175}
	g.Legend.Add("median of the data sets", figure.NthLine(0).Line(nil), figure.NthLine(0).Dots(nil))
	g.Legend.Add(b.levelName, bdmcDotted.Line(nil))
	if len(b.runs) > 1 {
		g.Legend.Add("one run", ink.Line(nil))
		g.Legend.Add("25 runs combined", ink.WithDashes(figure.Dashes).Line(nil))
	}
	g.Legend.Note = "Bars: between the quartiles of the data sets."
	for i, model := range bdmc.Models {
		row := make([]*plot.Plot, len(bdmcGroups))
		for k, group := range bdmcGroups {
			row[k] = b.panel(f.DataSets(model), group.lines)
			if i == 0 {
				row[k].Title.Text = group.title
			}
			if i == len(bdmc.Models)-1 {
				row[k].X.Label.Text = "densities evaluated"
			}
		}
		row[0].Y.Label.Text = model + ": " + b.up
		g.Plots = append(g.Plots, row)
	}
	return page.Figure{Name: b.name, Alt: b.alt, Figure: g}
}

// panel returns the lines of a group on the data sets of a model.
func (b bdmcFigure) panel(sets []bdmc.Set, lines []string) *plot.Plot {
	p := figure.LogPlot(b.log)
	var names figure.EndLabels
	for i, name := range lines {
		var line plotter.XYs
		for k, runs := range b.runs {
			line = b.curve(p, figure.NthLine(i).WithDashes(bdmcDashes[k]), sets, name, runs)
		}
		names.Add(name, figure.NthLine(i), line)
	}
	p.Add(names, bdmcDotted.Line(figure.Horizontal(p.X.Min, p.X.Max, b.level)))
	p.Y.Min = b.from
	p.Y.Max = b.to
	if !b.log {
		p.Y.Tick.Marker = figure.TicksAt(-6, -3, 0, 3, 6)
	}
	return p
}

// curve draws a line of medians, with a bar between the quartiles at each budget, and returns the line. The BIC is the
// same in every run, and is made once.
func (b bdmcFigure) curve(p *plot.Plot, style figure.LineStyle, sets []bdmc.Set, name string, runs int) plotter.XYs {
	var line plotter.XYs
	for k := range sets[0][name] {
		x := bdmcMedian(sets, func(s bdmc.Set) float64 { return s[name][k].Cost })
		if name != "BIC" {
			x *= float64(runs)
		}
		numbers := table.Each(sets, func(s bdmc.Set) float64 { return b.number(s[name][k].Score(runs)) })
		low, median, high := bdmc.Quartiles(numbers)
		p.Add(style.Bar(x, low, high))
		line = append(line, plotter.XY{X: x, Y: median})
	}
	p.Add(style.Line(line), style.Dots(line))
	return line
}
