// Package grid has the state space: a box of cells with any number of axes, perhaps with walls, which are cells without
// mass that no kernel enters; and the moves of one step along an axis.
//
// States are ints from 0. The last axis runs fastest, so New(7, 7) numbers the cells of
// the paper's grid row by row. A box is given by its lengths, and by the kinds of its axes:
// New(12) is a path, New(12).Of(Ring) a circle, and New(2, 2, 2, 2).Of(Any) has four spins.
package grid

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Grid is a box of cells. It is a value; its methods never change it.
type Grid struct {
	lens    []int
	strides []int
	size    int
	walls   []bool // nil if there are none
	kinds   []Kind
	drawn   []int    // the axes that have a move, of which a uniform move draws one
	each    int      // the moves along each of them: a common multiple of their ways
	names   []string // the cells' own names; nil if their places name them
}

// New returns the box with these axis lengths, every axis a line, without walls. It panics unless there is an axis and
// every length is at least 1.
func New(lens ...int) Grid {
	if len(lens) == 0 {
		panic("grid: a grid has at least one axis")
	}
	g := Grid{lens: slices.Clone(lens), strides: make([]int, len(lens)), size: 1}
	for a := len(lens) - 1; a >= 0; a-- {
		if lens[a] < 1 {
			panic(fmt.Sprintf("grid: axis %d has length %d; at least 1 is needed", a, lens[a]))
		}
		g.strides[a] = g.size
		g.size *= lens[a]
	}
	return g.Of(Line)
}

// WithWalls returns the same box in which these cells, and no others, are walls.
func (g Grid) WithWalls(cells ...int) Grid {
	g.walls = nil
	if len(cells) > 0 {
		g.walls = make([]bool, g.size)
	}
	for _, x := range cells {
		g.walls[x] = true
	}
	return g
}

// WallsWhere returns the same box in which the cells where wall is true, and no others, are walls.
func (g Grid) WallsWhere(wall func(x int) bool) Grid {
	var cells []int
	for x := range g.size {
		if wall(x) {
			cells = append(cells, x)
		}
	}
	return g.WithWalls(cells...)
}

// Folded returns the rows and columns in which a picture shows the cells, in the order of the
// states. On two axes the last runs to the right. A grid of more axes is folded: its last axes run
// to the right and its first ones down, so that the picture is nearly square. Nine spins make 16
// rows of 32.
func (g Grid) Folded() (rows, columns int) {
	run, side := 1, math.Sqrt(float64(g.size))
	skew := func(columns int) float64 { return math.Abs(math.Log(float64(columns) / side)) }
	for axis := g.Axes() - 1; axis >= 0; axis-- {
		run *= g.Len(axis)
		if columns == 0 || g.Axes() > 2 && skew(run) < skew(columns) {
			columns = run
		}
	}
	return g.size / columns, columns
}

// Size returns the number of cells, walls included. States are 0..Size()-1.
func (g Grid) Size() int { return g.size }

// Axes returns the number of axes.
func (g Grid) Axes() int { return len(g.lens) }

// Len returns the length of an axis.
func (g Grid) Len(axis int) int { return g.lens[axis] }

// Lens returns the lengths of all axes.
func (g Grid) Lens() []int { return slices.Clone(g.lens) }

// Stride returns the distance between the states of neighbours along an axis.
func (g Grid) Stride(axis int) int { return g.strides[axis] }

// Wall reports whether cell x is a wall.
func (g Grid) Wall(x int) bool { return g.walls != nil && g.walls[x] }

// Walled reports whether there are walls.
func (g Grid) Walled() bool { return g.walls != nil }

// WallsHave reports whether the mass f is positive in a wall.
func (g Grid) WallsHave(f []float64) bool {
	for x, wall := range g.walls {
		if wall && f[x] > 0 {
			return true
		}
	}
	return false
}

// Coord returns the place of cell x along an axis, from 0.
func (g Grid) Coord(x, axis int) int { return x / g.strides[axis] % g.lens[axis] }

// Coords returns the place of cell x along every axis.
func (g Grid) Coords(x int) []int {
	c := make([]int, len(g.lens))
	for a := range c {
		c[a] = g.Coord(x, a)
	}
	return c
}

// Named returns the same box whose cells have names of their own, one for each.
func (g Grid) Named(names []string) Grid {
	if len(names) != g.size {
		panic(fmt.Sprintf("grid: %d names of %d cells", len(names), g.size))
	}
	g.names = names
	return g
}

// OwnNames returns the cells' own names; nil if their places name them.
func (g Grid) OwnNames() []string { return slices.Clone(g.names) }

// Name returns the name of cell x: its own, or (1, 2), its place along every axis from 0; on one axis 5, without
// brackets.
func (g Grid) Name(x int) string {
	if g.names != nil {
		return g.names[x]
	}
	places := strings.Fields(strings.Trim(fmt.Sprint(g.Coords(x)), "[]"))
	if len(places) == 1 {
		return places[0]
	}
	return "(" + strings.Join(places, ", ") + ")"
}

// Index returns the cell with these coordinates. It panics on a place outside the box.
func (g Grid) Index(coords ...int) int {
	if len(coords) != len(g.lens) {
		panic(fmt.Sprintf("grid: %d coordinates on %d axes", len(coords), len(g.lens)))
	}
	x := 0
	for a, c := range coords {
		if c < 0 || c >= g.lens[a] {
			panic(fmt.Sprintf("grid: %v is outside the %v box", coords, g))
		}
		x += c * g.strides[a]
	}
	return x
}

// Lines holds all lines of a grid along one axis. A line has Length cells, Stride after each other.
type Lines struct{ Count, Stride, Length int }

// Lines returns the lines along an axis.
func (g Grid) Lines(axis int) Lines {
	return Lines{Count: g.size / g.lens[axis], Stride: g.strides[axis], Length: g.lens[axis]}
}

// First returns the first cell of the i-th line.
func (l Lines) First(i int) int { return i/l.Stride*l.Stride*l.Length + i%l.Stride }

// Of returns the line that x is on.
func (l Lines) Of(x int) int { return x/(l.Stride*l.Length)*l.Stride + x%l.Stride }

// String returns the lengths joined by x: "7x7".
func (g Grid) String() string {
	s := make([]string, len(g.lens))
	for a, n := range g.lens {
		s[a] = strconv.Itoa(n)
	}
	return strings.Join(s, "x")
}
