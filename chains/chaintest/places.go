package chaintest

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/grid"
)

// A Place is a grid with an initial density and a target on it.
type Place struct {
	Name     string
	Grid     grid.Grid
	From, To []float64
}

// most is the largest number of cells, at most this many, on which k runs on no more than
// limit states, or on no more states than cells.
func most(k chains.Kernel, cells, limit int) int {
	for cells > 2 && chains.States(k, grid.New(cells)) > max(cells, limit) {
		cells--
	}
	return cells
}

// place makes the cells without mass walls.
func place(name string, from, to []float64, lens ...int) Place {
	var walls []int
	for x, v := range to {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return Place{name, grid.New(lens...).WithWalls(walls...), from, to}
}

// fixedPlaces have no symmetry and no repeated value, which hide errors of sign
// and of order, and one initial density whose slope the target turns around.
func fixedPlaces() []Place {
	inf := math.Inf(-1)
	return []Place{
		place("a path of 3", []float64{0, 0, 0}, []float64{0.3, -1.1, 2.2}, 3),
		place("2x2 from a slope", []float64{0.9, -0.4, 0.2, -1.3}, []float64{-0.7, 1.6, 0.1, 2.3}, 2, 2),
		place("1x4 with a wall", []float64{0, 0, inf, 0}, []float64{1.2, -0.5, inf, 0.7}, 1, 4),
		place("3x4 with walls", []float64{0, 0.5, 0, 0, 0, inf, 0, -1, 0, 0, inf, 0},
			[]float64{1.1, -2, 0.3, 3.1, -0.6, inf, 0.8, 1.9, -1.4, 2.6, inf, 0.2}, 3, 4),
		place("2x2x3", make([]float64, 12),
			[]float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8, 0.6, -2.4, 2.9, 1.0}, 2, 2, 3),
	}
}

// drawPlace draws a place of at least 2 and at most this many cells, some of
// them walls, with values that repeat now and then and one that is deep.
func drawPlace(t *rapid.T, most int, deep float64) Place {
	lens, size := []int{}, 1
	for axis := range rapid.IntRange(1, 3).Draw(t, "axes") {
		low := 1
		if axis == 0 {
			low = 2
		}
		n := rapid.IntRange(low, max(low, min(4, most/size))).Draw(t, "length")
		lens, size = append(lens, n), size*n
	}
	value := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 0, 1, deep}))
	from, to := make([]float64, size), make([]float64, size)
	for x := range to {
		from[x], to[x] = value.Draw(t, "from"), value.Draw(t, "to")
		if x > 0 && rapid.IntRange(0, 6).Draw(t, "wall") == 0 {
			from[x], to[x] = math.Inf(-1), math.Inf(-1)
		}
	}
	p := place("", from, to, lens...)
	p.Name = fmt.Sprintf("%v from %v to %v", p.Grid, from, to)
	return p
}
