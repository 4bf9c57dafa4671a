package experiments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Mode is a cell, or several side by side of one density, with none higher
// beside, and all from where the steepest way up leads there.
type Mode struct {
	Peak, Basin []int
	Mass        float64 // of the basin, the target's mass being 1
}

// Modes are those of a target, the heaviest first.
func (s Candidate) Modes() []Mode {
	l := s.NewLevel()
	s.LevelAt(l, s.T())
	return modes(s, l.LogF())
}

func modes(s Candidate, logf []float64) []Mode {
	level := plateaus(s, logf)
	up := map[int]int{} // from a plateau to the one that the steepest way up leads to
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		for m := range s.Grid.Moves() {
			y, ok := s.Grid.Move(x, m)
			if best, has := up[level[x]]; ok && logf[y] > v && (!has || logf[y] > logf[best]) {
				up[level[x]] = y
			}
		}
	}
	peaks, logZ := map[int]*Mode{}, floats.LogSumExp(logf)
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
		m.Mass += math.Exp(v - logZ)
		if level[x] == top {
			m.Peak = append(m.Peak, x)
		}
	}
	var all []Mode
	for _, m := range peaks {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Mode) int {
		if a.Mass != b.Mass {
			return map[bool]int{true: -1, false: 1}[a.Mass > b.Mass]
		}
		return a.Peak[0] - b.Peak[0]
	})
	return all
}

// plateaus tells of every cell the first of those of its density that hang
// together with it.
func plateaus(s Candidate, logf []float64) []int {
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
			for m := range s.Grid.Moves() {
				if y, ok := s.Grid.Move(queue[0], m); ok && of[y] < 0 && logf[y] == logf[x] {
					of[y] = x
					queue = append(queue, y)
				}
			}
		}
	}
	return of
}
