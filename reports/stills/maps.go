package stills

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/explore"
	"breadboard/reports/figure"
)

// A row is the maps of a setting: p, q and q - p. Where both settings have one p, it stands in the middle of both rows:
// once is how far it is below the place of its own row, and is 0 where it is in its row; it is nil in the other row.
type row struct {
	name heads // above the maps; nothing if the setting is alone
	maps [3]*figure.HeatMap
	once vg.Length
}

// column is the width of a map with its colour bar.
const column = (pageWidth - 2*margin) / 3

// The lengths of a row, in points: of a map's name above it, of the longer side of a map, of its shorter
// one at least, and of the colour bar at its right.
const (
	mapName  vg.Length = 16
	mapSide  vg.Length = 102
	mapLeast vg.Length = 18
	barLeast vg.Length = 48
	barWidth vg.Length = 46
)

// rowsOf are the rows of maps. Of two settings with as many cells all maps of p and q have one scale, and so have those
// of q - p: a law that is twice as far off looks so.
func rowsOf(sides []Side) []row {
	rows := make([]row, len(sides))
	for i, s := range sides {
		laws := s.Measured
		p := heatMap(laws.Shape, laws.P, false)
		q := heatMap(laws.Shape, laws.Q, false)
		off := heatMap(laws.Shape, difference(laws), true)
		p.Name, p.Unit = "p, the target", "p"
		q.Name, q.Unit = "q, of the samples", "q"
		off.Name, off.Unit = "q − p", "q − p"
		together(&p.Scale, &q.Scale)
		rows[i].maps = [3]*figure.HeatMap{&p, &q, &off}
	}
	if len(sides) == 2 {
		compared(rows, sides)
	}
	return rows
}

// compared names two rows, and gives them what they share.
func compared(rows []row, sides []Side) {
	if len(sides[0].Measured.P) == len(sides[1].Measured.P) {
		for kind := range rows[0].maps {
			together(&rows[0].maps[kind].Scale, &rows[1].maps[kind].Scale)
		}
	}
	isOnce := slices.Equal(sides[0].Measured.P, sides[1].Measured.P)
	_, own := named(sides)
	const letters = 10.5
	for i := range rows {
		words := sideNames[i]
		if own[i] != "" {
			words += ": " + own[i]
		}
		room := pageWidth - 2*margin
		if isOnce {
			room -= column
		}
		rows[i].name = heads{wrapped(words, letters, room)}
	}
	if isOnce {
		rows[0].maps[0].Name = "p, the target of both"
		rows[0].once = (rows[0].height() + rows[1].name.height()) / 2
		rows[1].maps[0] = nil
	}
}

// together gives two scales the longer length of both.
func together(a, b *figure.Scale) {
	a.High = max(a.High, b.High)
	b.High = a.High
	a.Low = min(a.Low, b.Low)
	b.Low = a.Low
}

// difference is q - p by cell.
func difference(m explore.Measured) []explore.Number {
	off := make([]explore.Number, len(m.P))
	for x, p := range m.P {
		off[x] = m.Q[x] - p
	}
	return off
}

// heatMap is the map of a law, or of a difference of two, which has as much colour below 0 as above.
func heatMap(shape explore.Shape, values []explore.Number, signed bool) figure.HeatMap {
	cells := make([]float64, len(values))
	scale := figure.Scale{Signed: signed}
	for x, v := range values {
		cells[x] = float64(v)
		scale.High = max(scale.High, math.Abs(cells[x]))
		if shape.Walls[x] {
			cells[x] = math.Inf(-1)
		}
	}
	if signed {
		scale.Low = -scale.High
	}
	return figure.HeatMap{Cells: slices.Collect(slices.Chunk(cells, shape.Columns)), Scale: scale, Framed: true}
}

// sizeOf is the size of a map: its cells are squares of whole pixels, but it has a shorter side at least.
func sizeOf(m *figure.HeatMap) vg.Point {
	cell := m.CellIn(vg.Point{X: mapSide, Y: mapSide})
	return vg.Point{X: max(cell*vg.Length(len(m.Cells[0])), mapLeast), Y: max(cell*vg.Length(len(m.Cells)), mapLeast)}
}

// height is that of a row, with the space below it.
func (r row) height() vg.Length {
	return r.name.height() + mapName + max(sizeOf(r.maps[1]).Y, barLeast) + partGap
}

// drawMaps draws the rows below a height.
func drawMaps(c draw.Canvas, top vg.Length, rows []row) {
	isOnce := rows[0].once > 0
	for _, r := range rows {
		bottom := top - r.height()
		left := c.Min.X + margin
		nameAt := left
		if isOnce {
			nameAt += column
		}
		top = r.name.draw(c, nameAt, top)
		for i, m := range r.maps {
			at := vg.Point{X: left + vg.Length(i)*column, Y: top}
			if i == 0 {
				at.Y -= r.once
			}
			if m != nil {
				draws(c, m, at)
			}
		}
		top = bottom
	}
}

// draws draws one map below its name, with its colour bar at its right. at is the upper left corner.
func draws(c draw.Canvas, m *figure.HeatMap, at vg.Point) {
	const letters, below, apart = 9.5, 5, 6
	c.FillText(leftLabel(letters), vg.Point{X: at.X, Y: at.Y - mapName + below}, m.Name)
	size := sizeOf(m)
	bottom := at.Y - mapName - size.Y
	place := figure.Crop(c, at.X-c.Min.X, bottom, size.X, size.Y)
	m.Draw(place)
	high := max(size.Y, barLeast)
	const unitRoom = 10 // above the bar, where its unit stands
	m.Scale.ColourBar(figure.Crop(c, place.Max.X-c.Min.X+apart, place.Max.Y-high, barWidth, high-unitRoom), m.Unit)
}
