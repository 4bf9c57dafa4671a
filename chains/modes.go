package chains

import (
	"cmp"
	"math"
	"slices"

	"breadboard/grid"
)

// A Mode is a peak of a density and its basin. A peak is one cell, or several neighbours of equal density, with no
// higher neighbour. Its basin holds every cell from which the steepest way up leads there.
type Mode struct {
	Peak, Basin []int
	Mass        float64 // of the basin; that of all cells is 1
}

// Modes returns the modes of a density, the heaviest first.
func Modes(g grid.Grid, logf []float64) []Mode {
	basin := grid.NewClasses(len(logf))
	for x, v := range logf {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && logf[y] == v {
				basin.Union(x, y)
			}
		}
	}
	plateau := slices.Clone(basin) // the connected cells of the same density
	up := map[int]int{}            // the next cell on the steepest way up, by the first cell of a plateau
	for x, v := range logf {
		from := plateau.First(x)
		for m := range g.Moves() {
			y, ok := g.Move(x, m)
			if best, has := up[from]; ok && logf[y] > v && (!has || logf[y] > logf[best]) {
				up[from] = y
			}
		}
	}
	for from, to := range up {
		basin.Union(from, to)
	}
	modes := map[int]*Mode{}
	p := Normalized(logf)
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		in := basin.First(x)
		if modes[in] == nil {
			modes[in] = &Mode{}
		}
		m := modes[in]
		m.Basin = append(m.Basin, x)
		m.Mass += p[x]
		if _, climbs := up[plateau.First(x)]; !climbs {
			m.Peak = append(m.Peak, x)
		}
	}
	var all []Mode
	for _, m := range modes {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Mode) int {
		return cmp.Or(cmp.Compare(b.Mass, a.Mass), cmp.Compare(a.Peak[0], b.Peak[0]))
	})
	return all
}
