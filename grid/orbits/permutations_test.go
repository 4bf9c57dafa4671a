package orbits_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// moveOf returns the kind and length of the axis along which two cells are neighbours, and false if they are not.
func moveOf(g grid.Grid, x, y int) (kind grid.Kind, length int, ok bool) {
	differ := 0
	for a := range g.Axes() {
		v, w := g.Coord(x, a), g.Coord(y, a)
		if v == w {
			continue
		}
		differ++
		kind = g.Kind(a)
		length = g.Len(a)
		ok = neighbours(kind, length, v, w)
	}
	return kind, length, ok && differ == 1
}

// keepsMoves is the definition of a symmetry: neighbours go to neighbours along an axis of the same kind and length,
// and others do not.
func keepsMoves(g grid.Grid, image []int) bool {
	for x := range image {
		for y := range x {
			kind, length, ok := moveOf(g, x, y)
			kindThere, lengthThere, there := moveOf(g, image[x], image[y])
			if ok != there || ok && (kind != kindThere || length != lengthThere) {
				return false
			}
		}
	}
	return true
}

// TestEveryPermutationOfCells: of all orders of the cells of a box those are symmetries that keep every move, axes that
// change places among them, and the symmetry that is found takes every cell where the order does.
func TestEveryPermutationOfCells(t *testing.T) {
	boxes := map[string]struct {
		g    grid.Grid
		want int // symmetries, by their formula
	}{
		"a square":                      {grid.New(2, 2), 8},
		"a square of two kinds":         {grid.New(2, 2).Of(grid.Any, grid.Line), 4},
		"a box":                         {grid.New(2, 3), 4},
		"labels by spins":               {grid.New(3, 2).Of(grid.Any, grid.Any), 12},
		"a ring by a line of one":       {grid.New(6, 1).Of(grid.Ring, grid.Line), 12},
		"a square between lines of one": {grid.New(1, 2, 1, 2), 8},
		"a ring of three by two":        {grid.New(3, 2).Of(grid.Ring, grid.Line), 12},
		"a line of seven":               {grid.New(7), 2},
		"a cube of spins":               {grid.New(2, 2, 2), 48},
	}
	for name, box := range boxes {
		if testing.Short() && box.g.Size() > 6 {
			continue
		}
		found := 0
		for _, image := range orders(box.g.Size()) {
			s, err := orbits.SymmetryOf(box.g, image)
			if want := keepsMoves(box.g, image); (err == nil) != want {
				t.Fatalf("%s, cells %v: %v, and by brute force it is %v", name, image, err, want)
			}
			if err != nil {
				continue
			}
			found++
			for x, y := range image {
				if at := box.g.Index(s.Apply(box.g.Coords(x))...); at != y {
					t.Fatalf("%s, cells %v: cell %d goes to %d", name, image, x, at)
				}
			}
		}
		if found != box.want {
			t.Errorf("%s has %d symmetries, want %d", name, found, box.want)
		}
	}
}

// drawn is a symmetry at random: axes of one kind and length change places, and values go up or down, round, or
// anywhere.
func drawnSymmetry(rng *rand.Rand, g grid.Grid) orbits.Symmetry {
	s := orbits.Same(g)
	for range 4 {
		a := rng.IntN(g.Axes())
		b := rng.IntN(g.Axes())
		if g.Len(a) == g.Len(b) && g.Kind(a) == g.Kind(b) {
			s.From[a], s.From[b] = s.From[b], s.From[a]
		}
	}
	for a := range s.Values {
		n := g.Len(a)
		switch g.Kind(a) {
		case grid.Any:
			s.Values[a] = rng.Perm(n)
		case grid.Ring:
			turn, flip := rng.IntN(n), rng.IntN(2) == 1
			for v := range n {
				w := v
				if flip {
					w = n - 1 - v
				}
				s.Values[a][v] = (w + turn) % n
			}
		default:
			if rng.IntN(2) == 1 {
				for v := range n {
					s.Values[a][v] = n - 1 - v
				}
			}
		}
	}
	return s
}

// TestGroupsByBruteForce: of groups of one to three generators, with axes that change places, the symmetries are the
// closure of the generators, the orbits are what cells they join, and Burnside's count is their number.
func TestGroupsByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, g := range []grid.Grid{
		grid.New(3, 3), grid.New(4, 4).Of(grid.Ring, grid.Ring), grid.New(2, 2, 2, 2), grid.New(3, 3,
			3).Of(grid.Any, grid.Any, grid.Any),
		grid.New(4, 2, 4, 2).Of(grid.Ring, grid.Any, grid.Ring, grid.Any), grid.New(5, 1,
			5).Of(grid.Line, grid.Any, grid.Line),
	} {
		for generators := 1; generators <= 3; generators++ {
			for range 6 {
				var by []orbits.Symmetry
				for range generators {
					s := drawnSymmetry(rng, g)
					must.Do(t, s.Check(g))
					by = append(by, s)
				}
				groupHolds(t, g, by)
			}
		}
	}
}

func groupHolds(t *testing.T, g grid.Grid, by []orbits.Symmetry) {
	t.Helper()
	imageOf := func(s orbits.Symmetry) []int {
		image := make([]int, g.Size())
		for x := range image {
			image[x] = g.Index(s.Apply(g.Coords(x))...)
		}
		return image
	}
	// the closure, as orders of the cells
	start := make([]int, g.Size())
	for x := range start {
		start[x] = x
	}
	closure := map[string][]int{fmt.Sprint(start): start}
	for open := [][]int{start}; len(open) > 0; {
		from := open[0]
		open = open[1:]
		for _, s := range by {
			image := imageOf(s)
			next := make([]int, g.Size())
			for x, y := range from {
				next[x] = image[y]
			}
			if key := fmt.Sprint(next); closure[key] == nil {
				closure[key] = next
				open = append(open, next)
			}
		}
	}
	group := must.Have(orbits.NewGroup(g, by...))(t)
	all := must.Have(group.All())(t)
	seen := map[string]bool{}
	for _, s := range all {
		key := fmt.Sprint(imageOf(s))
		if closure[key] == nil {
			t.Fatalf("%v by %v: %v is not in the closure", g, by, s)
		}
		seen[key] = true
	}
	if len(seen) != len(closure) || len(seen) != len(all) {
		t.Fatalf("%v by %v: %d symmetries, %d of them different, and %d in the closure", g, by, len(all), len(seen),
			len(closure))
	}
	space := orbits.NewSpace(g, group)
	fixed := 0
	for _, image := range closure {
		for x, y := range image {
			if x == y {
				fixed++
			}
			if space.Orbit(x) != space.Orbit(y) {
				t.Fatalf("%v by %v: cells %d and %d are in two orbits", g, by, x, y)
			}
		}
	}
	if count := fixed / len(closure); count != space.Size() || float64(count) != group.Orbits() {
		t.Fatalf("%v by %v: %d orbits in the space, %v in the group, and Burnside's count is %d", g, by, space.Size(),
			group.Orbits(), count)
	}
	listed := must.Have(orbits.Listed(g, by...))(t)
	if listed.Orbits() != group.Orbits() {
		t.Errorf("%v by %v: %v orbits by a list, and %v by a table", g, by, listed.Orbits(), group.Orbits())
	}
	sum := int64(0)
	for orbit := range space.Size() {
		sum += space.Cells(orbit).Int64()
	}
	if sum != int64(g.Size()) {
		t.Errorf("%v by %v: orbits have %d cells of %d", g, by, sum, g.Size())
	}
}
