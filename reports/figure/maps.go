package figure

import (
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Map is numbers in rows and columns, row 0 at the top. A NaN stays white; -Inf is a wall, and is grey.
type Map struct {
	Name    string
	Cells   [][]float64 // rows of equal length
	Scale   Scale
	Unit    string   // of its colour bar; "" for none
	Rows    []string // names at the left, from the top; nil for numbers, as coordinates of cells are
	Columns []string // names below, from the left; nil for numbers
}

// Maps are rows of maps, with names at the left of the rows, under a title.
type Maps struct {
	Title string
	Names []string // of the rows; nil for none
	Rows  [][]Map
	Side  vg.Length // the longer side of a map
}

// The room around a map, and the least height of a colour bar.
const mapLeft, mapRight, mapBar, mapAbove, mapBelow, barLeast = 22, 8, 58, 22, 18, 70

// Write draws the maps.
func (f Maps) Write(w io.Writer, m Medium) error {
	const margin, line = 6, 18
	var left, most vg.Length // of names, and of the widest row
	above := vg.Length(margin)
	if f.Title != "" {
		above += line
	}
	if f.Names != nil {
		left = line
	}
	height := above + margin
	for _, row := range f.Rows {
		wide, high := f.size(row)
		most = max(most, wide)
		height += high
	}
	width := max(left+most, label(12).Width(f.Title)) + 2*margin
	return render(w, m, width, height, func(c draw.Canvas) {
		c.FillText(labelRight(12), vg.Point{X: margin, Y: c.Max.Y - line}, f.Title)
		top := c.Max.Y - above
		for i, row := range f.Rows {
			_, high := f.size(row)
			if f.Names != nil {
				at := vg.Point{X: margin + line - 4, Y: top - (mapAbove+high-mapBelow)/2}
				c.FillText(labelUp(11), at, f.Names[i])
			}
			x := margin + left
			for _, one := range row {
				wide, down := one.size(f.Side)
				corner := vg.Point{X: x + mapLeft + one.namesAtLeft(), Y: top - mapAbove - down}
				one.draw(draw.Canvas{Canvas: c.Canvas,
					Rectangle: vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: wide, Y: down})}})
				x += one.room(f.Side)
			}
			top -= high
		}
	})
}

// size returns the width and the height of a row with all that is around its maps.
func (f Maps) size(row []Map) (wide, high vg.Length) {
	for _, one := range row {
		_, down := one.size(f.Side)
		wide += one.room(f.Side)
		high = max(high, down)
		if one.Unit != "" {
			high = max(high, barLeast)
		}
	}
	return wide, high + mapAbove + mapBelow
}

// room returns the width of a map with all that is around it.
func (m Map) room(side vg.Length) vg.Length {
	wide, _ := m.size(side)
	room := mapLeft + m.namesAtLeft() + max(wide, label(10).Width(m.Name)) + mapRight
	if m.Unit != "" {
		room += mapBar
	}
	return room
}

// namesAtLeft returns the room that names of rows need beyond that of numbers.
func (m Map) namesAtLeft() (widest vg.Length) {
	for _, name := range m.Rows {
		widest = max(widest, label(9).Width(name)-mapLeft+8)
	}
	return max(widest, 0)
}

// size returns the sides of the map: its cells are squares of whole pixels, but it has a shorter side at least.
func (m Map) size(side vg.Length) (wide, high vg.Length) {
	const least = 30
	const pixel = 72. / dpi
	cell := side / vg.Length(max(len(m.Cells), len(m.Cells[0])))
	if cell > pixel {
		cell = vg.Length(math.Floor(float64(cell/pixel)+1e-6)) * pixel
	}
	return max(cell*vg.Length(len(m.Cells[0])), least), max(cell*vg.Length(len(m.Cells)), least)
}

// draw draws the map over the whole of c, and its names and its colour bar outside of it.
func (m Map) draw(c draw.Canvas) {
	m.cells(c)
	c.FillText(label(10), vg.Point{X: c.Center().X, Y: c.Max.Y + 5}, m.Name)
	size := c.Size()
	style := label(9)
	across := size.X / vg.Length(len(m.Cells[0]))
	for j := 0; j < len(m.Cells[0]); j += every(style.Width("00"), across) {
		c.FillText(style, vg.Point{X: c.Min.X + across*(vg.Length(j)+0.5), Y: c.Min.Y - 11}, nameOf(m.Columns, j))
	}
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	down := size.Y / vg.Length(len(m.Cells))
	for i := 0; i < len(m.Cells) && len(m.Cells) > 1; i += every(10, down) {
		c.FillText(style, vg.Point{X: c.Min.X - 3, Y: c.Max.Y - down*(vg.Length(i)+0.5)}, nameOf(m.Rows, i))
	}
	frame := []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min}
	c.StrokeLines(draw.LineStyle{Color: pale, Width: vg.Points(0.75)}, frame)
	if m.Unit != "" && m.Scale.High > m.Scale.Low {
		m.Scale.bar(c, m.Unit)
	}
}

// cells draws the cells alone.
func (m Map) cells(c draw.Canvas) {
	size := c.Size()
	across := size.X / vg.Length(len(m.Cells[0]))
	down := size.Y / vg.Length(len(m.Cells))
	for i, row := range m.Cells {
		for j, v := range row {
			// a point of a cell lies under those to its right and below, which are painted later: no seam shows
			// between them
			at := vg.Rectangle{
				Min: vg.Point{X: c.Min.X + across*vg.Length(j), Y: max(c.Max.Y-down*vg.Length(i+1)-1, c.Min.Y)},
				Max: vg.Point{X: min(c.Min.X+across*vg.Length(j+1)+1, c.Max.X), Y: c.Max.Y - down*vg.Length(i)},
			}
			c.SetColor(m.Scale.Colour(v))
			c.Fill(at.Path())
		}
	}
}

// nameOf returns the i-th name, or the number if there are no names.
func nameOf(names []string, i int) string {
	if names == nil {
		return strconv.Itoa(i)
	}
	return names[i]
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

// A Scale gives numbers between Low and High their colours.
//
// The usual colours go from dark violet through blue and green to yellow, by way of viridis. They grow lighter all the
// way, so they read the same in print and to the colour-blind, and they never reach white, which is the page. A signed
// scale is blue below 0 and red above; it is meant for Low = -High.
type Scale struct {
	Low, High float64
	Signed    bool
}

// LargestOf returns the scale from 0 to the largest of some rows of cells.
func LargestOf(cells ...[]float64) Scale {
	return Scale{High: slices.Max(append(slices.Concat(cells...), 0))}
}

// shades is the number of colours in a Scale.
const shades = 255

// Colour returns the colour of v, that of the page for NaN. Beyond an end it is the colour at the end.
func (s Scale) Colour(v float64) color.Color {
	switch {
	case math.IsNaN(v):
		return color.White
	case math.IsInf(v, -1):
		return pale
	}
	share := 0.
	if s.Signed {
		share = 0.5
	}
	if s.High > s.Low {
		share = min(max((v-s.Low)/(s.High-s.Low), 0), 1)
	}
	colours := growing()
	if s.Signed {
		colours = diverging()
	}
	return colours.Colors()[int(share*(shades-1)+0.5)]
}

var diverging = sync.OnceValue(func() palette.Palette { return moreland.SmoothBlueRed().Palette(shades) })

var growing = sync.OnceValue(func() palette.Palette {
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
	return m.Palette(shades)
})

// bar draws the scale at the right of a map, from Low at the bottom to High at the top, with ticks at its right and the
// unit above. It is as high as the map, and so high that it can be read.
func (s Scale) bar(c draw.Canvas, unit string) {
	const gap, wide = 8, 12
	low := vg.Point{X: c.Max.X + gap, Y: min(c.Min.Y, c.Max.Y-barLeast)}
	at := draw.Canvas{Canvas: c.Canvas,
		Rectangle: vg.Rectangle{Min: low, Max: vg.Point{X: low.X + wide, Y: c.Max.Y}}}
	ramp := make([][]float64, shades)
	for i := range ramp {
		ramp[i] = []float64{s.High - (s.High-s.Low)*float64(i)/(shades-1)}
	}
	Map{Cells: ramp, Scale: s}.cells(at)
	for _, t := range (linearTicks{}).Ticks(s.Low, s.High) {
		if t.Label == "" || t.Value < s.Low || t.Value > s.High {
			continue
		}
		y := at.Min.Y + at.Size().Y*vg.Length((t.Value-s.Low)/(s.High-s.Low))
		at.StrokeLine2(draw.LineStyle{Color: Ink, Width: vg.Points(0.5)}, at.Max.X, y, at.Max.X+3, y)
		at.FillText(labelRight(9), vg.Point{X: at.Max.X + 5, Y: y}, t.Label)
	}
	// a short unit over the bar, a long one over bar and numbers
	middle := min(max(label(9).Width(unit)/2, 6), 18)
	at.FillText(label(9), vg.Point{X: at.Min.X + middle, Y: at.Max.Y + 6}, unit)
}
