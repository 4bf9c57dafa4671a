package papers

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"breadboard/experiments"
	"breadboard/experiments/papers/bread"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
)

// figure3Data has J and B of each curve at each T.
func figure3Data(f bread.Found) table.Table {
	t := table.Table{Columns: table.Keys("toy kernel T J B")}
	for _, c := range f.Curves {
		for k, T := range c.T {
			t.Add(c.Toy, c.Kernel, T, c.J[k], c.B[k])
		}
	}
	return t
}

// figure3 is BREAD's Figure 3: all toys in one panel, or a panel a toy if another kernel stands beside the paper's.
func figure3(f bread.Found) Figure {
	if f.Beside() {
		return drawn("figure3", "Three panels, one for each toy: curves of J (solid) and B (dashed) against T on "+
			"logarithmic axes, by Metropolis and by "+f.Kernel.Name()+", with the published numbers marked.",
			figure3Beside(f))
	}
	var marks []reports.Mark
	for _, toy := range bread.Toys() {
		marks = append(marks, marksOf(toy)...)
	}
	curves := table.Each(f.Curves, func(c bread.Curve) reports.Curve {
		return reports.Curve{Name: toys.Title(c.Toy), T: c.T, J: c.J, B: c.B}
	})
	return drawn("figure3", "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, with "+
		"the published numbers marked.", reports.Figure3(curves, marks...))
}

// marksOf are the published numbers of a toy.
func marksOf(toy bread.Toy) []reports.Mark {
	return table.Each(toy.Published, func(p bread.Published) reports.Mark {
		return reports.Mark{Quantity: p.Quantity, T: p.T, Value: p.Value()}
	})
}

// figure3Beside has a panel a toy, each on a scale of its own: the two kernels are compared on one toy.
func figure3Beside(f bread.Found) figure.Figure {
	styles := []figure.LineStyle{figure.NthLine(0).With(nil), figure.NthLine(1).With(nil)}
	all := figure.Panels{Height: 260, Across: figure.AcrossT, Plots: make([][]*plot.Plot, 1)}
	all.Legend.Add(f.Curves[0].Kernel, styles[0].Line(nil))
	all.Legend.Add(f.Kernel.Name(), styles[1].Line(nil))
	all.Legend.Add("J", ink.Line(nil))
	all.Legend.Add("B", ink.With(figure.Dashes).Line(nil))
	all.Legend.Add("J as published", figure.Rings(figure.Ink, nil))
	all.Legend.Add("B as published", figure.Crosses(figure.Ink, nil))
	for i, toy := range bread.Toys() {
		p := figure.LogPlot(true)
		p.Title.Text = toy.Title
		for k, style := range styles {
			c := f.Curves[i*len(styles)+k]
			p.Add(style.Line(reports.ShownAlong(c.T, c.J)))
			p.Add(style.With(figure.Dashes).Line(reports.ShownAlong(c.T, c.B)))
		}
		p.Add(figure.Rings(figure.Ink, reports.MarksOf(marksOf(toy), experiments.J)))
		p.Add(figure.Crosses(figure.Ink, reports.MarksOf(marksOf(toy), experiments.B)))
		figure.Widen(&p.X, 1.05)
		figure.Widen(&p.Y, 1.05)
		all.Plots[0] = append(all.Plots[0], p)
	}
	all.Plots[0][0].Y.Label.Text = "divergence (nats)"
	return all
}

// figure4 has a row of heat maps for every toy: distributions on its grid, row 0 of the grid at the top, cells
// numbered as their coordinates are. A row has one scale, from 0 to its largest probability, and a colour bar.
func figure4(rows []bread.Gallery) figure.Figure {
	f := figure.Maps{Side: 105}
	for _, r := range rows {
		largest := 0.
		for _, panel := range r.Panels {
			largest = max(largest, slices.Max(slices.Concat(panel.P...)))
		}
		row := table.Each(r.Panels, func(panel bread.Panel) figure.Map {
			caption := strings.TrimPrefix(panel.Name, "law of AIS ")
			if panel.Beta < 1 {
				caption = fmt.Sprintf("beta = %g", panel.Beta)
			}
			return figure.Map{Name: caption, Cells: panel.P, Scale: figure.Scale{High: largest}}
		})
		row[len(row)-1].Unit = "probability"
		f.Names = append(f.Names, toys.Title(r.Toy))
		f.Rows = append(f.Rows, row)
	}
	return f
}
