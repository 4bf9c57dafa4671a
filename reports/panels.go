package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// Panels are plots in rows and columns, with words outside of the canvas that they fill.
type panels struct {
	plots [][]*plot.Plot
	tiles draw.Tiles
	names []string // at the left of each row
	heads []string // above each column; nil for none
	feet  []string // below each column; nil for none
}

// draw aligns the plots over the whole of c, and draws them.
func (p panels) draw(c draw.Canvas) {
	for i, row := range plot.Align(p.plots, p.tiles, c) {
		for k, at := range row {
			p.plots[i][k].Draw(at)
			data := p.plots[i][k].DataCanvas(at)
			if i == 0 && p.heads != nil {
				c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y + 6}, p.heads[k])
			}
			if i == len(p.plots)-1 && p.feet != nil {
				c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Min.Y - 16}, p.feet[k])
			}
			if k == 0 {
				left := c.Min.X - data.Min.X
				sideways(draw.Crop(data, left, left-data.Size().X, 0, 0), p.names[i])
			}
		}
	}
}
