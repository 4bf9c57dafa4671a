package studies

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// publishedGlyphs mark the published J and B. The two may be so close that both are
// visible only because the cross fits into the ring.
var publishedGlyphs = map[experiments.Quantity]figure.Glyph{experiments.J: figure.Ring, experiments.B: figure.Cross}

// figure3 draws J (solid) and B (dashed) against T on two logarithmic axes, one colour
// a toy, with the published figures as marks. It leaves out points that are not
// positive and finite.
func figure3(w io.Writer, m figure.Medium, curves []paper.Curve) error {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.Legend.Left = true
	p.Legend.XOffs, p.Legend.YOffs = 10, 10
	p.Legend.Padding = 2
	p.Legend.ThumbnailWidth = vg.Points(26)

	for i, c := range curves {
		colour := figure.NthLine(i).Colour
		solid := trace(c.T, c.J, colour, nil)
		p.Add(solid, trace(c.T, c.B, colour, figure.Dashes))
		p.Legend.Add(c.Toy, solid)
	}
	for _, c := range curves {
		p.Add(publishedMarks(c.Published, experiments.J), publishedMarks(c.Published, experiments.B))
	}
	p.Legend.Add("J, exact", trace(nil, nil, figure.Ink, nil))
	p.Legend.Add("B, exact: the bound on J", trace(nil, nil, figure.Ink, figure.Dashes))
	p.Legend.Add("J as published", publishedMarks(nil, experiments.J))
	p.Legend.Add("B as published", publishedMarks(nil, experiments.B))
	p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	return figure.Render(w, m, vg.Points(560), vg.Points(400), func(c draw.Canvas) {
		plane := draw.Crop(c, 24, -8, 24, -8)
		p.Draw(plane)
		data := p.DataCanvas(plane) // plot would put labels at the middle of a linear axis
		c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, figure.AcrossT)
		c.FillText(figure.LabelUp(11), vg.Point{X: c.Min.X + 16, Y: data.Center().Y}, "divergence (nats)")
	})
}

// trace returns the line through the points that a logarithmic axis can show.
func trace(ts []int, ys []float64, c color.Color, dashes []vg.Length) *plotter.Line {
	line := &plotter.Line{LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.6), Dashes: dashes}}
	for k, t := range ts {
		if figure.OnLogAxis(ys[k]) {
			line.XYs = append(line.XYs, plotter.XY{X: float64(t), Y: ys[k]})
		}
	}
	return line
}

func publishedMarks(published []paper.Published, q experiments.Quantity) *plotter.Scatter {
	s := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: figure.Ink, Radius: vg.Points(4.5),
		Shape: publishedGlyphs[q]}}
	for _, f := range published {
		if f.Quantity == q {
			s.XYs = append(s.XYs, plotter.XY{X: float64(f.T), Y: f.Value()})
		}
	}
	return s
}

// figure3Data holds the data of Figure 3: a row for every toy and T.
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
// of the grid at the top. A row has one scale, from 0 to its largest probability, and
// a colour bar.
func figure4(w io.Writer, m figure.Medium, rows []paper.Gallery) error {
	const side, gap, name, bar, head = 105, 9, 21, 63, 31
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r.Panels))
	}
	width := vg.Points(float64(name + columns*(side+gap) + bar + 8))
	height := vg.Points(float64(len(rows)*(side+head+8) + 8))
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		top := c.Max.Y - 4
		for _, r := range rows {
			box := func(left, width vg.Length) draw.Canvas {
				return figure.Crop(c, left, top-head-side, width, side)
			}
			figure.Sideways(box(0, name), r.Toy)
			var cells [][]float64
			for _, panel := range r.Panels {
				cells = append(cells, panel.P...)
			}
			scale := figure.LargestOf(cells...)
			for i, panel := range r.Panels {
				at := box(vg.Length(name+i*(side+gap)), side)
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, caption(panel))
				figure.HeatMap{Cells: panel.P, Scale: scale}.Draw(at)
			}
			scale.ColourBar(box(vg.Length(name+columns*(side+gap)+4), bar), "probability")
			top -= head + side + 8
		}
	})
}

// caption names a panel, and puts the part after a comma on a second line.
func caption(panel paper.Panel) string {
	if panel.Beta < 1 {
		return fmt.Sprintf("beta = %g", panel.Beta)
	}
	return strings.ReplaceAll(panel.Name, ", ", ",\n")
}

// figure4Data holds the data of Figure 4: a row for every toy, panel and cell.
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
