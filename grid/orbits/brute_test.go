package orbits_test

import (
	"slices"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// neighbours is the definition of a move between two different values of an axis.
func neighbours(kind grid.Kind, n, v, w int) bool {
	apart := max(v-w, w-v)
	switch kind {
	case grid.Any:
		return true
	case grid.Ring:
		return apart == 1 || apart == n-1
	}
	return apart == 1
}

// orders are all orders of 0..n-1.
func orders(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, fewer := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(fewer), at, n-1))
		}
	}
	return all
}

// keeps reports whether the images of neighbours are neighbours, and those of others are not.
func keeps(kind grid.Kind, image []int) bool {
	n := len(image)
	for v := range n {
		for w := range v {
			if neighbours(kind, n, v, w) != neighbours(kind, n, image[v], image[w]) {
				return false
			}
		}
	}
	return true
}

// Every order of up to six values of an axis is accepted if and only if it keeps every move, alone and beside an axis
// of one label.
func TestEveryOrderOfValues(t *testing.T) {
	for _, kind := range []grid.Kind{grid.Line, grid.Ring, grid.Any} {
		for n := 1; n <= 6; n++ {
			one := grid.New(n).Of(kind)
			beside := grid.New(1, n).Of(grid.Any, kind)
			for _, image := range orders(n) {
				want := keeps(kind, image)
				if err := values(image).Check(one); (err == nil) != want {
					t.Errorf("%v, values %v: %v, and by brute force it is %v", one, image, err, want)
				}
				if s, err := orbits.SymmetryOf(beside, image); (err == nil) != want {
					t.Errorf("%v, cells %v: %v, %v, and by brute force it is %v", beside, image, s, err, want)
				}
			}
		}
	}
}

// Orbits of boxes of mixed axes are the sets of cells that the symmetries join, and their cells add up to the box.
func TestOrbitsByBruteForce(t *testing.T) {
	for _, g := range []grid.Grid{
		grid.New(5, 1, 3).Of(grid.Ring, grid.Any, grid.Line),
		grid.New(4, 3, 1, 5).Of(grid.Any, grid.Line, grid.Any, grid.Ring),
		grid.New(1, 8, 4).Of(grid.Any, grid.Ring, grid.Any),
		grid.New(2, 7, 4).Of(grid.Any, grid.Ring, grid.Line),
	} {
		for axis := range g.Axes() {
			for _, image := range orders(min(g.Len(axis), 5)) {
				if len(image) != g.Len(axis) || !keeps(g.Kind(axis), image) {
					continue
				}
				s := orbits.Same(g)
				s.Values[axis] = image
				must.Do(t, s.Check(g))
				compareOrbits(t, g, s)
			}
		}
	}
}

// compareOrbits goes from every cell along s until it comes back.
func compareOrbits(t *testing.T, g grid.Grid, s orbits.Symmetry) {
	t.Helper()
	space := orbits.NewSpace(g, must.Have(orbits.NewGroup(g, s))(t))
	still := 0
	for _, n := range g.Lens() {
		if n == 1 {
			still++
		}
	}
	if space.Still != still || space.Axes != g.Axes()-still {
		t.Errorf("%v: %d axes move and %d stand still, want %d and %d", g, space.Axes,
			space.Still, g.Axes()-still, still)
	}
	sum := int64(0)
	for orbit := range space.Size() {
		sum += space.Cells(orbit).Int64()
	}
	if sum != int64(g.Size()) {
		t.Errorf("%v by %v: orbits have %d cells of %d", g, s, sum, g.Size())
	}
	for x := range g.Size() {
		orbit, length := space.Orbit(x), int64(0)
		for y := x; length == 0 || y != x; {
			if space.Orbit(y) != orbit {
				t.Fatalf("%v by %v: cells %d and %d are in two orbits", g, s, x, y)
			}
			y = g.Index(s.Apply(g.Coords(y))...)
			length++
		}
		if got := space.Cells(orbit).Int64(); got != length {
			t.Fatalf("%v by %v: the orbit of cell %d has %d cells, want %d", g, s, x, got, length)
		}
	}
}
