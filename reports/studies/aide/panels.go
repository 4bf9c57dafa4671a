package aide

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// A panel is one plot of a figure, with words around it.
type panel struct {
	plane             *plot.Plot
	title, across, up string
}

// The size of a panel, in points.
const panelWidth, panelHeight = 300, 250

// drawPanels draws panels in rows of so many, above the legend.
func drawPanels(w io.Writer, m figure.Medium, columns int, legend figure.Legend, panels ...panel) error {
	rows := (len(panels) + columns - 1) / columns
	width, height := vg.Length(columns*panelWidth), vg.Length(rows*panelHeight)+legend.Height()+8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		for i, p := range panels {
			bottom := height - vg.Length((i/columns+1)*panelHeight)
			p.draw(figure.Crop(c, vg.Length(i%columns*panelWidth), bottom, panelWidth, panelHeight))
		}
		legend.Draw(figure.Crop(c, 30, 4, width-40, legend.Height()))
	})
}

// draw draws the panel over the whole of c.
func (p panel) draw(c draw.Canvas) {
	inner := draw.Crop(c, 20, -8, 22, -18)
	p.plane.Draw(inner)
	data := p.plane.DataCanvas(inner)
	c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 12}, p.title)
	c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, p.across)
	c.FillText(figure.LabelUp(10), vg.Point{X: c.Min.X + 14, Y: data.Center().Y}, p.up)
}

// points pairs two lists.
func points(x, y []float64) (all plotter.XYs) {
	for i := range x {
		all = append(all, plotter.XY{X: x[i], Y: y[i]})
	}
	return all
}
