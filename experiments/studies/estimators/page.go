package estimators

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

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

// drawn draws a panel a toy, with a line at 1. A colour is a bridge, and dashes are independent draws.
func drawn(w io.Writer, m figure.Medium, rows []Row) error {
	ink := figure.LineStyle{Colour: figure.Ink}
	grid := study.Grid{Plots: make([][]*plot.Plot, 1), Heads: []string{"EASY RANDOM", "HARD RANDOM", "BARRIER"},
		Up: []string{"variance, optimal over plain"}, Across: "T, number of levels",
		Legend: figure.Legend{Entries: []figure.LegendEntry{
			study.Entry("geometric bridge", figure.NthLine(0).With(nil)),
			study.Entry("mixture", figure.NthLine(1).With(nil)), {Name: "annealed draws", Style: ink},
			{Name: "independent draws", Style: ink.With(figure.Dashes)}}}}
	for i, l := range lines() {
		if i%4 == 0 {
			p := study.AgainstLog(false)
			p.Y.Tick.Marker = display.TicksAt(0, 0.5, 1, 1.5)
			p.Y.Min = 0
			p.Y.Max = 1.5
			p.Add(ink.With(figure.Dotted).Line(display.Level(2, 1000, 1)))
			grid.Plots[0] = append(grid.Plots[0], p)
		}
		var xy plotter.XYs
		for _, T := range levelsOf(rows) {
			xy = append(xy, plotter.XY{X: float64(T), Y: l.median(rows, T)})
		}
		style := figure.NthLine(i % 2).With(nil)
		if l.draws == independent {
			style = style.With(figure.Dashes)
		}
		study.Curve(grid.Plots[0][i/4], style, xy)
	}
	grid.Legend.Note = "Below the dotted line the optimal estimator gains."
	return grid.Draw(w, m, 200)
}
