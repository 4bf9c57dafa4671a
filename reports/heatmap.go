package reports

import (
	"math"
	"slices"

	"breadboard/grid"
	"breadboard/reports/figure"
)

// HeatMap is the map of a function on the cells of a grid, walls crossed out. Values that are not
// finite are blank, and so are all if there are none. The scale goes from 0, or, if signed, as far on both sides of it.
func HeatMap(g grid.Grid, values []float64, signed bool) figure.HeatMap {
	cells := make([]float64, g.Size())
	scale := figure.Scale{Signed: signed}
	for x := range cells {
		switch {
		case g.Wall(x):
			cells[x] = math.Inf(-1)
		case values == nil || math.IsInf(values[x], 0) || math.IsNaN(values[x]):
			cells[x] = math.NaN()
		default:
			cells[x] = values[x]
			scale.High = max(scale.High, math.Abs(cells[x]))
		}
	}
	if signed {
		scale.Low = -scale.High
	}
	return figure.HeatMap{Cells: Folded(g, cells), Scale: scale, Framed: true,
		Numbers: g.Axes() <= 2} // a folded map has no two coordinates
}

// Folded are values by cell in the rows of a map.
func Folded[T any](g grid.Grid, values []T) [][]T {
	_, columns := g.Folded()
	return slices.Collect(slices.Chunk(values, columns))
}
