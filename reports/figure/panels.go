package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels are plots in rows and columns, with words outside of the canvas that they fill.
type Panels struct {
	Plots [][]*plot.Plot
	Tiles draw.Tiles
	Names []string    // at the left of each row
	Heads []string    // above each column; nil for none
	Feet  []string    // below each column; nil for none
	Ends  []EndLabels // at the right of each row, for its last plot; nil for none
}

// Draw aligns the plots over the whole of c, and draws them.
func (p Panels) Draw(c draw.Canvas) {
	for i, row := range plot.Align(p.Plots, p.Tiles, c) {
		for k, at := range row {
			p.Plots[i][k].Draw(at)
			data := p.Plots[i][k].DataCanvas(at)
			if k == len(row)-1 && p.Ends != nil {
				p.Ends[i].Draw(at, p.Plots[i][k])
			}
			if i == 0 && p.Heads != nil {
				c.FillText(Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y + 6}, p.Heads[k])
			}
			if i == len(p.Plots)-1 && p.Feet != nil {
				c.FillText(Label(11), vg.Point{X: data.Center().X, Y: c.Min.Y - 16}, p.Feet[k])
			}
			if k == 0 {
				left := c.Min.X - data.Min.X
				Sideways(draw.Crop(data, left, left-data.Size().X, 0, 0), p.Names[i])
			}
		}
	}
}

// EndWidth returns the room that the labels need at the right of the panels.
func (p Panels) EndWidth() (widest vg.Length) {
	for _, ends := range p.Ends {
		widest = max(widest, ends.Width())
	}
	return widest
}

// Sideways names a row at its left.
func Sideways(c draw.Canvas, text string) {
	c.FillText(LabelUp(11), vg.Point{X: c.Max.X - 6, Y: c.Center().Y}, text)
}
