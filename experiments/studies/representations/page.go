package representations

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page. The words of the page are written by hand.
var Names = slices.Concat(table.Names("csv json", "rows", "times"), table.Names("png svg", "representations"))

// Page shows on how many sets of data each form is better, and draws J and B against steps and time.
func Page(s Study) study.Study {
	all := study.Study{Quick: s.Quick, People: []table.Table{betterTable(s), timeTable(s)}}
	study.Rows(&all, "rows", "kernel seed form T j_stay J B densities terms_a_density", s.Rows, nil)
	study.Rows(&all, "times", "form seconds measurements", s.Times, nil)
	all.Figure("representations", func(w io.Writer, m figure.Medium) error { return drawn(w, m, s) })
	return all
}

// kernelsOf are the kernels that have rows.
func (s Study) kernelsOf() []string {
	return experiments.Distinct(s.Rows, func(r Row) string { return r.Kernel })
}

// betterTable has, for each kernel and measure, on how many sets each form is better.
func betterTable(s Study) table.Table {
	t := table.Table{Title: "On how many sets of data a form is better: collapsed, uncollapsed", Columns: table.Columns(
		"kernel", "by", "T=at equal steps", "terms=at equal terms", "seconds=at equal time")}
	for _, kernel := range s.kernelsOf() {
		for _, m := range measures {
			line := []any{kernel, m.name}
			for _, p := range s.prices() {
				wins := s.better(kernel, p, m)
				line = append(line, fmt.Sprintf("%d, %d", wins[forms[1]], wins[forms[0]]))
			}
			t.Add(line...)
		}
	}
	t.Note("A form is better if it is so wherever both have runs. On the other sets the curves cross.")
	return t
}

// timeTable has how long a density of each form takes.
func timeTable(s Study) table.Table {
	const nano = 1e9
	t := table.Table{Title: "A density from scratch",
		Columns: table.Columns("form", "seconds=nanoseconds", "measurements")}
	for _, one := range s.Times {
		t.Add(one.Form, fmt.Sprintf("%.0f", nano*one.Seconds), one.Measurements)
	}
	t.Note("The median, on the machine that made the page.")
	return t
}

// drawn draws J of v and B against steps and against time: a row of panels a kernel, with a thin line for each set of
// data and a thick one of medians. All panels have the same scales, and an axis is said once a column.
func drawn(w io.Writer, m figure.Medium, s Study) error {
	styles := []figure.LineStyle{figure.NthLine(2).With(nil), figure.NthLine(1).With(nil)}
	prices := s.prices()
	grid := study.Grid{Apart: true, Up: s.kernelsOf(), Legend: figure.Legend{Entries: []figure.LegendEntry{
		study.Entry(forms[0], styles[0]), study.Entry(forms[1], styles[1])}}}
	for _, measure := range measures {
		for _, price := range []price{prices[0], prices[2]} {
			grid.Heads = append(grid.Heads, measure.name+" (nats)")
			grid.Feet = append(grid.Feet, price.name)
		}
	}
	var up []*plot.Axis
	for _, kernel := range grid.Up {
		var row []*plot.Plot
		for _, measure := range measures {
			for _, price := range []price{prices[0], prices[2]} {
				p := study.AgainstLog(true)
				for k, form := range forms {
					own := slices.DeleteFunc(s.of(kernel), func(r Row) bool { return r.Form != form })
					curves(p, styles[k], own, price, measure)
				}
				up = append(up, &p.Y)
				row = append(row, p)
			}
		}
		grid.Plots = append(grid.Plots, row)
	}
	alike(up)
	return grid.Draw(w, m, 140)
}

// curves draws a form by a kernel.
func curves(p *plot.Plot, style figure.LineStyle, rows []Row, across price, up measure) {
	for _, set := range experiments.GroupBy(rows, func(r Row) int { return r.Seed }) {
		line := style.Line(display.XYs(set, func(r Row) (x, y float64) { return across.of(r), up.of(r) }))
		line.Width = 0.5
		p.Add(line)
	}
	var medians plotter.XYs
	for _, at := range experiments.GroupBy(rows, func(r Row) int { return r.T }) {
		medians = append(medians, plotter.XY{X: across.of(at[0]), Y: evidence.Median(table.Each(at, up.of))})
	}
	study.Curve(p, style, medians)
}

// alike gives axes one range.
func alike(axes []*plot.Axis) {
	low, high := axes[0].Min, axes[0].Max
	for _, a := range axes {
		low, high = min(low, a.Min), max(high, a.Max)
	}
	for _, a := range axes {
		a.Min, a.Max = low, high
	}
}
