package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A HeatMap draws numbers in rows and columns, row 0 at the top. A NaN stays white; -Inf is a wall, and is crossed out.
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
	Name    string   // for whoever draws names above maps
	Unit    string   // of its scale, for whoever draws colour bars beside maps
}

// Draw draws the map over the whole of c, and its labels outside of it.
func (h HeatMap) Draw(c draw.Canvas) {
	for i, row := range h.Cells {
		for j, v := range row {
			at := h.place(c, i, j)
			if math.IsInf(v, -1) {
				c.SetColor(pale)
				c.Fill(at.Path())
				line := draw.LineStyle{Color: color.Gray{0xB0}, Width: vg.Points(0.5)}
				c.StrokeLine2(line, at.Min.X, at.Min.Y, at.Max.X, at.Max.Y)
				c.StrokeLine2(line, at.Min.X, at.Max.Y, at.Max.X, at.Min.Y)
				continue
			}
			// a point of it lies under the cells to its right and below, which are painted later: no seam shows
			// between them
			at.Min.Y = max(at.Min.Y-1, c.Min.Y)
			at.Max.X = min(at.Max.X+1, c.Max.X)
			c.SetColor(h.Scale.Colour(v))
			c.Fill(at.Path())
		}
	}
	if h.Numbers {
		h.number(c)
	}
	if h.Inside != nil {
		h.outline(c)
	}
	if h.Framed {
		c.StrokeLines(draw.LineStyle{Color: pale, Width: vg.Points(0.75)},
			[]vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min})
	}
	if h.Columns == nil {
		return
	}
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

// CellIn is the side of its square cells in this room, in whole pixels.
func (h HeatMap) CellIn(room vg.Point) vg.Length {
	across := room.X / vg.Length(len(h.Cells[0]))
	up := room.Y / vg.Length(len(h.Cells))
	return WholePixels(max(min(across, up), 0))
}

// place returns the rectangle of the cell in row i and column j.
func (h HeatMap) place(c draw.Canvas, i, j int) vg.Rectangle {
	size := c.Size()
	rows := len(h.Cells)
	columns := len(h.Cells[0])
	return vg.Rectangle{
		Min: vg.Point{X: along(c.Min.X, size.X, j, columns), Y: along(c.Max.Y, -size.Y, i+1, rows)},
		Max: vg.Point{X: along(c.Min.X, size.X, j+1, columns), Y: along(c.Max.Y, -size.Y, i, rows)},
	}
}

// along returns the i-th of n equal steps from a start.
func along(start, length vg.Length, i, n int) vg.Length {
	return start + length*vg.Length(i)/vg.Length(n)
}

// outline draws the edges between cells inside the set and cells outside.
func (h HeatMap) outline(c draw.Canvas) {
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

// NumberRoom is the room that the numbers of rows and columns need at the left of a map and below it.
const NumberRoom vg.Length = 14

// number draws thin lines between cells that are large enough, and writes the numbers of the rows at the left and
// those of the columns below. If there is no room for all of them it writes every second, or fifth, or tenth. A single
// row has no number.
func (h HeatMap) number(c draw.Canvas) {
	const finest = 5 // the smallest cell with lines around it
	style, cell := Label(9), h.place(c, 0, 0).Size()
	columns := len(h.Cells[0])
	if min(cell.X, cell.Y) >= finest {
		line := draw.LineStyle{Color: color.NRGBA{0xB0, 0xB0, 0xB0, 0x60}, Width: 0.4}
		for i := 1; i < len(h.Cells); i++ {
			y := h.place(c, i, 0).Max.Y
			c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
		}
		for j := 1; j < columns; j++ {
			x := h.place(c, 0, j).Min.X
			c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
		}
	}
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

// Shades is the number of colours in a Scale.
const Shades = 255

// A Scale gives numbers between Low and High their colours.
//
// The usual colours go from dark violet through blue and green to yellow, by way of viridis. They grow lighter all the
// way, so they read the same in print and to the colour-blind, and they never reach white, which is the page. A signed
// scale is blue below 0, red above, and nearly the page's colour at 0; it is meant for Low = -High.
type Scale struct {
	Low, High float64
	Signed    bool
}

// nothing reports whether a signed scale is of zeros alone. They have no colour bar.
func (s Scale) nothing() bool { return s.Signed && s.High == s.Low }

// LargestOf returns the scale from 0 to the largest of some rows of cells.
func LargestOf(cells ...[]float64) Scale {
	return Scale{High: slices.Max(append(slices.Concat(cells...), 0))}
}

// span is the length of the scale. If all numbers are the same it is 1.
func (s Scale) span() float64 {
	if s.High > s.Low {
		return s.High - s.Low
	}
	return 1
}

// Colour returns the colour of v, that of the page for NaN. Beyond an end it is the colour at the end.
func (s Scale) Colour(v float64) color.Color {
	if math.IsNaN(v) {
		return color.White
	}
	share := min(max((v-s.Low)/s.span(), 0), 1)
	if !s.Signed {
		return shades().Colors()[int(share*(Shades-1)+0.5)]
	}
	side, end := 2*share-1, Vermillion
	if s.nothing() {
		side = 0
	}
	if side < 0 {
		end = Blue
	}
	const page = 0xF7
	mix := func(c uint8) uint8 { return uint8(math.Round(page + math.Abs(side)*(float64(c)-page))) }
	return color.RGBA{mix(end.R), mix(end.G), mix(end.B), 0xFF}
}

var shades = sync.OnceValue(func() palette.Palette {
	var controls []color.Color
	for _, rgb := range []uint32{0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30,
		0xFDE725} {
		controls = append(controls, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF})
	}
	m, err := moreland.NewLuminance(controls)
	if err != nil {
		panic("figure: a palette that does not grow lighter: " + err.Error())
	}
	m.SetMax(1)
	return m.Palette(Shades)
})

// ColourBar draws the scale at the left of c, from Low at the bottom to High at the
// top, with ticks at its right and the unit above. A map of nothing has none.
func (s Scale) ColourBar(c draw.Canvas, unit string) {
	if s.nothing() {
		return
	}
	bar := draw.Canvas{Canvas: c.Canvas,
		Rectangle: vg.Rectangle{Min: c.Min, Max: vg.Point{X: c.Min.X + 12, Y: c.Max.Y}}}
	ramp := make([][]float64, Shades)
	for i := range ramp {
		ramp[i] = []float64{s.Low + s.span()*float64(Shades-1-i)/(Shades-1)}
	}
	HeatMap{Cells: ramp, Scale: s}.Draw(bar)
	high := s.Low + s.span()
	for _, t := range (linearTicks{}).Ticks(s.Low, high) {
		if t.Label == "" || t.Value < s.Low || t.Value > high {
			continue
		}
		y := bar.Min.Y + (bar.Max.Y-bar.Min.Y)*vg.Length((t.Value-s.Low)/s.span())
		bar.StrokeLine2(draw.LineStyle{Color: Ink, Width: vg.Points(0.5)}, bar.Max.X, y, bar.Max.X+3, y)
		bar.FillText(labelRight(9), vg.Point{X: bar.Max.X + 5, Y: y}, t.Label)
	}
	words := Label(9) // a short unit over the bar, a long one over bar and numbers
	middle := min(max(words.Width(unit)/2, 6), 18)
	bar.FillText(words, vg.Point{X: bar.Min.X + middle, Y: c.Max.Y + 7}, unit)
}
