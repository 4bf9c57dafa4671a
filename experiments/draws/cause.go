package draws

import (
	"fmt"

	"breadboard/chains/evidence"
	"breadboard/grid"
)

// What people do to cells when they write them down can be undone: if the draws are p's then, it is named.

// A reading is another way to read cells. Its function returns the cell that is meant by one, or -1.
type reading struct {
	says string
	cell func(x int) int
}

// readings returns the ways in which a file may have meant its cells.
func readings(g grid.Grid) (all []reading) {
	lens := g.Lens()
	byPlaces := func(says string, change func(at []int)) {
		all = append(all, reading{says, func(x int) int {
			at := g.Coords(x)
			change(at)
			for a, place := range at {
				if place < 0 || place >= lens[a] {
					return -1
				}
			}
			return g.Index(at...)
		}})
	}
	for a := range lens {
		byPlaces(fmt.Sprintf("axis %d is counted from its other end", a+1),
			func(at []int) { at[a] = lens[a] - 1 - at[a] })
		for b := range a {
			byPlaces(fmt.Sprintf("axes %d and %d are exchanged", b+1, a+1),
				func(at []int) { at[a], at[b] = at[b], at[a] })
		}
	}
	byPlaces("places are counted from 1, or are one too large along each axis; from 0 would do", func(at []int) {
		for a := range at {
			at[a]--
		}
	})
	return append(all, reading{"cells are counted from 1, or are one too large; from 0 would do",
		func(x int) int { return x - 1 }})
}

// cause returns what is likely wrong with draws that are not p's: how they are p's if they are read in another way, or
// "".
func cause(g grid.Grid, p []float64, kept []int, n int) (says string) {
	best := Level
ways:
	for _, r := range readings(g) {
		meant := make([]int, len(kept))
		for x, count := range kept {
			if count == 0 {
				continue
			}
			y := r.cell(x)
			if y < 0 || p[y] == 0 {
				continue ways
			}
			meant[y] += count
		}
		counts, pools := pooled(meant, p, n)
		if f := evidence.ChiSquare(counts, pools); len(pools) > 1 && f.P > best {
			best = f.P
			says = r.says
		}
	}
	return says
}
