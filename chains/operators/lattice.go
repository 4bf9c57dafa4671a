package operators

import (
	"slices"

	"breadboard/grid"
)

// edges are the pairs of cells (x, x+by) that lie the same way to each other, such as all
// neighbours along axis 1. Which x have such an edge follows from the box, so nothing is
// kept for each cell. The last axes, as many as are short together, are a period, and
// open marks its cells that have an edge. A period and one axis more are a row, whose
// edges form one run. The axes before the row decide whether a row has edges at all.
type edges struct {
	by          int
	open        []float64 // by place from the start of a period, for some periods: 1 if x has an edge, 0 if not
	first, last int       // the run of a row
	far         []limit
}

// A limit is an axis before the axes of a row. It cuts the rows into groups of length, in
// steps of stride; the rows first..last of a group have edges.
type limit struct{ stride, length, first, last int }

// shortest is the largest number of cells in a period, unless the whole box is one. Runs
// are then at least that long, except at the border of a box.
const shortest = 64

// A lattice is a box with its edges, of all ways or of some.
type lattice struct {
	n, period, row int
	ways           []edges
}

// newLattice returns the edges of g in these directions. A direction is a step of -1, 0
// or 1 along every axis, the first that is not 0 being 1.
func newLattice(g grid.Grid, towards [][]int) *lattice {
	l := &lattice{n: g.Size(), period: 1}
	near := g.Axes() // the first axis of a period
	most := shortest
	if l.n <= chunk {
		most = l.n
	}
	for near > 0 && l.period*g.Len(near-1) <= most {
		near--
		l.period *= g.Len(near)
	}
	if l.row = l.period; near > 0 {
		l.row *= g.Len(near - 1)
	}
	for _, steps := range towards {
		if e := l.edges(g, steps, near); e.by > 0 {
			l.ways = append(l.ways, e)
		}
	}
	return l
}

// edges returns the edges in one direction; by is 0 if there are none, along an axis of
// one cell.
func (l *lattice) edges(g grid.Grid, steps []int, near int) edges {
	e := edges{last: l.row}
	for a, step := range steps {
		if step != 0 && g.Len(a) == 1 {
			return edges{}
		}
		e.by += step * g.Stride(a)
		first, last := max(0, -step), g.Len(a)-max(0, step)
		switch {
		case a == near-1:
			e.first, e.last = first*l.period, last*l.period
		case a < near && step != 0:
			e.far = append(e.far, limit{g.Stride(a) / l.row, g.Len(a), first, last})
		}
	}
	e.open = ones[:min(l.period+2*chunk, l.n)]
	if !slices.ContainsFunc(steps[near:], func(step int) bool { return step != 0 }) {
		return e
	}
	e.open = slices.Clone(e.open)
	for x := range e.open {
		for a := near; a < g.Axes(); a++ {
			if c := g.Coord(x, a) + steps[a]; c < 0 || c >= g.Len(a) {
				e.open[x] = 0
			}
		}
	}
	return e
}

// ones is open for a way on which all cells have an edge. It covers a period and the
// cells after it.
var ones = slices.Repeat([]float64{1}, chunk+2*chunk)

// has reports whether a row has edges.
func (e *edges) has(row int) bool {
	for _, f := range e.far {
		if c := row / f.stride % f.length; c < f.first || c >= f.last {
			return false
		}
	}
	return true
}
