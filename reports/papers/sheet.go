package papers

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/scores"
)

// A panel is one plot of a figure, with words around it.
type panel struct {
	plane             *plot.Plot
	title, across, up string
}

// A sheet says how panels lie on a figure: in rows of so many, with this height and this margin at their right, in
// points. The lines of the panels may have names at their ends, which stand in that margin.
type sheet struct {
	columns       int
	height, right vg.Length
}

// draw draws the panels, row by row, and the legend below them.
func (s sheet) draw(w io.Writer, m figure.Medium, legend figure.Legend, panels ...panel) error {
	const wide, gap = 300, 8
	columns := min(len(panels), s.columns)
	rows := (len(panels) + columns - 1) / columns
	width := vg.Length(columns * wide)
	return figure.Render(w, m, width, vg.Length(rows)*s.height+legend.Height()+gap, func(c draw.Canvas) {
		below := draw.Crop(c, 30, -10, 4, 0)
		all := draw.Crop(c, 0, 0, legend.HeightIn(below.Size().X)+gap, 0)
		for i, p := range panels {
			at := scores.Cell(all, i, len(panels), columns)
			scores.Around(at, draw.Crop(at, 20, -s.right, 22, -18), p.plane, p.title, p.across, p.up)
		}
		legend.Draw(below)
	})
}
