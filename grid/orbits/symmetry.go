package orbits

import (
	"fmt"
	"slices"

	"breadboard/grid"
)

// A Symmetry takes every cell of a box to a cell, one to one. The image of x has on axis a the value that x has on axis
// From[a], renamed by Values[a]. For the flip of three spins From is 0 1 2, and Values is 1 0 on each axis.
type Symmetry struct {
	From   []int
	Values [][]int
}

// Same takes every cell of g to itself. It is there to be changed.
func Same(g grid.Grid) Symmetry {
	s := Symmetry{numbers(g.Axes()), make([][]int, g.Axes())}
	for a := range s.Values {
		s.Values[a] = numbers(g.Len(a))
	}
	return s
}

// numbers are 0..n-1.
func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Apply returns the image of a place.
func (s Symmetry) Apply(at []int) []int {
	to := make([]int, len(at))
	for a, from := range s.From {
		to[a] = s.Values[a][at[from]]
	}
	return to
}

// then is s, and t after it.
func (s Symmetry) then(t Symmetry) Symmetry {
	both := Symmetry{make([]int, len(s.From)), make([][]int, len(s.From))}
	for a, mid := range t.From {
		both.From[a], both.Values[a] = s.From[mid], make([]int, len(t.Values[a]))
		for v, w := range s.Values[mid] {
			both.Values[a][v] = t.Values[a][w]
		}
	}
	return both
}

// fixed is the number of cells that s takes to themselves. The axes fall into rounds: the value on an axis decides
// that on the next, up to the first again. So the values that come back as themselves count, a factor for each round.
func (s Symmetry) fixed() float64 {
	next := make([]int, len(s.From))
	seen := make([]bool, len(s.From))
	all := 1.0
	for a, from := range s.From {
		next[from] = a
	}
	for first := range next {
		if seen[first] {
			continue
		}
		values := numbers(len(s.Values[first]))
		for a := next[first]; ; a = next[a] {
			for i, v := range values {
				values[i] = s.Values[a][v]
			}
			if seen[a] = true; a == first {
				break
			}
		}
		stay := 0.0
		for v, w := range values {
			if v == w {
				stay++
			}
		}
		all *= stay
	}
	return all
}

// Check returns an error unless s takes the cells of g to one another, and moves to moves: axes of one kind and length
// change places, and the values of an axis are renamed so that neighbours stay neighbours.
func (s Symmetry) Check(g grid.Grid) error {
	if len(s.From) != g.Axes() || len(s.Values) != g.Axes() || !permutes(s.From) {
		return fmt.Errorf("%v is no order of the %d axes", s.From, g.Axes())
	}
	for a, from := range s.From {
		if g.Len(a) != g.Len(from) || g.Kind(a) != g.Kind(from) {
			return fmt.Errorf("axes %d and %d, which change places, are of %d %s and %d %s", from, a,
				g.Len(from), g.Kind(from), g.Len(a), g.Kind(a))
		}
		if len(s.Values[a]) != g.Len(a) || !permutes(s.Values[a]) {
			return fmt.Errorf("%v is no order of the %d values on axis %d", s.Values[a], g.Len(a), a)
		}
		if !kept(g.Kind(a), s.Values[a]) {
			return fmt.Errorf("the values of axis %d become %v, and neighbours do not stay neighbours", a, s.Values[a])
		}
	}
	return nil
}

// SymmetryOf returns the symmetry that takes every cell of a box to this image. It returns an error unless each line of
// neighbours goes to a line of neighbours. So the images of the lines through the first cell say where the axes go and
// what the values become, and all other images follow.
func SymmetryOf(g grid.Grid, image []int) (s Symmetry, err error) {
	if len(image) != g.Size() || !permutes(image) {
		return s, fmt.Errorf("it has not each cell of %v once", g)
	}
	s = Same(g)
	for a := range s.From {
		for v := 1; v < g.Len(a); v++ {
			for b := range s.From {
				if y := image[v*g.Stride(a)]; g.Coord(y, b) != g.Coord(image[0], b) && v < g.Len(b) {
					s.From[b], s.Values[b][v] = a, g.Coord(y, b)
				}
			}
		}
	}
	for b := range s.Values {
		s.Values[b][0] = g.Coord(image[0], b)
	}
	if err = s.Check(g); err != nil {
		return s, err
	}
	for x, y := range image {
		if at := s.Apply(g.Coords(x)); g.Index(at...) != y {
			return s, fmt.Errorf("it takes cell %v to %v, and the lines through the first cell so that it should be %v",
				g.Coords(x), g.Coords(y), at)
		}
	}
	return s, nil
}

// permutes reports whether all are 0..n-1 in some order.
func permutes(all []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(all)), numbers(len(all)))
}

// kept reports whether the values of an axis stay neighbours as they become their images. Any two labels are. On a line
// the images go up or down one by one; on a ring they do so from some place on.
func kept(kind grid.Kind, image []int) bool {
	n := len(image)
	if kind == grid.Any || n < 3 {
		return true
	}
	step := image[1] - image[0]
	for v, w := range image {
		next := image[(v+1)%n] - w
		switch {
		case kind == grid.Ring:
			next = (next + n) % n
			step = (step + n) % n
		case v == n-1: // the end of a line
			continue
		}
		if next != step || kind == grid.Line && step*step != 1 || kind == grid.Ring && step != 1 && step != n-1 {
			return false
		}
	}
	return true
}

// Torus are the symmetries of sites in rows and columns whose ends touch, an axis each: shifts, mirror images, a
// quarter turn of a square, and those that rename values. They make the group of shifts, the square's eight, and all
// orders of the values.
func Torus(g grid.Grid, rows, cols int) (all []Symmetry) {
	return append(Shifted(g, rows, cols), Renamed(g)...)
}

// Shifted are those of Torus that leave values as they are.
func Shifted(g grid.Grid, rows, cols int) (all []Symmetry) {
	by := func(from func(i, j int) (row, col int)) {
		s := Same(g)
		for a := range s.From {
			i, j := from(a/cols, a%cols)
			s.From[a] = (i+rows)%rows*cols + (j+cols)%cols
		}
		all = append(all, s)
	}
	by(func(i, j int) (int, int) { return i + 1, j })
	by(func(i, j int) (int, int) { return i, j + 1 })
	by(func(i, j int) (int, int) { return -i, j })
	by(func(i, j int) (int, int) { return i, -j })
	if rows == cols {
		by(func(i, j int) (int, int) { return j, i })
	}
	return all
}

// Renamed are the exchange of the first two values on all axes at once, and the turn of all values by one. They make
// all orders of the values.
func Renamed(g grid.Grid) (all []Symmetry) {
	n := g.Len(0)
	for turned := 2; turned <= n; turned += max(1, n-2) { // values
		s := Same(g)
		for a := range s.Values {
			for v := range turned {
				s.Values[a][v] = (v + 1) % turned
			}
		}
		all = append(all, s)
	}
	return all
}
