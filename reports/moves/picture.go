package moves

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// A picture is some maps on one scale, under a title.
type picture struct {
	title []string // by line
	unit  string
	maps  []named
}

// A named is a map with a name above it.
type named struct {
	name string // may be empty
	figure.HeatMap
}

// Lengths in points. The maps stand three in a row at most, with room at their left and below for
// the numbers of cells.
const (
	side                 = 150 // of a map's longer side; twice as much if it stands alone
	left                 = 24
	right                = 74 // for the colour bar
	line                 = 15 // of the title
	above                = 34 // a row of maps
	foot                 = 20
	abreast              = 3
	barLeast, titleLeast = 110, 300
)

// render draws the maps row by row, and one colour bar at the right of the first row.
func (p picture) render(w io.Writer, m figure.Medium) error {
	wide, high := p.mapSize()
	across := min(abreast, len(p.maps))
	down := (len(p.maps) + across - 1) / across
	head := line * vg.Length(len(p.title)+1)
	width := max((left+wide)*vg.Length(across)+right, titleLeast)
	height := head + max((above+high)*vg.Length(down), above+barLeast) + foot
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		for i, text := range p.title {
			c.FillText(style, vg.Point{X: c.Min.X + left, Y: c.Max.Y - line*vg.Length(i+1) - 3}, text)
		}
		for i, hm := range p.maps {
			x := left + (left+wide)*vg.Length(i%across)
			y := c.Max.Y - head - (above+high)*vg.Length(i/across+1)
			c.FillText(style, vg.Point{X: c.Min.X + x, Y: y + high + 5}, hm.name)
			hm.Draw(figure.Crop(c, x, y, wide, high))
		}
		bar := max(high, barLeast)
		at := figure.Crop(c, (left+wide)*vg.Length(across)+12, c.Max.Y-head-above-bar, 60, bar)
		p.maps[0].Scale.ColourBar(at, p.unit)
	})
}

// mapSize returns the width and the height of each map.
func (p picture) mapSize() (wide, high vg.Length) {
	longest, cells := vg.Length(side), p.maps[0].Cells
	if len(p.maps) == 1 {
		longest *= 2
	}
	cell := figure.WholePixels(min(longest/vg.Length(max(len(cells), len(cells[0]))), 70))
	return cell * vg.Length(len(cells[0])), cell * vg.Length(len(cells))
}
