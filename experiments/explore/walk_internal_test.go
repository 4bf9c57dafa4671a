package explore

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// TestWalkHasTheLaw: over every path of the dice, a walker is in each cell at each level with the probability that the
// products of the kernel's rows give it.
func TestWalkHasTheLaw(t *testing.T) {
	for _, q := range []Question{
		{Target: "0,1.5;2,w", T: 4},
		{Target: "0,1,-1", Kernel: "heat-bath", T: 4},
		{Target: "0,1,-1", Kernel: "cycle", T: 4, SkipLast: true},
		{Target: "0,2", Kernel: "lifted", T: 3},
	} {
		c, err := q.Chain()
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := c.At(t.Context(), c.T)
		if err != nil {
			t.Fatal(err)
		}
		walked := make([][]float64, a.T())
		for i := range walked {
			walked[i] = make([]float64, c.Target.Grid.Size())
		}
		w := Walkers{Levels: evenly(a.T(), a.T())}
		for cells, p := range enumerate.Law(func(d chains.Dice) string {
			w.Cells = make([][]int, 1)
			if err := walk(context.Background(), a, w, []chains.Dice{d}); err != nil {
				panic(err)
			}
			return fmt.Sprint(w.Cells[0])
		}) {
			for i, x := range scanned(t, cells) {
				walked[i][x] += p
			}
		}
		for i, law := range pushed(a) {
			for x, p := range law {
				if math.Abs(walked[i][x]-p) > 1e-13 { // a few hundred roundings
					t.Errorf("%+v, level %d, cell %d: walkers are there with %v, and the law has %v", q, i+1, x, walked[i][x], p)
				}
			}
		}
	}
}

// scanned reads a list of cells.
func scanned(t *testing.T, text string) (cells []int) {
	t.Helper()
	for _, field := range strings.Fields(strings.Trim(text, "[]")) {
		var x int
		if _, err := fmt.Sscan(field, &x); err != nil {
			t.Fatal(err)
		}
		cells = append(cells, x)
	}
	return cells
}

// pushed are the laws of the cell at all levels, by the written rows of the kernel.
func pushed(a chains.Annealing) (laws [][]float64) {
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(level, 1)
	q := chains.Normalized(level.LogF())
	for t := 1; t <= a.T(); t++ {
		if t > 1 && t <= a.PathEnd() {
			a.LevelAt(level, t)
			op.Aim(level)
			next := make([]float64, len(q))
			for x, mass := range q {
				stay := 1.0 // less what the row says
				op.Row(x, func(y int, p float64) { next[y], stay = next[y]+mass*p, stay-p })
				next[x] += mass * stay
			}
			q = next
		}
		law := make([]float64, len(q)/a.PerCell())
		for s, mass := range q {
			law[s/a.PerCell()] += mass
		}
		laws = append(laws, law)
	}
	return laws
}
