package orbits_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// By Burnside's lemma orbits are counted without a list of them: of 5x5 spins 86,056, of 6x6 119,583,470 (an
// independent program found the same).
func TestBurnside(t *testing.T) {
	for n, want := range map[int]float64{3: 13, 4: 433, 5: 86_056, 6: 119_583_470} {
		g, by := torus(n, n, 2)
		group, err := orbits.NewGroup(g, by...)
		if err != nil || group.Orbits() != want {
			t.Errorf("%dx%d spins have %v orbits (%v), want %v", n, n, group.Orbits(), err, want)
		}
	}
}

// values renames the values of one axis.
func values(image []int) orbits.Symmetry {
	return orbits.Symmetry{From: []int{0}, Values: [][]int{image}}
}

// Check refuses what takes no cells to cells, or moves to what are none.
func TestCheck(t *testing.T) {
	ring := grid.New(4).Of(grid.Ring)
	for _, c := range []struct {
		g     grid.Grid
		by    orbits.Symmetry
		fault string
	}{
		{grid.New(3), values([]int{2, 1, 0}), ""},
		{grid.New(3), values([]int{1, 0, 2}), "neighbours do not stay neighbours"},
		{grid.New(3).Of(grid.Any), values([]int{1, 0, 2}), ""},
		{ring, values([]int{1, 2, 3, 0}), ""},
		{ring, values([]int{1, 0, 3, 2}), ""},
		{ring, values([]int{1, 0, 2, 3}), "neighbours do not stay neighbours"},
		{grid.New(3), values([]int{0, 0, 2}), "is no order of the 3 values"},
		{grid.New(3), values([]int{1, 0}), "is no order of the 3 values"},
		{grid.New(3, 3), orbits.Symmetry{From: []int{1, 0}, Values: [][]int{{0, 1, 2}, {2, 1, 0}}}, ""},
		{grid.New(3, 2), orbits.Symmetry{From: []int{1, 0}, Values: [][]int{{0, 1, 2}, {0, 1}}}, "axes 1 and 0"},
		{grid.New(3, 3).Of(grid.Line, grid.Ring), orbits.Symmetry{From: []int{1, 0},
			Values: [][]int{{0, 1, 2}, {0, 1, 2}}},
			"axes 1 and 0"},
		{grid.New(3, 3), orbits.Symmetry{From: []int{0, 0}, Values: [][]int{{0, 1, 2}, {0, 1, 2}}},
			"is no order of the 2 axes"},
		{grid.New(3, 3), values([]int{0, 1, 2}), "is no order of the 2 axes"},
	} {
		err := c.by.Check(c.g)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%v on %v: %v, want %q", c.by, c.g, err, c.fault)
		}
	}
}

// SymmetryOf finds a symmetry by its images. What takes moves to moves but lines to no lines is refused: two rings of
// four are a cube of four axes, which has more symmetries than they have. One cell that goes elsewhere is found.
func TestSymmetryOf(t *testing.T) {
	g := grid.New(3, 1, 2, 3, 2).Of(grid.Any, grid.Line, grid.Ring, grid.Any, grid.Line)
	for _, c := range []struct {
		from   []int
		values [][]int
	}{
		{[]int{0, 1, 2, 3, 4}, [][]int{{0, 1, 2}, {0}, {0, 1}, {0, 1, 2}, {0, 1}}},
		{[]int{3, 1, 2, 0, 4}, [][]int{{2, 0, 1}, {0}, {1, 0}, {1, 0, 2}, {1, 0}}},
	} {
		want := orbits.Symmetry{From: c.from, Values: c.values}
		image := make([]int, g.Size())
		for x := range image {
			image[x] = g.Index(want.Apply(g.Coords(x))...)
		}
		if got, err := orbits.SymmetryOf(g, image); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
		last := g.Size() - 1
		image[last], image[last-1] = image[last-1], image[last]
		must.Refuse(orbits.SymmetryOf(g, image))(t, "", "%v with two cells exchanged is a symmetry", want)
	}
	rings := grid.New(4, 4).Of(grid.Ring)
	gray := [][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}} // the places of a ring as those of a square
	swap := make([]int, 16)
	for x := range swap {
		r, c := gray[x/4], gray[x%4]
		r[0], c[0] = c[0], r[0] // exchanges an axis of one square with one of the other
		swap[x] = 4*slices.Index(gray, r) + slices.Index(gray, c)
	}
	for _, image := range [][]int{swap, append([]int{1}, swap[1:]...), {1, 0}} {
		if s, err := orbits.SymmetryOf(rings, image); err == nil {
			t.Errorf("%v is the symmetry %v", image, s)
		}
	}
}

// A table of the cells and a list of the symmetries have the same orbits.
func TestTableIsList(t *testing.T) {
	g, by := torus(2, 3, 3)
	table := must.Have(orbits.NewGroup(g, by...))(t)
	list := must.Have(orbits.Listed(g, by...))(t)
	a := orbits.NewSpace(g, table)
	b := orbits.NewSpace(g, list)
	if table.Orbits() != list.Orbits() || !slices.Equal(a.LogSizes, b.LogSizes) || shapeOf(a).fault(shapeOf(b)) != "" {
		t.Errorf("%v orbits by table, %v by list: %s", table.Orbits(), list.Orbits(), shapeOf(a).fault(shapeOf(b)))
	}
}

// All orders of nine values are more symmetries than one can list. A table needs no list.
func TestMostSymmetries(t *testing.T) {
	g := grid.New(9).Of(grid.Any)
	must.Refuse(orbits.Listed(g, orbits.Renamed(g)...))(t, "", "a list of 362,880 symmetries is made")
	if group, err := orbits.NewGroup(g, orbits.Renamed(g)...); err != nil || group.Orbits() != 1 {
		t.Errorf("%v, %v", group, err)
	}
	large := grid.New(5000, 5000).Of(grid.Any)
	must.Refuse(orbits.NewGroup(large, orbits.Renamed(large)...))(t, "", "all orders of 5000 values are listed")
}

// A shape is what makes a chain on states: how many cells each has, and how many ways lead from a cell of one to those
// of another by a change of one site.
type shape struct {
	sizes []float64
	ways  map[[2]int]int
}

func shapeOf(s *orbits.Space) shape {
	m := shape{ways: map[[2]int]int{}}
	for x, logSize := range s.LogSizes {
		m.sizes = append(m.sizes, math.Exp(logSize))
		s.Lines(x, func(l orbits.Line) {
			for v, y := range l.On {
				if v != l.At {
					m.ways[[2]int{x, int(y)}] += l.Count
				}
			}
		})
	}
	return m
}

// enumerated is the definition of exchangeable sites: all cells, by how many sites of each class have which value.
func enumerated(s *orbits.Space, classes []int, values int) shape {
	class := []int{}
	for c, sites := range classes {
		class = append(class, slices.Repeat([]int{c}, sites)...)
	}
	of := map[string]int{}
	for x := range s.Size() {
		of[fmt.Sprint(s.Counts(x))] = x
	}
	state := func(cell []int) int {
		counts := make([][]int, len(classes))
		for c := range counts {
			counts[c] = make([]int, values)
		}
		for site, v := range cell {
			counts[class[site]][v]++
		}
		return of[fmt.Sprint(counts)]
	}
	m := shape{make([]float64, s.Size()), map[[2]int]int{}}
	g := grid.New(slices.Repeat([]int{values}, len(class))...)
	for i := range g.Size() {
		cell := g.Coords(i)
		x := state(cell)
		if m.sizes[x]++; m.sizes[x] > 1 { // the ways from one cell
			continue
		}
		for site, was := range cell {
			for v := range values {
				cell[site] = v
				if v != was {
					m.ways[[2]int{x, state(cell)}]++
				}
			}
			cell[site] = was
		}
	}
	return m
}

// fault says where two shapes differ.
func (m shape) fault(want shape) string {
	for x, size := range want.sizes {
		if math.Abs(m.sizes[x]-size) > 1e-9*size {
			return fmt.Sprintf("state %d has %v cells, want %v", x, m.sizes[x], size)
		}
	}
	if !maps.Equal(m.ways, want.ways) {
		return fmt.Sprintf("ways %v, want %v", m.ways, want.ways)
	}
	return ""
}

// Exchangeable has the sizes and ways of the definition, and a size or a way that is off by one is found.
func TestExchangeable(t *testing.T) {
	for _, c := range []struct {
		classes []int
		values  int
	}{{[]int{4}, 2}, {[]int{3}, 3}, {[]int{2, 3}, 2}, {[]int{2, 1}, 3}} {
		s, box := orbits.Exchangeable(c.classes, c.values)
		want := enumerated(s, c.classes, c.values)
		got := shapeOf(s)
		if fault := got.fault(want); fault != "" || box.Size() != s.Size() {
			t.Errorf("%v: %d states on %v: %s", c, s.Size(), box, fault)
		}
		if len(c.classes) == 1 && orbits.Occupations(c.classes[0], c.values) != float64(s.Size()) {
			t.Errorf("%v: Occupations is not %d", c, s.Size())
		}
		for way := range got.ways {
			got.ways[way]++
			break
		}
		if got.fault(want) == "" {
			t.Errorf("%v: a way too many is not found", c)
		}
		got = shapeOf(s)
		got.sizes[1]--
		if got.fault(want) == "" {
			t.Errorf("%v: a cell too few is not found", c)
		}
	}
}
