package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A HeatMap draws numbers in rows and columns, row 0 at the top. A NaN stays white;
// -Inf is a wall, and is crossed out.
type HeatMap struct {
	Cells   [][]float64 // rows of equal length
	Scale   Scale
	Framed  bool     // in a pale frame, for maps that have white at their edges
	Inside  [][]bool // a set of cells, outlined in red; nil for none
	Rows    []string // labels at the left, from the top; nil for none
	Columns []string // labels below, from the left
	Up      string   // the title of the row labels
	Across  string   // the title of the column labels
	Numbers bool     // rows and columns are numbered, as coordinates of cells are: from 0
}

// Draw draws the map over the whole of c, and its labels outside of it.
func (h HeatMap) Draw(c draw.Canvas) {
	for i, row := range h.Cells {
		for j, v := range row {
			at := h.place(c, i, j)
			if math.IsInf(v, -1) {
				wall(draw.Canvas{Canvas: c.Canvas, Rectangle: at})
				continue
			}
			c.SetColor(h.Scale.Colour(v))
			c.Fill(under(at, c.Rectangle).Path())
		}
	}
	if h.Numbers {
		h.rule(c)
		h.number(c)
	}
	h.outline(c)
	if h.Framed {
		c.StrokeLines(draw.LineStyle{Color: pale, Width: vg.Points(0.75)},
			[]vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min})
	}
	if h.Columns != nil {
		h.label(c)
	}
}

// place returns the rectangle of the cell in row i and column j.
func (h HeatMap) place(c draw.Canvas, i, j int) vg.Rectangle {
	size, rows, columns := c.Size(), len(h.Cells), len(h.Cells[0])
	return vg.Rectangle{
		Min: vg.Point{X: along(c.Min.X, size.X, j, columns), Y: along(c.Max.Y, -size.Y, i+1, rows)},
		Max: vg.Point{X: along(c.Min.X, size.X, j+1, columns), Y: along(c.Max.Y, -size.Y, i, rows)},
	}
}

// along returns the i-th of n equal steps from a start.
func along(start, length vg.Length, i, n int) vg.Length {
	return start + length*vg.Length(i)/vg.Length(n)
}

// under lets a cell overlap the cells to its right and below by a point. They are
// painted later, so that no seam shows between them.
func under(at, all vg.Rectangle) vg.Rectangle {
	at.Min.Y, at.Max.X = max(at.Min.Y-1, all.Min.Y), min(at.Max.X+1, all.Max.X)
	return at
}

func wall(c draw.Canvas) {
	c.SetColor(pale)
	c.Fill(c.Rectangle.Path())
	line := draw.LineStyle{Color: color.Gray{0xB0}, Width: vg.Points(0.5)}
	c.StrokeLine2(line, c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)
	c.StrokeLine2(line, c.Min.X, c.Max.Y, c.Max.X, c.Min.Y)
}

// outline draws the edges between cells inside the set and cells outside.
func (h HeatMap) outline(c draw.Canvas) {
	if h.Inside == nil {
		return
	}
	style := draw.LineStyle{Color: Vermillion, Width: 3}
	open := func(i, j, k, l int) bool {
		return h.Inside[i][j] != h.Inside[k][l] && !math.IsInf(h.Cells[i][j], -1) && !math.IsInf(h.Cells[k][l], -1)
	}
	for i, row := range h.Cells {
		for j := range row {
			at := h.place(c, i, j)
			if j+1 < len(row) && open(i, j, i, j+1) {
				c.StrokeLine2(style, at.Max.X, at.Min.Y, at.Max.X, at.Max.Y)
			}
			if i+1 < len(h.Cells) && open(i, j, i+1, j) {
				c.StrokeLine2(style, at.Min.X, at.Min.Y, at.Max.X, at.Min.Y)
			}
		}
	}
}

func (h HeatMap) label(c draw.Canvas) {
	size, style := c.Size(), Label(9)
	for j, text := range h.Columns {
		c.FillText(style, vg.Point{X: along(c.Min.X, size.X, 2*j+1, 2*len(h.Columns)), Y: c.Min.Y - 12}, text)
	}
	c.FillText(Label(10), vg.Point{X: c.Center().X, Y: c.Min.Y - 29}, h.Across)
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	for i, text := range h.Rows {
		c.FillText(style, vg.Point{X: c.Min.X - 4, Y: along(c.Max.Y, -size.Y, 2*i+1, 2*len(h.Rows))}, text)
	}
	c.FillText(LabelUp(10), vg.Point{X: c.Min.X - 36, Y: c.Center().Y}, h.Up)
}
