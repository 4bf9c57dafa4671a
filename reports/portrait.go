package reports

import (
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/portrait"
	"breadboard/grid"
	"breadboard/reports/figure"
)

// deepest is the distance, in nats below the largest log f, where the colours of a portrait
// end. Deeper cells look alike, and have hardly any mass.
const deepest = 60

// Portrait draws a toy in two heat maps. On a plane they are log f and p, row 0 at the top, with walls crossed out. Of
// a spin system they are the uniform distribution and the target, over log f and the order of a state.
func Portrait(w io.Writer, m figure.Medium, p portrait.Toy) error {
	const most, title, head, bar, gap = 200, 27, 21, 63, 21
	left := 6 + figure.NumberRoom
	foot := 6 + figure.NumberRoom
	both := planeMaps
	if p.Order != "" {
		left = 54
		foot = 42
		both = spinMaps
	}
	maps := both(p)
	cells := maps[0].Cells
	cell := figure.WholePixels(vg.Length(most) / vg.Length(max(len(cells), len(cells[0]))))
	wide := cell * vg.Length(len(cells[0]))
	high := cell * vg.Length(len(cells))
	width := 2*(left+wide+bar) + gap
	height := title + head + high + foot
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		c.FillText(figure.Label(12), vg.Point{X: c.Center().X, Y: c.Max.Y - 17}, figure.ShortName(p.Title))
		room := vg.Point{X: (c.Size().X-gap)/2 - left - bar, Y: c.Size().Y - title - head - foot}
		cell := maps[0].CellIn(room)
		wide := cell * vg.Length(len(cells[0]))
		high := cell * vg.Length(len(cells))
		for i, f := range maps {
			at := figure.Crop(c, left+vg.Length(i)*(left+wide+bar+gap), c.Min.Y+foot, wide, high)
			c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 6}, f.Name)
			f.Draw(at)
			f.Scale.ColourBar(figure.Crop(c, at.Max.X-c.Min.X+8, at.Min.Y, bar, high), f.Unit)
		}
	})
}

// planeMaps are log f and p of a grid of two axes.
func planeMaps(p portrait.Toy) []figure.HeatMap {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range p.LogF {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	logF := HeatMap(p.Grid, p.LogF, false)
	prob := HeatMap(p.Grid, p.P, false)
	logF.Name = "log density"
	logF.Unit = "log f"
	prob.Name = "distribution"
	prob.Unit = "p"
	if low < high-deepest {
		low = high - deepest
		logF.Name += ", cut below " + strconv.FormatFloat(low, 'f', 0, 64)
	}
	logF.Scale = figure.Scale{Low: low, High: high}
	return []figure.HeatMap{logF, prob}
}

// spinMaps are a spin system before and after annealing, both on one scale. Places that no state has are blank.
func spinMaps(p portrait.Toy) []figure.HeatMap {
	before := figure.HeatMap{Framed: true, Across: p.Order, Up: "log f", Name: "uniform", Unit: "probability",
		Scale: figure.LargestOf(slices.Concat(p.Uniform, p.Target)...)}
	for _, v := range p.Orders {
		before.Columns = append(before.Columns, strconv.Itoa(v))
	}
	for _, v := range p.Levels {
		before.Rows = append(before.Rows, strconv.FormatFloat(v, 'g', 4, 64))
	}
	after := before
	after.Name = "target"
	for i, row := range p.Uniform {
		before.Cells = append(before.Cells, slices.Clone(row))
		after.Cells = append(after.Cells, slices.Clone(p.Target[i]))
		for j, v := range row {
			if v == 0 {
				before.Cells[i][j] = math.NaN()
				after.Cells[i][j] = math.NaN()
			}
		}
	}
	return []figure.HeatMap{before, after}
}

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
