package paths

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/sweep"
	"breadboard/reports/figure"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// figures are drawn as SVG alone: a PNG of so many dots is large.
func figures(rows []Row) []table.File {
	all := sweeps.FrontFiles(outcomes(rows), figure.Look{})
	for name, draw := range map[string]func(io.Writer, figure.Medium, []Row) error{"arrival": arrivalPanels,
		"bridges": bridgePanels, "steps": stepPanels} {
		all = append(all, figure.Files(name, []figure.Medium{figure.SVG}, func(w io.Writer, m figure.Medium) error {
			return draw(w, m, rows)
		})...)
	}
	all = slices.DeleteFunc(all, func(f table.File) bool { return !strings.HasSuffix(f.Name, ".svg") })
	slices.SortFunc(all, func(a, b table.File) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// outcomes are the medians at equal cost with free weights, as a sweep has them.
func outcomes(rows []Row) (all []ranking.Outcome) {
	for k, of := range experiments.GroupBy(rows, func(r Row) Row {
		return Row{Part: r.Part, Target: r.Target, Kernel: r.Kernel, Repeat: r.Repeat, Bridge: r.Bridge,
			Schedule: r.Schedule, Dwell: r.Dwell, Count: r.Count, Budget: r.Budget}
	}) {
		drawn := slices.Contains([]string{"easy", "hard", "barrier", "curie-weiss:24:1.6"}, k.Target)
		if k.Part == "equal" && k.Count == free && k.Dwell == 0 && drawn {
			s := experiments.Setting{Toy: k.Target, Kernel: k.Kernel, Repeat: k.Repeat,
				Bridge: k.Bridge, Schedule: k.Schedule}
			j := quantile(table.Each(of, ofJ), 0.5)
			b := quantile(table.Each(of, ofB), 0.5)
			all = append(all, ranking.Outcome{Job: sweep.Job{Budget: k.Budget, Setting: s},
				Draws: make([]*ranking.Draw, len(of)), J: ranking.Spread{Q2: j}, B: ranking.Spread{Q2: b}})
		}
	}
	return all
}

const ofSeveral = "Of several targets: the median, in a band between the quartiles."

// A curve has the numbers of a group or a setting at each place of an axis; none where it was not run.
type curve struct {
	name string
	at   func(x float64) []float64
}

// addCurve draws the median of a curve, in a band between the quartiles, and tells the legend of it once.
func addCurve(p *plot.Plot, legend *figure.Legend, k int, c curve, xs []float64) {
	var middle, band, low plotter.XYs
	for _, x := range xs {
		all := c.at(x)
		if all == nil {
			continue
		}
		middle = append(middle, plotter.XY{X: x, Y: quantile(all, 0.5)})
		band = append(band, plotter.XY{X: x, Y: quantile(all, 0.75)})
		low = append(plotter.XYs{{X: x, Y: quantile(all, 0.25)}}, low...)
	}
	if middle == nil {
		return
	}
	style := figure.NthLine(k)
	p.Add(style.Band(append(band, low...)), style.Line(middle), style.Dots(middle))
	known := slices.ContainsFunc(legend.Entries, func(e figure.LegendEntry) bool { return e.Name == c.name })
	if !known {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: c.name, Style: style, Dots: true})
	}
}

// quotientPanel is a panel of quotients with a dotted line at 1.
func quotientPanel(xs []float64, low, high float64) *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	p.Add(figure.NthLine(7).With(figure.Dotted).Line(display.Level(xs[0], xs[len(xs)-1], 1)))
	p.Y.Min = low
	p.Y.Max = high
	return p
}

// drawRow draws panels beside one another on one scale, with a name of what is shown.
func drawRow(w io.Writer, m figure.Medium, plots []*plot.Plot, heads, feet []string, name string,
	legend figure.Legend) error {
	for _, p := range plots {
		plots[0].Y.Min = min(plots[0].Y.Min, p.Y.Min)
		plots[0].Y.Max = max(plots[0].Y.Max, p.Y.Max)
	}
	for _, p := range plots[1:] {
		p.Y.Min = plots[0].Y.Min
		p.Y.Max = plots[0].Y.Max
		p.Y.Tick.Marker = figure.Unlabelled{Ticker: p.Y.Tick.Marker}
	}
	return display.DrawPanels(w, m, 1000, 370, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 16},
		Heads: heads, Feet: feet, Names: []string{name}}, legend)
}

// bridgePanels draws J over that of the geometric path, against q at three T and against the error of log R.
func bridgePanels(w io.Writer, m figure.Medium, known []Row) error {
	powers := []float64{0, 0.25, 0.5, 0.75, 0.9, 0.95, 1, 1.1}
	legend := figure.Legend{Note: ofSeveral}
	var plots []*plot.Plot
	for _, T := range decades {
		p := quotientPanel(powers, 0.005, 2000)
		for k, g := range groups {
			addCurve(p, &legend, k, curve{g, func(q float64) []float64 {
				return powered(known, g, fmt.Sprintf("power:%g", q), T)
			}}, powers)
		}
		plots = append(plots, p)
	}
	p := quotientPanel(errorsOfR, 0.005, 2000)
	for k, g := range groups {
		addCurve(p, &legend, k, curve{g, func(off float64) []float64 {
			return wrongly(known, ofJ, g, estimate{off: off}, "linear")
		}}, errorsOfR)
	}
	return drawRow(w, m, append(plots, p), []string{"T = 10", "T = 100", "T = 1000", "mixture, T = 1000"},
		[]string{"q", "q", "q", "error of log R (nats)"}, "J over that of the geometric path", legend)
}

// arrivalPanels draws J over that of the geometric path with equal steps, against T: schedules and paths.
func arrivalPanels(w io.Writer, m figure.Medium, known []Row) error {
	legend := figure.Legend{Note: ofSeveral}
	var plots []*plot.Plot
	var heads, feet []string
	xs := []float64{10, 100, 1000}
	for _, g := range groups {
		p := quotientPanel(xs, 0.005, 2000)
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
		for k, way := range []struct{ name, bridge, schedule string }{
			{"geometric, half at the target", "geometric", early}, {"power:0.5", "power:0.5", "linear"},
			{"mixture", "mixture", "linear"}, {"mixture, half at the target", "mixture", early},
		} {
			addCurve(p, &legend, k, curve{way.name, func(T float64) []float64 {
				return arrivals(known, ofJ, g, way.bridge, way.schedule, int(T))
			}}, xs)
		}
		plots = append(plots, p)
		heads = append(heads, g)
		feet = append(feet, "T")
	}
	return drawRow(w, m, plots, heads, feet, "J over that of equal steps", legend)
}

// stepPanels draws one step a level over four, by both counts, and four over one with three at the target.
func stepPanels(w io.Writer, m figure.Medium, known []Row) error {
	legend := figure.Legend{Note: ofSeveral}
	xs := []float64{100, 1000, 3000}
	panel := func(of func(g string, budget int) []float64) *plot.Plot {
		p := quotientPanel(xs, 0.2, 20)
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
		for k, g := range groups {
			addCurve(p, &legend, k, curve{g, func(x float64) []float64 { return of(g, int(x)) }}, xs)
		}
		return p
	}
	oneOverFour := func(count string, of func(Row) float64) *plot.Plot {
		return panel(func(g string, budget int) []float64 {
			c := contestAt(known, g, count, budget)
			return over(of, c.one, c.four)
		})
	}
	dwelling := panel(func(g string, budget int) []float64 {
		c := contestAt(known, g, free, budget)
		return over(ofJ, c.oneAndThree, c.four)
	})
	return drawRow(w, m, []*plot.Plot{oneOverFour(charged, ofJ), oneOverFour(free, ofJ), dwelling,
		oneOverFour(free, ofB)}, []string{"J, weights charged", "J, weights free", "J, and 3 more at the target",
		"B, weights free"}, slices.Repeat([]string{"evaluations"}, 4), "one step a level over four", legend)
}
