package chains

import (
	"cmp"
	"math"
	"slices"

	"breadboard/grid"
)

// A Mode is a peak of a density and its basin. A peak is one cell, or several
// neighbours of equal density, with no higher neighbour. Its basin is every cell from
// which the steepest way up leads there.
type Mode struct {
	Peak, Basin []int
	Mass        float64 // of the basin; all mass is 1
}

// Modes returns the modes of a density, the heaviest first.
func Modes(g grid.Grid, logf []float64) []Mode {
	level := plateaus(g, logf)
	up := map[int32]int{} // by plateau, the cell that the steepest way up from it leads to
	for x, v := range logf {
		for m := range g.Moves() {
			y, ok := g.Move(x, m)
			if best, has := up[level[x]]; ok && logf[y] > v && (!has || logf[y] > logf[best]) {
				up[level[x]] = y
			}
		}
	}
	peaks := map[int32]*Mode{}
	p := Normalized(logf)
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		top := level[x]
		for next, ok := up[top]; ok; next, ok = up[top] {
			top = level[next]
		}
		if peaks[top] == nil {
			peaks[top] = &Mode{}
		}
		m := peaks[top]
		m.Basin = append(m.Basin, x)
		m.Mass += p[x]
		if level[x] == top {
			m.Peak = append(m.Peak, x)
		}
	}
	var all []Mode
	for _, m := range peaks {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Mode) int {
		return cmp.Or(cmp.Compare(b.Mass, a.Mass), cmp.Compare(a.Peak[0], b.Peak[0]))
	})
	return all
}

// plateaus returns, for each cell, the first cell of its plateau: the connected cells of
// the same density.
func plateaus(g grid.Grid, logf []float64) grid.Classes {
	of := grid.NewClasses(len(logf))
	for x, v := range logf {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && logf[y] == v {
				of.Join(x, y)
			}
		}
	}
	of.Settle()
	return of
}
