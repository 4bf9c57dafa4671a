package grid

import (
	"fmt"
	"slices"
)

// A Kind of an axis says to which cells one move leads along it.
type Kind int

const (
	Line Kind = iota // the one before and the one after; a move off the end is a rejection
	Ring             // as a line whose ends touch
	Any              // every other cell: the values of a spin or the labels of a class
)

// Kinds holds the names of kinds.
var Kinds = []string{Line: "line", Ring: "ring", Any: "any"}

func (k Kind) String() string { return Kinds[k] }

// Of returns the same box with axes of these kinds: one for each axis, or one for all. It panics on another number. A
// box of one cell has lines, whose moves are rejections, so that every box has moves.
func (g Grid) Of(kinds ...Kind) Grid {
	if len(kinds) == 1 {
		kinds = slices.Repeat(kinds, len(g.lens))
	}
	if len(kinds) != len(g.lens) {
		panic(fmt.Sprintf("grid: %d kinds for the axes of %v", len(kinds), g))
	}
	if g.size == 1 {
		kinds = make([]Kind, len(kinds))
	}
	g.kinds = slices.Clone(kinds)
	g.drawn = nil
	g.each = 1
	for a := range g.lens {
		if n := g.Ways(a); n > 0 {
			g.drawn = append(g.drawn, a)
			g.each = g.each / GCD(g.each, n) * n
		}
	}
	return g
}

// GCD returns the greatest common divisor of two numbers from 0 up; GCD(0, b) is b.
func GCD(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// Kinds returns the kinds of all axes.
func (g Grid) Kinds() []Kind { return slices.Clone(g.kinds) }

// Kind returns the kind of an axis.
func (g Grid) Kind(axis int) Kind { return g.kinds[axis] }

// Ways returns the number of moves along an axis, the same from every cell. On a line and on a ring it is two, back and
// forth, also if one leads off the end, or both to the same cell of a ring of two. On an axis of kind Any there is one
// to every other cell.
func (g Grid) Ways(axis int) int {
	if g.kinds[axis] == Any {
		return g.lens[axis] - 1
	}
	return 2
}

// Ordered reports whether every axis has an order: none has three labels or more.
func (g Grid) Ordered() bool {
	for a, n := range g.lens {
		if g.kinds[a] == Any && n > 2 {
			return false
		}
	}
	return true
}

// Moves returns the number of moves from any cell. A uniform move is a way of a uniform axis: the ways of an axis stand
// among the moves more than once if another axis has more ways. An axis without ways has no moves. Moves that leave the
// box count too, so that a uniform proposal among all moves is symmetric.
func (g Grid) Moves() int { return len(g.drawn) * g.each }

// Move returns the cell to which move m leads from x. The moves of the first axis come first, and back before forth. If
// the move leaves the box or enters a wall Move returns x, and ok is false.
func (g Grid) Move(x, m int) (y int, ok bool) {
	axis, cells := g.MoveOf(m)
	if y, ok = g.Along(x, axis, cells); !ok || y == x || g.Wall(y) {
		return x, false
	}
	return y, true
}

// MoveOf returns the axis of move m, and the number of cells that it goes along it.
func (g Grid) MoveOf(m int) (axis, cells int) {
	axis = g.drawn[m/g.each]
	way := m % g.each * g.Ways(axis) / g.each // from 0, back before forth
	if g.kinds[axis] == Any {
		return axis, way + 1
	}
	return axis, 2*way - 1
}

// Along returns the cell that lies cells further along an axis: round a ring, and cyclically among labels. ok is false
// off the end of a line.
func (g Grid) Along(x, axis, cells int) (y int, ok bool) {
	n, c := g.lens[axis], g.Coord(x, axis)
	to := c + cells
	if to >= 0 && to < n {
		return x + cells*g.strides[axis], true
	}
	if g.kinds[axis] == Line {
		return x, false
	}
	to = (to%n + n) % n // from 0 to n-1, also of a negative one
	return x + (to-c)*g.strides[axis], true
}

// A Shift is one change of a cell's number by moves along an axis. On a line of 5 it is +1 or -1, on a ring of 5 also
// +4 and -4, where the ends touch.
type Shift struct {
	Axis, Cells int // along the axis
	By          int // the change of the number

	// Ways is the number of the axis's own moves that make the shift, if it stays in the box: two on a ring of two, and
	// otherwise one. It is the weight for a kernel that moves along all axes at once.
	Ways int
	// Moves is the number of Grid.Moves that make it, in which an axis with fewer ways has each several times, so that
	// all axes have as many. It is the weight for a kernel that picks an axis first.
	Moves int
}

// Shifts returns the shifts along an axis, each next to its opposite, the negative one first.
func (g Grid) Shifts(axis int) (all []Shift) {
	if g.Ways(axis) == 0 {
		return nil
	}
	n := g.lens[axis]
	cells := []int{1}
	same := 1 // the ways that lead to the same cell
	switch kind := g.kinds[axis]; {
	case kind == Ring && n == 2:
		same = 2
	case kind == Ring && n > 2:
		cells = []int{1, n - 1}
	case kind == Any:
		cells = nil
		for c := range n - 1 {
			cells = append(cells, c+1)
		}
	}
	for _, c := range cells {
		for _, c := range []int{-c, c} {
			all = append(all, Shift{axis, c, c * g.strides[axis], same, same * g.Share(axis)})
		}
	}
	return all
}

// Share returns the number of moves that each way of an axis stands for.
func (g Grid) Share(axis int) int { return g.each / g.Ways(axis) }

// Stays reports whether a shift from x stays in the box.
func (g Grid) Stays(x int, s Shift) bool {
	c := g.Coord(x, s.Axis) + s.Cells
	return c >= 0 && c < g.lens[s.Axis]
}

// By returns the box of pairs: the axes of g and then of h. It has no walls.
func (g Grid) By(h Grid) Grid {
	return New(slices.Concat(g.lens, h.lens)...).Of(slices.Concat(g.kinds, h.kinds)...)
}
