package grid_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestCoordinates: Coords and Index are inverse, and the last axis runs fastest.
func TestCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grid.New(rapid.SliceOfN(rapid.IntRange(1, 5), 1, 4).Draw(t, "lengths")...)
		x := rapid.IntRange(0, g.Size()-1).Draw(t, "cell")
		if y := g.Index(g.Coords(x)...); y != x {
			t.Fatalf("%v: cell %d at %v is cell %d", g, x, g.Coords(x), y)
		}
		for a, c := range g.Coords(x) {
			if c != g.Coord(x, a) {
				t.Fatalf("%v: coordinate %d of cell %d is %d, and alone %d", g, a, x, c, g.Coord(x, a))
			}
			if c < 0 || c >= g.Len(a) {
				t.Fatalf("%v: coordinate %d of cell %d is %d, outside the box", g, a, x, c)
			}
		}
	})
	if x := grid.New(7, 7).Index(2, 5); x != 19 {
		t.Errorf("row 2, column 5 of 7x7 is cell %d", x)
	}
}

// TestLines: the lines along an axis cover every cell once.
func TestLines(t *testing.T) {
	g := grid.New(2, 3, 4)
	for axis := range g.Axes() {
		seen := make([]int, g.Size())
		l := g.Lines(axis)
		for line := range l.Count {
			from := l.First(line)
			if g.Coord(from, axis) != 0 {
				t.Errorf("a line along axis %d starts at %v", axis, g.Coords(from))
			}
			for c := range l.Length {
				x := from + c*l.Stride
				seen[x]++
				if i := l.Of(x); i != line {
					t.Errorf("axis %d: cell %v is of line %d, want %d", axis, g.Coords(x), i, line)
				}
			}
		}
		if diff := cmp.Diff(slices.Repeat([]int{1}, g.Size()), seen); diff != "" {
			t.Errorf("axis %d: %s", axis, diff)
		}
	}
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"no axis":          func() { grid.New() },
		"an empty axis":    func() { grid.New(3, 0) },
		"outside":          func() { grid.New(3, 3).Index(0, 3) },
		"too few":          func() { grid.New(3, 3).Index(0) },
		"a wall elsewhere": func() { grid.New(3).WithWalls(3) },
	} {
		must.Panic(t, f, "%s", name)
	}
}

// TestFolded: rows and columns cover the cells. Up to two axes nothing is folded, and three and more
// are nearly square, cut between axes.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		lens          []int
		rows, columns int
	}{
		{[]int{12}, 1, 12},
		{[]int{2, 30}, 2, 30},
		{[]int{30, 2}, 30, 2},
		{[]int{2, 3, 4}, 6, 4},
		{[]int{2, 2, 2, 2, 2, 2, 2, 2, 2}, 16, 32},
		{[]int{3, 3, 3, 3}, 9, 9},
		{[]int{100, 2, 2}, 100, 4},
	} {
		if rows, columns := grid.New(c.lens...).Folded(); rows != c.rows || columns != c.columns {
			t.Errorf("%v: folded to %d rows of %d; %d rows of %d are expected", c.lens, rows,
				columns, c.rows, c.columns)
		}
	}
}

// A grid is a box. Its states are numbered from 0, the last axis running fastest.
func Example() {
	g := grid.New(2, 3)
	x := g.Index(0, 1)
	fmt.Println(g.Size(), x, g.Coords(x))
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok {
			fmt.Println("move", m, "leads to", g.Coords(y))
		}
	}
	// Output:
	// 6 1 [0 1]
	// move 1 leads to [1 1]
	// move 2 leads to [0 0]
	// move 3 leads to [0 2]
}
