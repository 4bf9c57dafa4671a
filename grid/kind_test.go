package grid_test

import (
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/grid"
)

// A proposal by its definition: an axis that has a move, each as probable; then the cell before or after, each as
// probable, or one of the others. Past the end of a line, and into a wall, it is a rejection.
func defined(g grid.Grid, x int) map[int]*big.Rat {
	probs, axes := map[int]*big.Rat{}, []int{}
	for a := range g.Axes() {
		if g.Kind(a) != grid.Any || g.Len(a) > 1 {
			axes = append(axes, a)
		}
	}
	for _, a := range axes {
		n, at := g.Len(a), g.Coord(x, a)
		ways := []int{at - 1, at + 1}
		switch g.Kind(a) {
		case grid.Ring:
			ways = []int{(at + n - 1) % n, (at + 1) % n}
		case grid.Any:
			ways = nil
			for to := range n {
				if to != at {
					ways = append(ways, to)
				}
			}
		}
		for _, to := range ways {
			y, coords := x, g.Coords(x)
			if coords[a] = to; to >= 0 && to < n && !g.Wall(g.Index(coords...)) {
				y = g.Index(coords...)
			}
			add(probs, y, big.NewRat(1, int64(len(axes)*len(ways))))
		}
	}
	return probs
}

func add(probs map[int]*big.Rat, y int, p *big.Rat) {
	if probs[y] == nil {
		probs[y] = new(big.Rat)
	}
	probs[y].Add(probs[y], p)
}

func drawGrid(t *rapid.T) grid.Grid {
	lens := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "lengths")
	kinds := make([]grid.Kind, len(lens))
	for a := range kinds {
		kinds[a] = rapid.SampledFrom([]grid.Kind{grid.Line, grid.Ring, grid.Any}).Draw(t, "kind")
	}
	g := grid.New(lens...).Of(kinds...)
	return g.WithWalls(rapid.IntRange(0, g.Size()-1).Draw(t, "wall"))
}

// TestKinds: a move drawn among all is a proposal by its definition, and so is a shift by its ways.
func TestKinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		for x := range g.Size() {
			if g.Wall(x) {
				continue
			}
			moves := map[int]*big.Rat{}
			shifts := map[int]*big.Rat{}
			rest := big.NewRat(1, 1)
			for m := range g.Moves() {
				y, _ := g.Move(x, m)
				add(moves, y, big.NewRat(1, int64(g.Moves())))
			}
			for a := range g.Axes() {
				for _, s := range g.Shifts(a) {
					if g.Stays(x, s) && !g.Wall(x+s.By) {
						p := big.NewRat(int64(s.Ways*g.Share(a)), int64(g.Moves()))
						add(shifts, x+s.By, p)
						rest.Sub(rest, p)
					}
				}
			}
			if rest.Sign() != 0 {
				add(shifts, x, rest)
			}
			want := defined(g, x)
			if diff := cmp.Diff(want, moves, cmp.Comparer(same)); diff != "" {
				t.Fatalf("the moves from %v of %v: %s", g.Coords(x), g, diff)
			}
			if diff := cmp.Diff(want, shifts, cmp.Comparer(same)); diff != "" {
				t.Fatalf("the shifts from %v of %v: %s", g.Coords(x), g, diff)
			}
		}
	})
}

func same(a, b *big.Rat) bool { return a.Cmp(b) == 0 }
