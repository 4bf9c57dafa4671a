package reports

import (
	"math"
	"slices"

	"breadboard/grid"
	"breadboard/reports/figure"
)

// Map returns the map of a function on the cells of a grid. Values that are not finite are blank, as are all if values
// is nil. The scale begins at 0, or, if signed, reaches as far on both sides of it. Its unit stands at a colour bar.
func Map(g grid.Grid, values []float64, signed bool, unit string) figure.Map {
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
	_, columns := g.Folded()
	return figure.Map{Cells: slices.Collect(slices.Chunk(cells, columns)), Scale: scale, Unit: unit}
}
