package grid_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestBoxes: each question about a box has the answer of testdata.
func TestBoxes(t *testing.T) {
	var b strings.Builder
	for _, g := range []grid.Grid{grid.New(12), grid.New(2, 30), grid.New(2, 2, 2, 2, 2), grid.New(3, 3, 3, 3),
		grid.New(9, 2, 2), grid.New(7, 7), grid.New(1, 1).Of(grid.Any),
		grid.New(2, 3, 4).Of(grid.Any, grid.Ring, grid.Line),
		grid.New(3, 2, 1).Of(grid.Any).WithWalls(1, 4), grid.New(2, 2).Of(grid.Any).Named([]string{"a", "b", "c", "d"}),
		grid.New(2, 5).Of(grid.Ring).WallsWhere(func(x int) bool { return x%4 == 3 }),
		grid.New(3).Of(grid.Any).By(grid.New(2).WithWalls(0)), grid.New(4).WithWalls(1).WithWalls()} {
		last := g.Size() - 1
		rows, columns := g.Folded()
		fmt.Fprintln(&b, g, "folded", rows, columns, g.Index(g.Coords(last/3)...))
		fmt.Fprintln(&b, g.Size(), g.Lens(), g.Kinds(), g.Moves(), g.Ordered(), g.Walled(),
			g.Name(last), g.Coords(last))
		for a := range g.Axes() {
			l := g.Lines(a)
			fmt.Fprint(&b, "  axis ", g.Kind(a), " ", g.Stride(a), g.Ways(a),
				l, l.First(l.Count-1), l.Of(last/2), g.Shifts(a))
			for _, cells := range []int{-7, -1, 1, 7} {
				y, ok := g.Along(last/2, a, cells)
				fmt.Fprint(&b, " ", y, " ", ok)
			}
			fmt.Fprintln(&b)
		}
		mass := make([]float64, g.Size())
		mass[1%g.Size()] = 1e-300
		fmt.Fprintln(&b, "  walls have", g.WallsHave(mass), g.Wall(last))
	}
	fmt.Fprintln(&b, grid.GCD(0, 6), grid.GCD(12, 18), grid.GCD(7, 0), grid.GCD(9, 4))
	must.Golden(t, "testdata/boxes.golden", b.String())
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"no axis":          func() { grid.New() },
		"an empty axis":    func() { grid.New(3, 0) },
		"outside":          func() { grid.New(3, 3).Index(0, 3) },
		"too few":          func() { grid.New(3, 3).Index(0) },
		"few names":        func() { grid.New(3, 3).Named([]string{"a"}) },
		"few kinds":        func() { grid.New(3, 3, 3).Of(grid.Any, grid.Line) },
		"before":           func() { grid.New(3, 3).Index(-1, 0) },
		"a wall elsewhere": func() { grid.New(3).WithWalls(3) },
	} {
		must.Panic(t, f, "%s", name)
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
