package chaintest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A Place is a grid with an initial density and a target on it.
type Place struct {
	Name     string
	Grid     grid.Grid
	From, To []float64
}

// withKinds returns the place with axes of these kinds.
func (p Place) withKinds(kinds ...grid.Kind) Place {
	p.Grid = p.Grid.Of(kinds...)
	return p
}

// place returns a place whose cells without mass are walls.
func place(name string, from, to []float64, lens ...int) Place {
	g := grid.New(lens...).WallsWhere(func(x int) bool { return math.IsInf(to[x], -1) })
	return Place{name, g, from, to}
}

// fixedPlaces returns places of at most this many cells, on which k has an operator. None has a symmetry or a repeated
// value, which would hide errors of sign and of order. One has an initial density whose slope the target reverses.
func fixedPlaces(k chains.Kernel, cells int) []Place {
	inf := math.Inf(-1)
	all := []Place{
		place("a path of 3", []float64{0, 0, 0}, []float64{0.3, -1.1, 2.2}, 3),
		place("2x2 from a slope", []float64{0.9, -0.4, 0.2, -1.3}, []float64{-0.7, 1.6, 0.1, 2.3}, 2, 2),
		place("1x4 with a wall", []float64{0, 0, inf, 0}, []float64{1.2, -0.5, inf, 0.7}, 1, 4),
		place("3x4 with walls", []float64{0, 0.5, 0, 0, 0, inf, 0, -1, 0, 0, inf, 0},
			[]float64{1.1, -2, 0.3, 3.1, -0.6, inf, 0.8, 1.9, -1.4, 2.6, inf, 0.2}, 3, 4),
		place("2x2x3", make([]float64, 12),
			[]float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8, 0.6, -2.4, 2.9, 1.0}, 2, 2, 3),
		place("a ring of 4", []float64{0, 0.3, 0, -0.4}, []float64{1.2, -0.7, 0.4, 2.1}, 4).withKinds(grid.Ring),
		place("a spin by a ring of 2",
			[]float64{0, 0, 0.6, 0}, []float64{-0.9, 1.4, 0.2, 0.8}, 2, 2).withKinds(grid.Any, grid.Ring),
		place("labels", []float64{0, 0, 0}, []float64{0.7, -1.3, 1.8}, 3).withKinds(grid.Any),
		place("3 labels by a line of 1 by a ring of 4, with walls",
			[]float64{0, 0.5, 0, 0, 0, inf, 0, -1, 0, 0, inf, 0},
			[]float64{1.1, -2, 0.3, 3.1, -0.6, inf, 0.8, 1.9, -1.4, 2.6, inf, 0.2},
			3, 1, 4).withKinds(grid.Any, grid.Line, grid.Ring),
	}
	return slices.DeleteFunc(all, func(p Place) bool {
		return p.Grid.Size() > cells || chains.Fits(k, p.Grid) != nil
	})
}

// drawPlace draws a place of 2 to most cells, some of them walls. Values may repeat, and one is deep. k has an operator
// on its kinds of axes.
func drawPlace(t *rapid.T, k chains.Kernel, most int, deep float64) Place {
	lens, size := []int{}, 1
	for axis := range rapid.IntRange(1, 3).Draw(t, "axes") {
		low := 1
		if axis == 0 {
			low = 2
		}
		n := rapid.IntRange(low, max(low, min(4, most/size))).Draw(t, "length")
		lens, size = append(lens, n), size*n
	}
	if chains.Fits(k, grid.New(lens...)) != nil { // it moves two walkers
		side := min(lens[0], int(math.Sqrt(float64(most))))
		lens = []int{side, side}
		size = side * side
	}
	value := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 0, 1, deep}))
	from := make([]float64, size)
	to := make([]float64, size)
	for x := range to {
		from[x] = value.Draw(t, "from")
		to[x] = value.Draw(t, "to")
		if x > 0 && rapid.IntRange(0, 6).Draw(t, "wall") == 0 {
			from[x], to[x] = math.Inf(-1), math.Inf(-1)
		}
	}
	p := place("", from, to, lens...)
	p.Grid = DrawKinds(t, k, p.Grid)
	p.Name = fmt.Sprintf("%v from %v to %v", p.Grid, from, to)
	return p
}

// DrawKinds draws kinds for the axes of a grid, on which k has an operator.
func DrawKinds(t *rapid.T, k chains.Kernel, g grid.Grid) grid.Grid {
	kinds := make([]grid.Kind, g.Axes())
	for a := range kinds {
		kinds[a] = rapid.SampledFrom([]grid.Kind{grid.Line, grid.Line, grid.Ring, grid.Any}).Draw(t, "kind")
	}
	if of := g.Of(kinds...); chains.Fits(k, of) == nil {
		return of
	}
	return g
}

// A Scene is an annealing on few cells with few levels: every path of it can be enumerated.
type Scene struct {
	Name string
	chains.Annealing
}

// FixedScenes returns the scenes of a kernel on the fixed places that are small enough, with four levels.
func FixedScenes(k chains.Kernel) (all []Scene) {
	for _, p := range fixedPlaces(k, fewCells) {
		all = append(all, p.Scene(k, 4))
	}
	return all
}

// fewCells bounds the number of cells on which every path of an annealing is walked.
const fewCells = 4

// Scene returns the annealing from one end of the place to the other over T uneven levels, along the geometric bridge.
func (p Place) Scene(k chains.Kernel, T int) Scene {
	a := chains.Annealing{Grid: p.Grid, Kernel: k, Schedule: chains.PowerLaw(1.5, T),
		Bridge: chains.Geometric{From: p.From, To: p.To}}
	return Scene{Name: fmt.Sprintf("%s, T = %d", p.Name, T), Annealing: a}
}

// A Path holds the states of a chain at levels 1 to T, or to T-1 without the last kernel.
type Path struct {
	States           []int
	Forward, Reverse float64 // its probabilities
	LogW             float64
}

// End returns the last state.
func (p Path) End() int { return p.States[len(p.States)-1] }

// Paths returns every path of an annealing that has a probability, by the definition of a run (package chains).
func Paths(a chains.Annealing) []Path {
	l := a.NewLevel()
	op := chains.On(a.Kernel, a.Grid)
	a.LevelAt(l, 1)
	here := laws.At(a.Grid, l)
	var all []Path
	for x, p := range here.P {
		all = append(all, Path{[]int{x}, p, 1, 0})
	}
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(l, t)
		op.Aim(l)
		there := written(a.Grid, l, op)
		before := all
		all = nil
		for _, p := range before {
			x := p.End()
			p.LogW += chains.LogRatio(there.LogF[x], here.LogF[x])
			if t > a.PathEnd() { // the last kernel is left out
				all = append(all, p)
				continue
			}
			for y, v := range there.Rows[x] {
				back := there.Reversed[y][x]
				if p.Forward*v > 0 || p.Reverse*back > 0 {
					all = append(all, Path{append(slices.Clone(p.States), y), p.Forward * v, p.Reverse * back, p.LogW})
				}
			}
		}
		here = there
	}
	for i, p := range all {
		all[i].Reverse *= here.P[p.End()]
	}
	return slices.DeleteFunc(all, func(p Path) bool { return p.Forward == 0 && p.Reverse == 0 })
}
