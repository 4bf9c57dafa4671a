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

// Ordered reports whether the axes of states have a meaning: those of cells, if s is nil, and the numbers of sites with
// the second of two values, class by class.
func (s *Space) Ordered() bool { return s == nil || s.counts != nil && s.Axis[0].Size() == 2 }

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

// NewSpace finds the orbits on a box. It goes from cell to cell by changes along one axis, and keeps of each orbit its
// first cell alone.
func NewSpace(box grid.Grid, by *Group) *Space {
	s := &Space{box: box, by: by}
	find := by.finder()
	axes := make([]int32, box.Axes()) // places in Axis
	for a := range axes {
		if axes[a] = -1; box.Ways(a) == 0 {
			s.Still++
			continue
		}
		s.Axes++
		axis := grid.New(box.Len(a)).Of(box.Kind(a))
		same := func(g grid.Grid) bool { return g.Size() == axis.Size() && g.Kind(0) == axis.Kind(0) }
		if axes[a] = int32(slices.IndexFunc(s.Axis, same)); axes[a] < 0 {
			axes[a] = int32(len(s.Axis))
			s.Axis = append(s.Axis, axis)
		}
	}
	found, known := []int{0}, map[int]int32{0: 0} // first cells, in the order of finding; and their places there
	var near [][]int32                            // by that order, the orbits on all lines
	var sizes []int
	for i := 0; i < len(found); i++ {
		x, all := found[i], []int32(nil)
		_, size := find(x)
		sizes = append(sizes, size)
		for a := range axes {
			at := box.Coord(x, a)
			for v := range box.Len(a) {
				y := x
				if v != at {
					y, _ = find(x + (v-at)*box.Stride(a))
				}
				orbit, ok := known[y]
				if !ok {
					orbit = int32(len(found))
					known[y], found = orbit, append(found, y)
				}
				all = append(all, orbit)
			}
		}
		near = append(near, all)
	}
	s.cells = slices.Sorted(slices.Values(found))
	place := make([]int32, len(found)) // of an orbit among all, by the order of finding
	for i, x := range s.cells {
		place[known[x]] = int32(i)
	}
	for _, x := range s.cells {
		i := known[x]
		s.LogSizes = append(s.LogSizes, math.Log(float64(sizes[i])))
		s.begin()
		all := near[i]
		for a, axis := range axes {
			n := box.Len(a)
			for k, orbit := range all[:n] {
				all[k] = place[orbit]
			}
			if axis >= 0 {
				s.add(axis, int32(box.Coord(x, a)), 1, all[:n])
			}
			all = all[n:]
		}
	}
	s.first = append(s.first, len(s.lines))
	return s
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
