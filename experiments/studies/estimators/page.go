package estimators

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = table.Names("csv json png svg", "quotients")

// Page shows the medians over seeds, and has all rows for programs.
func Page(rows []Row) (all study.Study) {
	medians := table.Table{Title: "Variance, optimal over plain", Columns: table.Columns("toy", "bridge", "draws")}
	for _, T := range levelsOf(rows) {
		medians.Columns = append(medians.Columns, table.Column{Key: fmt.Sprintf("T = %d", T)})
	}
	for _, l := range lines() {
		cells := []any{l.toy, l.bridge, l.draws}
		for _, T := range levelsOf(rows) {
			cells = append(cells, fmt.Sprintf("%.3g", l.median(rows, T)))
		}
		medians.Add(cells...)
	}
	medians.Note("Medians over the seeds of a toy. Below 1 the optimal estimator gains.")
	all.People = []table.Table{medians}
	study.Rows(&all, "quotients", "toy seed bridge draws T plain optimal quotient", rows, nil)
	all.Figure("quotients", func(w io.Writer, m figure.Medium) error { return drawn(w, m, rows) })
	return all
}

// levelsOf are the numbers of levels of some rows.
func levelsOf(rows []Row) (ts []int) {
	for _, T := range levels {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.T == T }) {
			ts = append(ts, T)
		}
	}
	return ts
}

// A line joins the medians over seeds.
type line struct{ toy, bridge, draws string }

func lines() (all []line) {
	for _, toy := range []string{"easy", "hard", "barrier"} {
		for _, draws := range []string{annealed, independent} {
			all = append(all, line{toy, "geometric", draws}, line{toy, "mixture", draws})
		}
	}
	return all
}

// median is over the seeds; NaN if there is no such row.
func (l line) median(rows []Row, T int) float64 {
	var some []float64
	for _, r := range rows {
		if r.T == T && (line{r.Toy, r.Bridge, r.Draws}) == l {
			some = append(some, r.Quotient)
		}
	}
	if some == nil {
		return math.NaN()
	}
	return evidence.Median(some)
}

// drawn draws a panel a toy, with a line at 1.
func drawn(w io.Writer, m figure.Medium, rows []Row) error {
	var plots []*plot.Plot
	legend, high := figure.Legend{}, 1.
	for i, l := range lines() {
		if i%4 == 0 {
			p := figure.NewPlot()
			figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
			p.Add(figure.NthLine(4).Line(plotter.XYs{{X: 2, Y: 1}, {X: 1000, Y: 1}}))
			plots = append(plots, p)
		}
		var xy plotter.XYs
		for _, T := range levelsOf(rows) {
			median := l.median(rows, T)
			xy = append(xy, plotter.XY{X: float64(T), Y: median})
			high = max(high, median)
		}
		style := figure.NthLine(i % 4)
		plots[i/4].Add(style.Line(xy), style.Dots(xy))
		if i < 4 {
			legend.Entries = append(legend.Entries,
				figure.LegendEntry{Name: l.bridge + ", " + l.draws, Style: style, Dots: true})
		}
	}
	for _, p := range plots {
		p.X.Min = 2
		p.X.Max = 1000
		p.Y.Min = 0
		p.Y.Max = 1.05 * high
		figure.Widen(&p.X, 1.1)
	}
	return display.DrawPanels(w, m, 800, 340, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 16},
		Names: []string{"variance, optimal over plain"}, Heads: []string{"EASY RANDOM", "HARD RANDOM", "BARRIER"},
		Feet: slices.Repeat([]string{"T"}, len(plots))}, legend)
}
