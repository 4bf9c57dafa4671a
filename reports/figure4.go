package reports

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

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
			sideways(box(0, name), r.Toy)
			var cells [][]float64
			for _, panel := range r.Panels {
				cells = append(cells, panel.P...)
			}
			scale := figure.LargestOf(cells...)
			for i, panel := range r.Panels {
				at := box(vg.Length(name+i*(side+gap)), side)
				caption(at, panel)
				figure.HeatMap{Cells: panel.P, Scale: scale}.Draw(at)
			}
			scale.ColourBar(box(vg.Length(name+columns*(side+gap)+4), bar), "probability")
			top -= head + side + 8
		}
	})
}

// caption names a panel above it, and puts what follows a comma on a second line.
func caption(c draw.Canvas, panel paper.Panel) {
	text := panel.Name
	if panel.Beta < 1 {
		text = fmt.Sprintf("beta = %g", panel.Beta)
	}
	c.FillText(figure.Label(10), vg.Point{X: c.Center().X, Y: c.Max.Y + 5}, strings.ReplaceAll(text, ", ", ",\n"))
}

// sideways names a row at its left.
func sideways(c draw.Canvas, text string) {
	c.FillText(figure.LabelUp(11), vg.Point{X: c.Max.X - 6, Y: c.Center().Y}, text)
}

// figure4Data holds what Figure 4 draws: a row for every toy, panel and cell.
func figure4Data(rows []paper.Gallery) table.Table {
	t := table.Table{Columns: table.Keys("toy panel beta row column probability")}
	for _, g := range rows {
		for _, panel := range g.Panels {
			for i, line := range panel.P {
				for j, p := range line {
					t.Rows = append(t.Rows, []any{g.Toy, panel.Name, panel.Beta, i, j, p})
				}
			}
		}
	}
	return t
}
