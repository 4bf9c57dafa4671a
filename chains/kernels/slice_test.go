package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

var none = math.Inf(-1) // log mass

func TestSlice(t *testing.T) { chaintest.Laws(t, kernels.Slice{}) }

// TestSliceByItsLevels holds the rows to the definition: level by level between the sorted
// values of a line, a uniform level under f(x) lies there with the probability of the gap
// over f(x), and each cell above it is as probable. The values have ties, gaps of 1e-9 and
// of 300 nats, and cells without mass.
func TestSliceByItsLevels(t *testing.T) {
	for name, logf := range map[string][]float64{
		"hill":      hill,
		"ties":      {1, 1, 0, 0, 1, 0},
		"flat":      {2, 2, 2, 2, 2, 2},
		"near ties": {1, 1 + 1e-9, 1 - 1e-9, 0, 1e-9, 2},
		"deep":      {0, -300, -600, -20, 1, -310},
		"no mass":   {0, none, 1, none, none, none},
	} {
		got, back := matrix(kernels.Slice{}, box, logf)
		want := make([]float64, len(got))
		for x := range logf {
			for axis := range box.Axes() {
				line := lineThrough(box, axis, x)
				for y, p := range sliceOracle(logf, line, x) {
					want[x*len(logf)+y] += p / 2
				}
			}
		}
		same(t, name, got, want)
		same(t, name+", reversed", back, want)
	}
}

// lineThrough lists the cells on the line along an axis through x.
func lineThrough(g grid.Grid, axis, x int) (line []int) {
	for y := range g.Size() {
		on := true
		for a := range g.Axes() {
			on = on && (a == axis || g.Coord(x, a) == g.Coord(y, a))
		}
		if on {
			line = append(line, y)
		}
	}
	return line
}

// sliceOracle returns the row of x on one line, by a sum over the levels between its values.
func sliceOracle(logf []float64, line []int, x int) map[int]float64 {
	row := map[int]float64{}
	share := func(level, p float64) {
		var above []int
		for _, y := range line {
			if math.Exp(logf[y]) > level {
				above = append(above, y)
			}
		}
		for _, y := range above {
			row[y] += p / float64(len(above))
		}
		if len(above) == 0 {
			row[x] += p
		}
	}
	here := math.Exp(logf[x])
	if here == 0 {
		share(0, 1)
		return row
	}
	for level := 0.0; level < here; {
		next := here // the next value above the level
		for _, y := range line {
			if v := math.Exp(logf[y]); v > level {
				next = min(next, v)
			}
		}
		share(level, (next-level)/here)
		level = next
	}
	return row
}

// TestSliceOfTwo: on a line of two cells a level under the smaller value keeps both, so the
// step is half of Metropolis.
func TestSliceOfTwo(t *testing.T) {
	logf := []float64{0.3, -1.1}
	got, _ := matrix(kernels.Slice{}, grid.New(2), logf)
	there := math.Exp(-1.4) / 2
	same(t, "two cells", got, []float64{1 - there, there, 0.5, 0.5})
}
