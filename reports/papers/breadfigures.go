package papers

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/papers/bread"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
	"breadboard/toys"
)

// figure3 returns BREAD's Figure 3, with the curves of a kernel beside the paper's if there is one.
func figure3(f bread.Results) page.Figure {
	var marks []reports.Mark
	for _, toy := range bread.Toys() {
		for _, p := range toy.Published {
			marks = append(marks, reports.Mark{Quantity: p.Quantity, T: p.T, Value: p.Value()})
		}
	}
	var curves []reports.Curve
	for name, all := range experiments.GroupBy(f.Curves, func(m experiments.Measurement) string {
		if f.HasOther() {
			return toys.Title(toyOf(m)) + ", " + m.Annealer.WithDefaults().Kernel
		}
		return toys.Title(toyOf(m))
	}) {
		c := reports.Curve{Name: name}
		for _, m := range all {
			c.T = append(c.T, m.T)
			c.J = append(c.J, m.J())
			c.B = append(c.B, m.B())
		}
		curves = append(curves, c)
	}
	return page.Figure{Name: "figure3", Figure: reports.Figure3(curves, marks...), Alt: "Curves of J (solid) and B " +
		"(dashed) against T for three toys, on logarithmic axes, with the published numbers marked."}
}

// figure4 returns a row of heat maps for every toy: distributions on its grid, row 0 of the grid at the top, cells
// numbered by their coordinates. A row has one scale, from 0 to its largest probability, and a colour bar.
func figure4(rows []bread.Gallery) figure.Figure {
	f := figure.Maps{Side: 105}
	for _, r := range rows {
		largest := 0.
		for _, panel := range r.Panels {
			largest = max(largest, slices.Max(slices.Concat(panel.P...)))
		}
		row := table.Each(r.Panels, func(panel bread.Panel) figure.Map {
			caption := figure.ShortTitle(strings.TrimPrefix(panel.Name, "distribution of AIS "))
			if panel.Beta < 1 {
				caption = fmt.Sprintf("beta = %g", panel.Beta)
			}
			return figure.Map{Name: caption, Cells: panel.P, Scale: figure.Scale{High: largest}}
		})
		row[len(row)-1].Unit = "probability"
		f.RowNames = append(f.RowNames, toys.Title(r.Toy))
		f.Rows = append(f.Rows, row)
	}
	return f
}
