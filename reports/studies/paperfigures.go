package studies

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/studies/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// figure3 draws J (solid) and B (dashed) against T on two logarithmic axes, one colour
// a toy, each line named at its end, with the published figures as marks. It leaves out
// points that are not positive and finite.
func figure3(w io.Writer, m figure.Medium, curves []paper.Curve) error {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.Legend.Left = true
	p.Legend.XOffs, p.Legend.YOffs = 10, 10
	p.Legend.Padding = 2
	p.Legend.ThumbnailWidth = vg.Points(26)

	// The two marks may be so close that both are visible only because the cross fits into the ring.
	published := func(published []paper.Published, q experiments.Quantity, glyph figure.Glyph) *plotter.Scatter {
		return marks(glyph, vg.Points(4.5), figure.Ink, xys(published, func(f paper.Published) (x, y float64) {
			if f.Quantity != q {
				return 0, math.NaN()
			}
			return float64(f.T), f.Value()
		}))
	}
	var ends figure.EndLabels
	for i, c := range curves {
		solid := figure.NthLine(i).With(nil)
		dashed := solid.With(figure.Dashes)
		j := points(each(c.T, func(T int) float64 { return float64(T) }), each(c.J, shownOnLog))
		b := points(each(c.T, func(T int) float64 { return float64(T) }), each(c.B, shownOnLog))
		p.Add(solid.Line(j), dashed.Line(b))
		ends.Add(c.Toy+", J", solid, j)
		ends.Add(c.Toy+", B", dashed, b)
	}
	for _, c := range curves {
		p.Add(published(c.Published, experiments.J, figure.Ring), published(c.Published, experiments.B, figure.Cross))
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	p.Legend.Add("J, exact", ink.Line(nil))
	p.Legend.Add("B, exact: the bound on J", ink.With(figure.Dashes).Line(nil))
	p.Legend.Add("J as published", published(nil, experiments.J, figure.Ring))
	p.Legend.Add("B as published", published(nil, experiments.B, figure.Cross))
	p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	return figure.Render(w, m, 560, 400, func(c draw.Canvas) {
		plane := draw.Crop(c, 24, -8-ends.Width(), 24, -8)
		p.Draw(plane)
		ends.Draw(plane, p)
		data := p.DataCanvas(plane) // plot would put labels at the middle of a linear axis
		c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, figure.AcrossT)
		c.FillText(figure.LabelUp(11), vg.Point{X: c.Min.X + 16, Y: data.Center().Y}, "divergence (nats)")
	})
}

func figure3Data(curves []paper.Curve) table.Table {
	t := table.Table{Columns: table.Keys("toy T J B")}
	for _, c := range curves {
		for k, T := range c.T {
			t.Add(c.Toy, T, c.J[k], c.B[k])
		}
	}
	return t
}

// figure4 draws a row of heat maps for every toy: distributions on its grid, row 0
// of the grid at the top, cells numbered as their coordinates are. A row has one scale,
// from 0 to its largest probability, and a colour bar.
func figure4(w io.Writer, m figure.Medium, rows []paper.Gallery) error {
	const side, gap, name, bar, head = 105, 9 + figure.NumberRoom, 21 + figure.NumberRoom, 63, 31 + figure.NumberRoom
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r.Panels))
	}
	width := name + vg.Length(columns)*(side+gap) + bar + 8
	height := vg.Length(len(rows))*(side+head+8) + 8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		top := c.Max.Y - 4
		for _, r := range rows {
			box := func(left, width vg.Length) draw.Canvas {
				return figure.Crop(c, left, top-head-side+figure.NumberRoom, width, side)
			}
			figure.Sideways(box(0, name-figure.NumberRoom), r.Toy)
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

func figure4Data(rows []paper.Gallery) table.Table {
	t := table.Table{Columns: table.Keys("toy panel beta row column probability")}
	for _, g := range rows {
		for _, panel := range g.Panels {
			for i, line := range panel.P {
				for j, p := range line {
					t.Add(g.Toy, panel.Name, panel.Beta, i, j, p)
				}
			}
		}
	}
	return t
}
