package inspected

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/validation"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// maps are the maps of the last level, or of the level at which counted moves are farthest off, and what they show.
func (v shown) maps() (about string, all []gridMap) {
	if v.Seen != nil {
		return aboutMoves, movedMaps(*v.Seen)
	}
	return aboutMaps, v.levelMaps()
}

// A gridMap has a number for each cell; NaN is a blank one.
type gridMap struct {
	name, unit string
	values     []float64
	signed     bool    // around 0, in two colours
	high       float64 // how far the scale reaches to either side; 0 for as far as the values
}

const aboutMaps = "The density p; what a step changes in it, which is nothing if the kernel keeps it; the mode that decays " +
	"slowest, whose two signs are the parts of the grid between which mass moves last; and p on one side of its bottleneck."

const aboutMoves = "The level at which the moves are farthest off: the density, and where moves go or come from more often " +
	"(red) or more seldom (blue) than expected, in standard deviations."

// A scale of deviations reaches at least fourDeviations, as in the pictures.
const fourDeviations = 4.

// levelMaps returns the maps of the last level. If another level is the slowest, its slowest mode is among them.
func (v shown) levelMaps() []gridMap {
	l := v.Last()
	all := []gridMap{{name: "p", unit: "probability", values: l.P},
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
		all = append(all, gridMap{name: "p on one side of its bottleneck", unit: "probability", values: side})
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
func movedMaps(s validation.Seen) []gridMap {
	all := []gridMap{{name: "p", unit: "probability", values: s.P},
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

// signed is a map of values around 0, on a scale that reaches at least so far.
func signed(name, unit string, values []float64, least float64) gridMap {
	return gridMap{name, unit, values, true, max(least, largest(values))}
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

// drawMaps draws the maps, each with its own colour bar.
func (v shown) drawMaps(w io.Writer, m figure.Medium, all []gridMap) error {
	rows, columns := v.Candidate.Grid.Folded()
	cell := figure.WholePixels(mapSide / vg.Length(max(rows, columns)))
	wide, tall := cell*vg.Length(columns), cell*vg.Length(rows)
	high := max(tall, mapLeast)
	column, row := mapLeft+max(wide, mapSide)+mapBar, mapHead+high+mapFoot
	across := min(abreast, len(all))
	down := (len(all) + across - 1) / across
	return figure.Render(w, m, column*vg.Length(across), row*vg.Length(down), func(c draw.Canvas) {
		style := figure.Label(11)
		style.XAlign = draw.XLeft
		for i, one := range all {
			heat := reports.HeatMap(v.Candidate.Grid, one.values, one.signed)
			if one.high > 0 {
				heat.Scale.Low, heat.Scale.High = -one.high, one.high
			}
			top := c.Max.Y - row*vg.Length(i/across) - mapHead
			at := figure.Crop(c, column*vg.Length(i%across)+mapLeft, top-tall, wide, tall)
			c.FillText(style, vg.Point{X: at.Min.X, Y: top + 8}, one.name)
			heat.Draw(at)
			heat.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, top-high, mapBar-8, high), one.unit)
		}
	})
}
