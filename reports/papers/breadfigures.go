package papers

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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
		return Figure{Name: "figure3", Alt: "Three panels, one for each toy: curves of J (solid) and B (dashed) " +
			"against T on logarithmic axes, by Metropolis and by " + f.Kernel.Name() + ", with the published numbers " +
			"marked.",
			Draw: func(w io.Writer, m figure.Medium) error { return figure3Beside(w, m, f) }}
	}
	return Figure{Name: "figure3", Alt: "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic " +
		"axes, with the published numbers marked.", Draw: func(w io.Writer, m figure.Medium) error {
		var marks []reports.Mark
		for _, toy := range bread.Toys() {
			marks = append(marks, marksOf(toy)...)
		}
		return reports.Figure3(w, m, table.Each(f.Curves, func(c bread.Curve) reports.Curve {
			return reports.Curve{Name: toys.Title(c.Toy), T: c.T, J: c.J, B: c.B}
		}), marks...)
	}}
}

// marksOf are the published numbers of a toy.
func marksOf(toy bread.Toy) []reports.Mark {
	return table.Each(toy.Published, func(p bread.Published) reports.Mark {
		return reports.Mark{Quantity: p.Quantity, T: p.T, Value: p.Value()}
	})
}

// figure3Beside draws a panel a toy, each on a scale of its own: the two kernels are compared on one toy.
func figure3Beside(w io.Writer, m figure.Medium, f bread.Found) error {
	styles := []figure.LineStyle{figure.NthLine(0).With(nil), figure.NthLine(1).With(nil)}
	ink := figure.LineStyle{Colour: figure.Ink}
	all := aligned{across: figure.AcrossT, up: []string{"divergence (nats)"}, own: true, plots: make([][]*plot.Plot, 1),
		legend: figure.Legend{Entries: []figure.LegendEntry{{Name: f.Curves[0].Kernel, Style: styles[0]},
			{Name: f.Kernel.Name(), Style: styles[1]}, {Name: "J", Style: ink},
			{Name: "B", Style: ink.With(figure.Dashes)},
			markEntry("J as published", figure.Ring, 4.5, figure.Ink),
			markEntry("B as published", figure.Cross, 4.5, figure.Ink)}}}
	for i, toy := range bread.Toys() {
		p := againstLog(true)
		for k, style := range styles {
			c := f.Curves[i*len(styles)+k]
			p.Add(style.Line(reports.ShownAlong(c.T, c.J)))
			p.Add(style.With(figure.Dashes).Line(reports.ShownAlong(c.T, c.B)))
		}
		p.Add(reports.MarksOf(marksOf(toy), experiments.J, figure.Ring))
		p.Add(reports.MarksOf(marksOf(toy), experiments.B, figure.Cross))
		all.heads = append(all.heads, toy.Title)
		all.plots[0] = append(all.plots[0], p)
	}
	return all.draw(w, m, 260)
}

// figure4 draws a row of heat maps for every toy: distributions on its grid, row 0 of the grid at the top, cells
// numbered as their coordinates are. A row has one scale, from 0 to its largest probability, and a colour bar.
func figure4(w io.Writer, m figure.Medium, rows []bread.Gallery) error {
	const usual, gap, name, bar, head = 105, 9 + figure.NumberRoom, 21 + figure.NumberRoom, 63, 31 + figure.NumberRoom
	columns := len(rows[0].Panels)
	width := name + vg.Length(columns)*(usual+gap) + bar + 8
	height := vg.Length(len(rows))*(usual+head+8) + 8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		size := c.Size()
		side := min((size.X-name-bar-8)/vg.Length(columns)-gap, (size.Y-8)/vg.Length(len(rows))-head-8)
		top := c.Max.Y - 4
		for _, r := range rows {
			box := func(left, width vg.Length) draw.Canvas {
				return figure.Crop(c, left, top-head-side+figure.NumberRoom, width, side)
			}
			figure.Sideways(box(0, name-figure.NumberRoom), toys.Title(r.Toy))
			var cells [][]float64
			for _, panel := range r.Panels {
				cells = append(cells, panel.P...)
			}
			scale := figure.LargestOf(cells...)
			for i, panel := range r.Panels {
				at := box(name+vg.Length(i)*(side+gap), side)
				caption := strings.ReplaceAll(panel.Name, ", ", ",\n") // on two lines
				if panel.Beta < 1 {
					caption = fmt.Sprintf("beta = %g", panel.Beta)
				}
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, caption)
				figure.HeatMap{Cells: panel.P, Scale: scale, Numbers: true}.Draw(at)
			}
			scale.ColourBar(box(name+vg.Length(columns)*(side+gap)+4-figure.NumberRoom, bar), "probability")
			top -= head + side + 8
		}
	})
}
