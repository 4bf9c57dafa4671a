// Package orbits has spaces whose states are orbits. An orbit has the cells that the symmetries of a model take into
// one another: all configurations of 5x5 spins that are shifts, turns, mirror images or flips of one. Where the initial
// density, the target and the kernel keep to the symmetries, every law along an annealing is the same on all cells of
// an orbit. So it is enough to know the orbits, how many cells each has, and where the moves from one of its cells
// lead: J, B and the laws of log w stay what they are. The 33,554,432 configurations of 5x5 spins are 86,056 orbits.
//
// NewSpace finds the orbits of a Group of symmetries on a box. Exchangeable lists them for sites that can all be
// exchanged, without a box: there 2^1000 configurations are 1001 orbits.
package orbits

import (
	"math"
	"math/big"
	"slices"

	"breadboard/grid"
)

// A Space has orbits as states, numbered from 0.
type Space struct {
	LogSizes []float64   // the log of the number of cells, by orbit
	Axes     int         // of a cell, that have moves
	Still    int         // of a cell, that have none: axes of one label
	Axis     []grid.Grid // as boxes of their own, each length and kind once

	first []int // by orbit, the first of its lines; and one more
	lines []line
	on    []int32 // the orbits on all lines

	box    grid.Grid // of the cells; of exchangeable sites, of the states
	by     *Group    // of the box of cells
	cells  []int     // the first cell of each orbit, in order
	counts [][]int   // of exchangeable sites, by class: how many have each value, place after place on its axis
}

// line has its axis, count and place as a Line has them.
type line struct {
	axis, count, at int32
	on              int // where its orbits begin
}

// A Line is an axis through a cell of an orbit.
type Line struct {
	Axis  int     // of Space.Axis
	Count int     // how many axes through the cell have the same orbits
	At    int     // the place of the cell
	On    []int32 // the orbits, by place
}

// Size is the number of orbits.
func (s *Space) Size() int { return len(s.LogSizes) }

// Cells is the number of cells of an orbit, without rounding.
func (s *Space) Cells(orbit int) *big.Int {
	if s.counts == nil { // a count of cells of a box
		return big.NewInt(int64(math.Round(math.Exp(s.LogSizes[orbit]))))
	}
	all := big.NewInt(1)
	for _, counts := range s.Counts(orbit) {
		placed := int64(0)
		for _, many := range counts {
			placed += int64(many)
			all.Mul(all, new(big.Int).Binomial(placed, int64(many)))
		}
	}
	return all
}

// Lines visits the lines through a cell of an orbit.
func (s *Space) Lines(orbit int, visit func(Line)) {
	for _, l := range s.lines[s.first[orbit]:s.first[orbit+1]] {
		visit(Line{int(l.axis), int(l.count), int(l.at), s.on[l.on:][:s.Axis[l.axis].Size()]})
	}
}

// Ordered reports whether the axes of states have a meaning: the numbers of sites with the second of two values, class
// by class, have one.
func (s *Space) Ordered() bool { return s.counts != nil && s.Axis[0].Size() == 2 }

// Box returns the box of the cells and its symmetries; they are nil if the cells have no box.
func (s *Space) Box() (g grid.Grid, by *Group) { return s.box, s.by }

// Cell returns the first cell of an orbit, in a space on a box.
func (s *Space) Cell(orbit int) int { return s.cells[orbit] }

// Orbit returns the orbit of a cell of the box.
func (s *Space) Orbit(cell int) int {
	first, _ := s.by.finder()(cell)
	orbit, _ := slices.BinarySearch(s.cells, first)
	return orbit
}

// NewSpace finds the orbits on a box.
func NewSpace(box grid.Grid, by *Group) *Space {
	s := &Space{box: box, by: by}
	kinds := s.sortAxes()
	all, order := walk(box, by)
	for _, o := range all {
		s.cells = append(s.cells, o.first)
	}
	slices.Sort(s.cells)
	place := make([]int32, len(all)) // of an orbit in s, by the order of the walk
	for i, x := range s.cells {
		place[order[x]] = int32(i)
	}
	for _, x := range s.cells {
		o := all[order[x]]
		s.LogSizes = append(s.LogSizes, math.Log(float64(o.size)))
		s.begin()
		for a, kind := range kinds {
			on := o.lines[:box.Len(a)]
			o.lines = o.lines[box.Len(a):]
			for k, orbit := range on {
				on[k] = place[orbit]
			}
			if kind >= 0 {
				s.add(kind, int32(box.Coord(x, a)), 1, on)
			}
		}
	}
	s.first = append(s.first, len(s.lines))
	return s
}

// sortAxes counts the axes of the box that have moves, and those that have none, and returns for each its place among
// s.Axis, which has one of each kind; -1 if it has no moves.
func (s *Space) sortAxes() (kinds []int32) {
	for a := range s.box.Axes() {
		if s.box.Ways(a) == 0 {
			s.Still++
			kinds = append(kinds, -1)
			continue
		}
		s.Axes++
		axis := grid.New(s.box.Len(a)).Of(s.box.Kind(a))
		same := func(g grid.Grid) bool { return g.Size() == axis.Size() && g.Kind(0) == axis.Kind(0) }
		kind := slices.IndexFunc(s.Axis, same)
		if kind < 0 {
			kind = len(s.Axis)
			s.Axis = append(s.Axis, axis)
		}
		kinds = append(kinds, int32(kind))
	}
	return kinds
}

// walked is an orbit that walk has come to.
type walked struct {
	first, size int     // its first cell, and how many it has
	lines       []int32 // axis by axis, the orbits of all cells on the line through the first, by the order of the walk
}

// walk goes from orbit to orbit by changes along one axis. It returns the orbits in the order in which it came to
// them, and the place there of each first cell.
func walk(box grid.Grid, by *Group) (all []walked, order map[int]int32) {
	find := by.finder()
	all = []walked{{first: 0}}
	order = map[int]int32{0: 0}
	for i := 0; i < len(all); i++ {
		x := all[i].first
		_, size := find(x)
		var lines []int32
		for a := range box.Axes() {
			at := box.Coord(x, a)
			for v := range box.Len(a) {
				y := x
				if v != at {
					y, _ = find(x + (v-at)*box.Stride(a))
				}
				orbit, known := order[y]
				if !known {
					orbit = int32(len(all))
					order[y] = orbit
					all = append(all, walked{first: y})
				}
				lines = append(lines, orbit)
			}
		}
		all[i].size = size
		all[i].lines = lines
	}
	return all, order
}

// begin begins the lines of the next orbit.
func (s *Space) begin() { s.first = append(s.first, len(s.lines)) }

// add adds a line to the last orbit, count times.
func (s *Space) add(axis, at, count int32, on []int32) {
	mine := s.lines[s.first[len(s.first)-1]:]
	for i, l := range mine {
		if l.axis == axis && l.at == at && slices.Equal(s.on[l.on:][:len(on)], on) {
			mine[i].count += count
			return
		}
	}
	s.lines = append(s.lines, line{axis, count, at, len(s.on)})
	s.on = append(s.on, on...)
}
