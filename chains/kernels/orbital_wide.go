package kernels

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// A kernel with state Extends, and knows what a symmetry of the cells does to the walker's whole state.
type withState interface {
	chains.Kernel
	chains.Extends
	turned(s orbits.Symmetry, g grid.Grid) orbits.Symmetry
}

// turned turns the direction with the cells: along axis From[a] becomes along a, and back becomes forth if the values
// are reversed.
func (Lifted) turned(s orbits.Symmetry, g grid.Grid) orbits.Symmetry {
	directions := make([]int, 2*g.Axes())
	for a, from := range s.From {
		turn := 0
		if n := g.Len(a); n > 1 && (s.Values[a][1]-s.Values[a][0]+n)%n != 1 {
			turn = 1
		}
		if g.Len(a) == 2 {
			turn = s.Values[a][0]
		}
		for back := range 2 {
			directions[2*from+back] = 2*a + back ^ turn
		}
	}
	return orbits.Symmetry{From: append(slices.Clone(s.From), g.Axes()),
		Values: append(slices.Clone(s.Values), directions)}
}

func (Swap) turned(s orbits.Symmetry, g grid.Grid) orbits.Symmetry { return turnedAlike(s, g, 2) }

func (k Replicas) turned(s orbits.Symmetry, g grid.Grid) orbits.Symmetry {
	return turnedAlike(s, g, k.N)
}

// turnedAlike takes all walkers along.
func turnedAlike(s orbits.Symmetry, g grid.Grid, walkers int) (all orbits.Symmetry) {
	for k := range walkers {
		for _, from := range s.From {
			all.From = append(all.From, k*g.Axes()+from)
		}
		all.Values = append(all.Values, s.Values...)
	}
	return all
}

// wide puts a kernel with state on orbits. For each orbit there are the states that the kernel has at the orbit's first
// cell, side by side. A step is the kernel's from there. Where it leads to another cell of an orbit, a symmetry takes
// that back to the first cell; of several such symmetries each is as probable. So a state stands for its images under
// all symmetries.
type wide struct {
	withState
	space *orbits.Space
	cells chains.Bridge
	by    []orbits.Symmetry // all of them
}

// allCells is what a wide kernel runs on, which knows nothing of orbits.
type allCells struct {
	grid   grid.Grid // with the kernel's state
	bridge chains.Bridge
	at     []int           // by state of the wide kernel, its cell here
	back   map[int][]int32 // by cell here, the states that symmetries take it back to; of several each is as probable
}

func (k wide) onCells() (all allCells) {
	box, _ := k.space.Box()
	orbitOf := make([]int, box.Size())
	for cell := range orbitOf {
		orbitOf[cell] = k.space.Orbit(cell)
	}
	all.grid, all.bridge = k.withState.Extend(box, picked{k.cells, k.space.Size(), orbitOf, nil})
	perCell := all.grid.Size() / box.Size()
	for orbit := range k.space.Size() {
		for v := range perCell {
			all.at = append(all.at, k.space.Cell(orbit)*perCell+v)
		}
	}
	all.back = map[int][]int32{}
	for _, s := range k.by {
		s = k.turned(s, box)
		for state, cell := range all.at {
			image := all.grid.Index(s.Apply(all.grid.Coords(cell))...)
			all.back[image] = append(all.back[image], int32(state))
		}
	}
	return all
}

func (k wide) Box(g grid.Grid) grid.Grid {
	box, _ := k.space.Box()
	return g.By(grid.New(k.withState.Box(box).Size() / box.Size()))
}

func (k wide) Extend(g grid.Grid, _ chains.Bridge) (grid.Grid, chains.Bridge) {
	all := k.onCells()
	perOrbit := len(all.at) / k.space.Size()
	logSizes := make([]float64, len(all.at))
	for state := range logSizes {
		logSizes[state] = k.space.LogSizes[state/perOrbit]
	}
	return k.Box(g), picked{all.bridge, all.grid.Size(), all.at, logSizes}
}

func (k wide) On(g grid.Grid) chains.Operator {
	all := k.onCells()
	op := k.withState.On(all.grid)
	level := chains.NewLevel(all.bridge, all.grid.Size())
	see := func(l *chains.Level) *chains.Level {
		level.Move(l.T, l.Beta)
		op.Aim(level)
		return l
	}
	there := all.steps(g, op, see)
	again := all.steps(g, op.Reversal(), see)
	operators.Reverse(there, again)
	return there
}

// steps are those of an operator on all cells, from the cells of states to the states that they are taken back to.
func (a allCells) steps(g grid.Grid, op chains.Operator, see func(*chains.Level) *chains.Level) *operators.Written {
	row := func(x int, visit func(y int, weight numbers.Float)) {
		op.Row(a.at[x], func(y int, p float64) {
			for _, state := range a.back[y] {
				visit(int(state), numbers.Float(p/float64(len(a.back[y]))))
			}
		})
		visit(x, numbers.Float(chains.StayProbability(op, a.at[x])))
	}
	o := operators.NewWritten(g, nil, chains.Outcomes{
		Out:   1,
		Float: func(chains.View[numbers.Float]) chains.Row[numbers.Float] { return row },
	})
	o.See = see
	return o
}

// Facts are those of the kernel on all cells.
func (k wide) Facts(grid.Grid) chains.Facts {
	box, _ := k.space.Box()
	return chains.FactsOf(k.withState, k.withState.Box(box))
}

// picked is the bridge on states that each have the density of one of n others, times a size if there are sizes.
type picked struct {
	chains.Bridge
	n        int
	at       []int // by state, that other one
	logSizes []float64
}

func (b picked) At(dst []float64, beta float64) {
	b.each(dst, beta, b.Bridge.At)
	for x, size := range b.logSizes {
		dst[x] += size
	}
}

func (b picked) Slope(dst []float64, beta float64) { b.each(dst, beta, b.Bridge.Slope) }

func (b picked) each(dst []float64, beta float64, of func(dst []float64, beta float64)) {
	all := make([]float64, b.n)
	of(all, beta)
	for state, cell := range b.at {
		dst[state] = all[cell]
	}
}
