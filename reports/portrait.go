package reports

import (
	"fmt"
	"math"
	"slices"

	"breadboard/experiments/portrait"
	"breadboard/grid"
	"breadboard/reports/figure"
)

// Portrait draws a toy in two heat maps, log f and p, row 0 at the top.
func Portrait(p portrait.Toy) figure.Figure {
	return figure.Maps{Title: p.Title, Side: 200, Rows: [][]figure.Map{toyMaps(p)}}
}

// toyMaps are log f and p of a toy.
func toyMaps(p portrait.Toy) []figure.Map {
	const deepest = 60 // nats below the largest log f; deeper cells look alike, and have hardly any mass
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range p.LogF {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	logF := Map(p.Grid, p.LogF, false)
	logF.Name = "log density"
	logF.Unit = "log f"
	if low < high-deepest {
		low = high - deepest
		logF.Name += fmt.Sprintf(", cut below %.0f", low)
	}
	logF.Scale = figure.Scale{Low: low, High: high}
	prob := Map(p.Grid, p.P, false)
	prob.Name = "distribution"
	prob.Unit = "p"
	return []figure.Map{logF, prob}
}

// Map is the map of a function on the cells of a grid. Values that are not
// finite are blank, and so are all if there are none. The scale goes from 0, or, if signed, as far on both sides of it.
func Map(g grid.Grid, values []float64, signed bool) figure.Map {
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
	return figure.Map{Cells: slices.Collect(slices.Chunk(cells, columns)), Scale: scale}
}
