package inspected

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/reports"
	"breadboard/reports/charts"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// maps are the maps of the last level, or of the level at which counted moves are farthest off.
func (v shown) maps() charts.Maps {
	c := charts.MapsOn(v.Candidate.Grid)
	if v.Seen != nil {
		c.Title, c.About, c.Maps = fmt.Sprintf("Moves at beta = %.6g", v.Seen.Beta), aboutMoves, movedMaps(*v.Seen)
		return c
	}
	c.Title, c.About, c.Maps = fmt.Sprintf("At beta = %.6g", v.Last().Beta), aboutMaps, v.levelMaps()
	return c
}

const aboutMaps = "The density p; what a step changes in it, which is nothing if the kernel keeps it; the mode that decays " +
	"slowest, whose two signs are the parts of the grid between which mass moves last; and p on one side of its bottleneck."

const aboutMoves = "The level at which the moves are farthest off: the density, and where moves go or come from more often " +
	"(red) or more seldom (blue) than expected, in standard deviations."

// A scale of deviations reaches at least fourDeviations, as in the pictures.
const fourDeviations = 4.

// levelMaps returns the maps of the last level. If another level is the slowest, its slowest mode is among them.
func (v shown) levelMaps() []charts.Map {
	l := v.Last()
	all := []charts.Map{{Name: "p", Unit: "probability", Values: explore.Numbers(l.P)},
		signed("pT - p", "probability", l.Changed(), 0)}
	if l.Speed == nil {
		return all
	}
	if l.Speed.Second != nil {
		all = append(all, signed("slowest mode", "mode", l.Speed.Second, 0))
	}
	if in := l.Speed.Cut.In; in != nil {
		side := make([]float64, len(in))
		for x, inside := range in {
			side[x] = math.NaN() // a blank cell
			if inside {
				side[x] = l.P[x]
			}
		}
		all = append(all, charts.Map{Name: "p on one side of its bottleneck", Unit: "probability", Values: explore.Numbers(side)})
	}
	if slow, ok := v.slowest(); ok {
		all = append(all, signed(fmt.Sprintf("slowest mode at beta = %.6g", slow.Beta), "mode", slow.Speed.Second, 0))
	}
	return all
}

// slowest is the level with the longest relaxation time. ok is false if it is the last one, or if no mode is known.
func (v shown) slowest() (l validation.Level, ok bool) {
	for _, one := range v.Levels {
		s := one.Speed
		if s != nil && s.Second != nil && (!ok || s.RelaxationTime >= l.Speed.RelaxationTime) {
			l, ok = one, true
		}
	}
	return l, ok && l.T != v.Last().T
}

// movedMaps returns the maps of counted moves. All directions have one scale.
func movedMaps(s validation.Seen) []charts.Map {
	all := []charts.Map{{Name: "p", Unit: "probability", Values: explore.Numbers(s.P)},
		signed(fmt.Sprintf("cells after %s moves", table.Thousands(s.Moves)), deviations, s.Into, fourDeviations)}
	most := fourDeviations
	for _, w := range s.Ways {
		most = max(most, largest(w.Off))
	}
	for _, w := range s.Ways {
		all = append(all, signed("from a cell: "+w.Name, deviations, w.Off, most))
	}
	return all
}

// deviations are the unit of what is less than expected, or more.
const deviations = "standard deviations"

// signed is a map of values around 0, on a scale that reaches at least so far. A map of nothing has no scale.
func signed(name, unit string, values []float64, least float64) charts.Map {
	m := charts.Map{Name: name, Unit: unit, Signed: true, Values: explore.Numbers(values)}
	if high := max(least, largest(values)); high > 0 {
		low := -high
		m.Low, m.High = &low, &high
	}
	return m
}

// largest is the largest finite size of a value.
func largest(values []float64) (most float64) {
	for _, v := range values {
		if size := math.Abs(v); !math.IsInf(size, 0) && size > most {
			most = size
		}
	}
	return most
}

// Lengths of a map in points: of its longer side, of its shorter one at least, and around it; and how many stand in a row.
const mapSide, mapLeast, mapLeft, mapHead, mapFoot, mapBar, abreast = 150, 75, 24, 30, 20, 74, 3

// drawMaps draws the maps for readers without script, each with its own colour bar.
func (v shown) drawMaps(w io.Writer, m figure.Medium, maps charts.Maps) error {
	cell := figure.WholePixels(mapSide / vg.Length(max(maps.Rows, maps.Columns)))
	wide, high := cell*vg.Length(maps.Columns), max(cell*vg.Length(maps.Rows), mapLeast)
	column, row := mapLeft+max(wide, mapSide)+mapBar, mapHead+high+mapFoot
	across := min(abreast, len(maps.Maps))
	down := (len(maps.Maps) + across - 1) / across
	return figure.Render(w, m, column*vg.Length(across), row*vg.Length(down), func(c draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		for i, one := range maps.Maps {
			heat := v.heatMap(one)
			top := c.Max.Y - row*vg.Length(i/across) - mapHead
			tall := cell * vg.Length(maps.Rows)
			at := figure.Crop(c, column*vg.Length(i%across)+mapLeft, top-tall, wide, tall)
			c.FillText(style, vg.Point{X: at.Min.X, Y: top + 8}, one.Name)
			heat.Draw(at)
			heat.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, top-high, mapBar-8, high), one.Unit)
		}
	})
}

// heatMap is a map of a chart.
func (v shown) heatMap(m charts.Map) figure.HeatMap {
	values := make([]float64, len(m.Values))
	for x, value := range m.Values {
		values[x] = float64(value)
	}
	h := reports.HeatMap(v.Candidate.Grid, values, m.Signed)
	if m.High != nil {
		h.Scale.Low, h.Scale.High = *m.Low, *m.High
	}
	return h
}
