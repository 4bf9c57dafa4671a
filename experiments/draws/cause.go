package draws

import (
	"fmt"

	"breadboard/chains/evidence"
	"breadboard/grid"
)

// What people do to cells when they write them down can be undone: if the draws are p's then, it is named.

// A reading is another way to read the places of a cell. It returns false where that leads off the grid.
type reading struct {
	says string
	of   func(at []int) bool // changes the places
}

// readings are the ways in which a file may have meant its cells.
func readings(g grid.Grid) (all []reading) {
	lens := g.Lens()
	for a := range lens {
		all = append(all,
			reading{fmt.Sprintf("axis %d is counted from its other end", a+1), func(at []int) bool {
				at[a] = lens[a] - 1 - at[a]
				return true
			}},
			reading{fmt.Sprintf("axis %d is counted from 1, or is one too large; from 0 would do", a+1),
				by(lens, -1, a)},
			reading{fmt.Sprintf("axis %d is one too small", a+1), by(lens, 1, a)})
		for b := range a {
			if lens[a] == lens[b] {
				all = append(all, reading{fmt.Sprintf("axes %d and %d are exchanged", b+1, a+1), func(at []int) bool {
					at[a], at[b] = at[b], at[a]
					return true
				}})
			}
		}
	}
	if len(lens) > 1 {
		every := make([]int, len(lens))
		for a := range every {
			every[a] = a
		}
		all = append(all,
			reading{"places are counted from 1, or are one too large along each axis; from 0 would do",
				by(lens, -1, every...)},
			reading{"places are one too small along each axis", by(lens, 1, every...)})
	}
	return all
}

// by moves the places along some axes.
func by(lens []int, step int, axes ...int) func(at []int) bool {
	return func(at []int) bool {
		for _, a := range axes {
			at[a] += step
			if at[a] < 0 || at[a] >= lens[a] {
				return false
			}
		}
		return true
	}
}

// cause says what is likely wrong with draws that are not p's: what they are if they are read in another way, or "".
// The number of a cell that is one off along a line of all cells is a way too.
func cause(g grid.Grid, p []float64, kept []int, n int) (says string) {
	best := Level
	try := func(name string, to func(x int) int) {
		moved := make([]int, len(kept))
		for x, count := range kept {
			if count == 0 {
				continue
			}
			y := to(x)
			if y < 0 || y >= len(p) || p[y] == 0 {
				return
			}
			moved[y] += count
		}
		counts, pools := pooled(moved, p, n)
		if f := evidence.ChiSquare(counts, pools); len(pools) > 1 && f.P > best {
			best = f.P
			says = name
		}
	}
	for _, r := range readings(g) {
		try(r.says, func(x int) int {
			at := g.Coords(x)
			if !r.of(at) {
				return -1
			}
			return cellAt(g, at)
		})
	}
	if g.Axes() > 1 {
		try("cells are counted from 1, or are one too large; from 0 would do", func(x int) int { return x - 1 })
		try("cells are one too small", func(x int) int { return x + 1 })
		if lens := g.Lens(); len(lens) == 2 && lens[0] != lens[1] {
			try("cells are counted along columns, and not along rows", func(x int) int {
				return x%lens[0]*lens[1] + x/lens[0]
			})
		}
	}
	return says
}

// cellAt is the number of the cell at these places.
func cellAt(g grid.Grid, at []int) (x int) {
	for a, place := range at {
		x += place * g.Stride(a)
	}
	return x
}
