package pages

import (
	"fmt"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
)

// A runs is how many runs make an estimate: one, or 25 combined as in footnote 5 of BDMC.
type runs struct {
	number int
	score  func(bdmc.Row) bdmc.Score
}

var (
	single   = runs{1, func(r bdmc.Row) bdmc.Score { return r.Single }}
	combined = runs{bdmc.Trials, func(r bdmc.Row) bdmc.Score { return r.Combined }}
)

// A point is an estimator at a budget, over the data sets of a model.
type point struct{ x, low, median, high float64 }

// curve are the points of an estimator: what so many runs cost, and the quartiles of a number of their estimate. An
// estimate that is the same in every run is made once.
func (n runs) curve(s bdmc.Study, sets []bdmc.Case, name string, of func(bdmc.Score) float64) (all []point) {
	rows := func(c bdmc.Case) []bdmc.Row { return s.Of(c, name) }
	for k, first := range rows(sets[0]) {
		made := n.number
		if first.Combine == bdmc.Same {
			made = 1
		}
		_, x, _ := bdmc.Quartiles(over(sets, rows, k, cost))
		low, median, high := bdmc.Quartiles(over(sets, rows, k, func(r bdmc.Row) float64 { return of(n.score(r)) }))
		all = append(all, point{float64(made) * x, low, median, high})
	}
	return all
}

// drawn draws a curve: a line of medians, and a bar between the quartiles at each point. It returns the line.
func drawn(p display.Panel, style figure.LineStyle, curve []point) (line plotter.XYs) {
	for _, at := range curve {
		line = append(line, plotter.XY{X: at.x, Y: at.median})
		bar := style.With(nil).Line(plotter.XYs{{X: at.x, Y: at.low}, {X: at.x, Y: at.high}})
		bar.Width = 0.7
		p.Plane.Add(bar)
	}
	study.Curve(p.Plane, style, line)
	return line
}

// densitiesAcross is what axes of cost say. The densities that a run computes are the same on every machine.
const densitiesAcross = "densities evaluated"

// zoomed is the half width, in nats, of panels that show the surroundings of log p(y).
const zoomed = 7

// bdmcGroups are the columns of the figures: few lines each, and the densities of a run on the axis of biases.
var bdmcGroups = []struct {
	title    string
	from, to float64
	lines    []string
}{
	{title: "from both sides", from: 10, to: 2e4, lines: []string{"AIS", "rev AIS", "SMC", "SHME"}},
	{title: "without a bridge", from: 1, to: 2e4, lines: []string{"LW", "HME", "CMS"}},
	{title: "others", from: 100, to: 2e8, lines: []string{"NS", "VB", "VB+sym", "BIC"}},
}

// bdmcBias draws the bias of each estimator against its cost, as Figures 2, 4 and 5 of BDMC do: a row of panels a
// model.
func bdmcBias(w io.Writer, m figure.Medium, s bdmc.Study, n runs) error {
	grid := study.Grid{Apart: true, Across: densitiesAcross,
		Legend: figure.Legend{Entries: []figure.LegendEntry{
			{Name: "no bias", Style: figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}},
			{Name: "median of the data sets", Style: figure.NthLine(0).With(nil), Dots: true},
			display.BarEntry("between their quartiles", figure.Blue, false)}}}
	for _, group := range bdmcGroups {
		grid.Heads = append(grid.Heads, group.title)
	}
	for _, sets := range s.ModelsOf() {
		var row []*plot.Plot
		for _, group := range bdmcGroups {
			p := display.Panel{Plane: study.AgainstLog(false)}
			from := float64(n.number) * group.from
			to := float64(n.number) * group.to
			p.Plane.Add(figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}.Line(display.Level(from, to, 0)))
			var names figure.EndLabels
			for i, name := range group.lines {
				style := figure.NthLine(i)
				curve := n.curve(s, sets, name, func(of bdmc.Score) float64 { return of.Bias })
				names.Add(name, style, drawn(p, style, curve))
			}
			p.Plane.X.Min = from
			p.Plane.X.Max = to
			p.Plane.Y.Min = -zoomed
			p.Plane.Y.Max = zoomed
			p.Plane.Y.Tick.Marker = display.TicksAt(-6, -3, 0, 3, 6)
			p.Plane.Add(names)
			row = append(row, p.Plane)
		}
		grid.Plots = append(grid.Plots, row)
		grid.Up = append(grid.Up, sets[0].Name+": bias (nats)")
	}
	return grid.Draw(w, m, 175)
}

// The ends of the axis of errors, in nats, and of that of densities.
const (
	leastError, mostError = 0.005, 50
	leastCost, mostCost   = 1, 3e9
)

// bdmcAgainst draws the error of one run and of 25 combined against their cost, as Figure 3 of BDMC does: a row of
// panels a model, on one scale. An estimate that is the same in every run has one line.
func bdmcAgainst(w io.Writer, m figure.Medium, s bdmc.Study) error {
	rmse := func(of bdmc.Score) float64 { return of.RMSE }
	var panels []display.Panel
	for _, sets := range s.ModelsOf() {
		for _, group := range bdmcGroups {
			p := display.Panel{Plane: study.AgainstLog(true), Title: sets[0].Name + ", " + group.title,
				Across: densitiesAcross, Up: "RMSE (nats)"}
			dotted := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
			p.Plane.Add(dotted.Line(display.Level(leastCost, mostCost, 1)))
			var names figure.EndLabels
			for i, name := range group.lines {
				style := figure.NthLine(i)
				end := drawn(p, style.With(nil), single.curve(s, sets, name, rmse))
				if s.Of(sets[0], name)[0].Combine != bdmc.Same {
					end = drawn(p, style.With(figure.Dashes), combined.curve(s, sets, name, rmse))
				}
				names.Add(name, style, end)
			}
			p.Plane.X.Min = leastCost
			p.Plane.X.Max = mostCost
			p.Plane.Y.Min = leastError
			p.Plane.Y.Max = mostError
			p.Plane.Add(names)
			panels = append(panels, p)
		}
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	return display.NewSheet(3, 220, 8).Draw(w, m, figure.Legend{Entries: []figure.LegendEntry{
		{Name: "one run", Style: ink},
		{Name: fmt.Sprintf("%d runs, combined", bdmc.Trials), Style: ink.With(figure.Dashes)}}}, panels...)
}
