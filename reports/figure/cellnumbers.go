package figure

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// NumberRoom is the room that the numbers of rows and columns need at the left of a map and
// below it.
const NumberRoom vg.Length = 14

// finest is the smallest cell with lines around it.
const finest = 5

// rule draws thin lines between cells that are large enough.
func (h HeatMap) rule(c draw.Canvas) {
	first := h.place(c, 0, 0)
	if min(first.Size().X, first.Size().Y) < finest {
		return
	}
	line := draw.LineStyle{Color: color.NRGBA{0xB0, 0xB0, 0xB0, 0x60}, Width: 0.4}
	for i := 1; i < len(h.Cells); i++ {
		y := h.place(c, i, 0).Max.Y
		c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
	}
	for j := 1; j < len(h.Cells[0]); j++ {
		x := h.place(c, 0, j).Min.X
		c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
	}
}

// number writes the numbers of the rows at the left and those of the columns below. If there is no
// room for all of them it writes every second, or fifth, or tenth. A single row has no number.
func (h HeatMap) number(c draw.Canvas) {
	style, cell := Label(9), h.place(c, 0, 0).Size()
	columns := len(h.Cells[0])
	wide := style.Width(strconv.Itoa(columns-1)) + 2
	for j := 0; j < columns && columns > 1; j += every(wide, cell.X) {
		at := h.place(c, 0, j)
		c.FillText(style, vg.Point{X: (at.Min.X + at.Max.X) / 2, Y: c.Min.Y - 10}, strconv.Itoa(j))
	}
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	for i := 0; i < len(h.Cells) && len(h.Cells) > 1; i += every(10, cell.Y) {
		at := h.place(c, i, 0)
		c.FillText(style, vg.Point{X: c.Min.X - 3, Y: (at.Min.Y+at.Max.Y)/2 + 0.5}, strconv.Itoa(i))
	}
}

// every returns the number of cells from one label to the next: 1, 2, 5, 10, 20 and so on, the
// first that is as long as a label.
func every(label, cell vg.Length) int {
	for ten := 1; ; ten *= 10 {
		for _, k := range []int{1, 2, 5} {
			if vg.Length(k*ten)*cell >= label {
				return k * ten
			}
		}
	}
}
