package display

import (
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/scores"
)

// A Panel is one plot of a figure, with words around it.
type Panel struct {
	Plane             *plot.Plot
	Title, Across, Up string
}

// NewPanel is a plot with its title, and what its axes say.
func NewPanel(plane *plot.Plot, title, across, up string) Panel {
	return Panel{plane, title, across, up}
}

// A Sheet says how panels lie on a figure: in rows of so many, with this height and this margin at their right, in
// points. The lines of the panels may have names at their ends, which stand in that margin.
type Sheet struct {
	columns       int
	height, right vg.Length
}

// NewSheet has rows of so many panels.
func NewSheet(columns int, height, right vg.Length) Sheet { return Sheet{columns, height, right} }

// Draw draws the panels, row by row, and the legend below them.
func (s Sheet) Draw(w io.Writer, m figure.Medium, legend figure.Legend, panels ...Panel) error {
	const wide, gap = 300, 8
	columns := min(len(panels), s.columns)
	rows := (len(panels) + columns - 1) / columns
	width := vg.Length(columns * wide)
	return figure.Render(w, m, width, vg.Length(rows)*s.height+legend.Height()+gap, func(c draw.Canvas) {
		below := draw.Crop(c, 30, -10, 4, 0)
		all := draw.Crop(c, 0, 0, legend.HeightIn(below.Size().X)+gap, 0)
		for i, p := range panels {
			at := scores.Cell(all, i, len(panels), columns)
			scores.Around(at, draw.Crop(at, 20, -s.right, 22, -18), p.Plane, p.Title, p.Across, p.Up)
		}
		legend.Draw(below)
	})
}

// XYs are the points of rows, without those that are not known.
func XYs[R any](rows []R, of func(R) (x, y float64)) (all plotter.XYs) {
	for _, r := range rows {
		if x, y := of(r); !math.IsNaN(y) {
			all = append(all, plotter.XY{X: x, Y: y})
		}
	}
	return all
}

// ShownOnLog is a number that a logarithmic axis can show, and NaN for others.
func ShownOnLog(v float64) float64 {
	if !figure.OnLogAxis(v) {
		return math.NaN()
	}
	return v
}
