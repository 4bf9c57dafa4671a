package validation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// A Mode is a peak of the target and its basin. A peak is one cell, or several
// neighbours of equal density, with no higher neighbour. Its basin is every cell from
// which the steepest way up leads there.
type Mode struct {
	Peak, Basin []int
	Mass        float64 // of the basin, the target's mass being 1
}

// Modes returns the modes of the target, the heaviest first.
func (s Candidate) Modes() []Mode {
	logf := s.target()
	level := plateaus(s.Grid, logf)
	up := ascents(s.Grid, logf, level)
	peaks, p := map[int]*Mode{}, chains.Normalized(logf)
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

// ascents returns, for each plateau, the cell that the steepest way up from it leads to.
func ascents(g grid.Grid, logf []float64, level []int) map[int]int {
	up := map[int]int{}
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		for m := range g.Moves() {
			y, ok := g.Move(x, m)
			if best, has := up[level[x]]; ok && logf[y] > v && (!has || logf[y] > logf[best]) {
				up[level[x]] = y
			}
		}
	}
	return up
}

// plateaus returns, for each cell, the first cell of its plateau: the connected cells of
// the same density.
func plateaus(g grid.Grid, logf []float64) []int {
	of := make([]int, len(logf))
	for x := range of {
		of[x] = -1
	}
	for x := range logf {
		if of[x] >= 0 {
			continue
		}
		of[x] = x
		for queue := []int{x}; len(queue) > 0; queue = queue[1:] {
			for m := range g.Moves() {
				if y, ok := g.Move(queue[0], m); ok && of[y] < 0 && logf[y] == logf[x] {
					of[y] = x
					queue = append(queue, y)
				}
			}
		}
	}
	return of
}

// A function is a function of the state that the chain averages.
type function struct {
	name string
	of   []float64
}

// functions are log f of the target, then the coordinates, and then whether the chain is
// near the heaviest mode.
func (s Candidate) functions(modes []Mode) (all []function, coordinates int) {
	target := s.target()
	all = []function{{"log f", target}}
	for a := range s.Grid.Axes() {
		if s.Grid.Len(a) > 1 {
			f := make([]float64, len(target))
			for x := range f {
				f[x] = float64(s.Grid.Coord(x, a))
			}
			coordinates++
			all = append(all, function{fmt.Sprintf("coordinate %d", a+1), f})
		}
	}
	if len(modes) > 1 {
		f := make([]float64, len(target))
		for _, x := range modes[0].Basin {
			f[x] = 1
		}
		all = append(all, function{"being in the heaviest mode", f})
	}
	return all, coordinates
}
