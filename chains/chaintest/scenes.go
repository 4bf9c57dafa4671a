package chaintest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// A Place is a grid with an initial density and a target on it.
type Place struct {
	Name     string
	Grid     grid.Grid
	From, To []float64
}

// most is the largest number of cells, up to this many, on which k runs on at most limit
// states, or on no more states than cells.
func most(k chains.Kernel, cells, limit int) int {
	for cells > 2 && chains.States(k, grid.New(cells)) > max(cells, limit) {
		cells--
	}
	return cells
}

// place makes the cells without mass walls.
func place(name string, from, to []float64, lens ...int) Place {
	g := grid.New(lens...).WallsWhere(func(x int) bool { return math.IsInf(to[x], -1) })
	return Place{name, g, from, to}
}

// fixedPlaces have no symmetry and no repeated value, which hide errors of sign and of
// order. One has an initial density whose slope the target reverses.
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

// drawPlace draws a place of 2 to this many cells, some of them walls, with values that
// repeat now and then and one that is deep.
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

// A Scene is an annealing on so few cells, with so few levels, that every path of it can
// be enumerated.
type Scene struct {
	Name string
	chains.Annealing
}

// Tiny calls check with scenes of a kernel on the geometric bridge: on random places with
// three levels, and on fixed ones with four. They are shallower than the densities that
// operators are checked on. A probability of staying is 1 less all others, with an error
// of 1e-16: a small one has few digits, and a path multiplies its error.
func Tiny(t *testing.T, k chains.Kernel, check func(rapid.TB, Scene)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { check(t, drawPlace(t, most(k, 4, 12), -5).Scene(k, Geometric, 3)) })
	FixedScenes(k, func(s Scene) { check(t, s) })
}

// FixedScenes calls check with the scenes of a kernel on the fixed places that are small
// enough.
func FixedScenes(k chains.Kernel, check func(Scene)) {
	for _, p := range fixedPlaces() {
		if p.Grid.Size() <= 4 && chains.States(k, p.Grid) <= 16 {
			check(p.Scene(k, Geometric, 4))
		}
	}
}

// A Bridging makes the bridge between two log densities.
type Bridging func(from, to []float64) chains.Bridge

// Bridges yields every catalogued bridge by name, at several values of its parameter.
func Bridges(yield func(name string, b Bridging) bool) {
	for _, e := range chains.Bridges {
		params := []float64{0}
		if e.Make.Param != "" {
			params = []float64{0.5, 2, -1.5, 1 + 1e-9}
		}
		for _, param := range params {
			b := func(from, to []float64) chains.Bridge { return e.Make.Of(param, from, to) }
			if !yield(fmt.Sprint(e.Name, param), b) {
				return
			}
		}
	}
}

// TinyBridge calls check with scenes along a bridge: of Metropolis on random places with
// three levels, and of several kernels on fixed ones with four.
func TinyBridge(t *testing.T, b Bridging, check func(rapid.TB, Scene)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { check(t, drawPlace(t, 4, -5).Scene(kernels.Metropolis{}, b, 3)) })
	for _, p := range fixedPlaces() {
		if p.Grid.Size() > 4 {
			continue
		}
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.Identity{}} {
			check(t, p.Scene(k, b, 4))
		}
	}
}

// Geometric makes the geometric bridge.
func Geometric(from, to []float64) chains.Bridge { return chains.Geometric{From: from, To: to} }

// Scene goes from one end of the place to the other over T uneven levels, on the space
// that the kernel needs.
func (p Place) Scene(k chains.Kernel, b Bridging, T int) Scene {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = math.Pow(float64(i)/float64(T-1), 1.5)
	}
	schedule, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	a := chains.Annealing{Grid: p.Grid, Kernel: k, Schedule: schedule, Bridge: b(p.From, p.To)}
	return Scene{Name: fmt.Sprintf("%s, T = %d", p.Name, T), Annealing: a.Extended()}
}
