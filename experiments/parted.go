package experiments

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid"
)

// partsTarget is in every sentence of Parted.
const partsTarget = "the target falls into parts"

// IsParted reports whether a warning is a sentence of Parted.
func IsParted(warning string) bool { return strings.Contains(warning, partsTarget) }

// mostLooked is the largest number of moves that parts looks at, at all levels together.
const mostLooked = 1 << 23

// findParted looks for parts of the target of this name, in an annealing of the setting, where mayPart says that there
// may be some.
func (s Setting) findParted(name string, a chains.Annealing) []string {
	first, target := a.Ends()
	part, ok := parts(a)
	if !ok {
		return nil
	}
	p := chains.Normalized(target)
	heaviest := floats.MaxIdx(p)
	start := sumBy(part, chains.Normalized(first))
	end := sumBy(part, p)
	cells, apart := 0, 0
	for x, v := range p {
		if v > 0 {
			cells++
			if part[x] != part[heaviest] {
				apart++
			}
		}
	}
	least := exact.Between(start, end).Jeffreys()
	if !(least > leastParted) || math.IsInf(least, 1) {
		return nil
	}
	end[part[heaviest]] = 0
	return []string{fmt.Sprintf("%s: %s, and from cell %v, the heaviest, %s never reaches %d of its %d cells, which "+
		"have %.3g of the mass; each part keeps the mass that chains begin with there, so that J is at least %.5g, "+
		"whatever the levels; a kernel that leads everywhere, as from-prior does, would do",
		name, partsTarget, a.Grid.Coords(heaviest), s.Kernel, apart, cells, floats.Sum(end), least)}
}

// leastParted is the J between the masses of parts below which they are taken to be the same: sums of a million masses
// have errors of 1e-10, and J is of the size of their square.
const leastParted = 1e-12

// parts returns for each cell the first cell of its part: the cells to which the kernel leads, in any number of steps
// at whichever levels. ok is false if a level's masses are not all floats, so that a move may be lost, and after
// mostLooked moves.
func parts(a chains.Annealing) (part grid.Classes, ok bool) {
	joined := grid.NewClasses(a.Grid.Size())
	l, op := a.NewLevel(), chains.On(a.Kernel, a.Grid)
	looked := 0
	for t := 2; t <= a.PathEnd(); t++ {
		a.LevelAt(l, t)
		logf := l.LogF()
		if chains.LogSpan(logf) >= chains.MaxLogSpan {
			return nil, false
		}
		op.Aim(l)
		for s, v := range logf {
			if math.IsInf(v, -1) {
				continue
			}
			op.Row(s, func(y int, p float64) {
				looked++
				if p > 0 {
					joined.Join(s, y)
				}
			})
			if looked > mostLooked {
				return nil, false
			}
		}
	}
	joined.Settle()
	return joined, true
}

// sumBy adds the masses of each part up, at its first cell.
func sumBy(part grid.Classes, p []float64) []float64 {
	sums := make([]float64, len(p))
	for x, v := range p {
		sums[part[x]] += v
	}
	return sums
}
