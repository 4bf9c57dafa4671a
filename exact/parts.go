package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// mostLooked bounds the moves at which parted looks, at all levels together.
const mostLooked = 1 << 23

// leastParted is the J between the masses of parts below which they are the same. Sums of a million masses have errors
// of 1e-10, and J is of the size of their square.
const leastParted = 1e-12

// disconnected returns a warning if walls part the target for the kernel: no step at any level leads from one part to
// another. A part keeps the mass that chains begin with there, and so J is at least that between these masses and those
// of p_T. It returns "" if both are the same, where there are more than mostLooked moves, and where masses are below
// any float, so that a move may seem impossible.
func disconnected(prog *progress, a chains.Annealing) string {
	first, last := a.Ends()
	if !math.IsInf(floats.Min(last), -1) {
		return ""
	}
	part := grid.NewClasses(len(last))
	level := a.NewLevel()
	op := chains.On(a.Kernel, a.Grid)
	heaviest := floats.MaxIdx(last)
	looked := 0
	cells := 0
	apart := 0
	for t := range prog.through(a.PathEnd()) {
		a.LevelAt(level, t)
		if cells > 0 && apart == 0 || looked > mostLooked || chains.LogSpan(level.LogF()) >= chains.MaxLogSpan {
			return ""
		}
		op.Aim(level)
		for x, v := range level.LogF() {
			if !math.IsInf(v, -1) {
				op.Row(x, func(y int, p float64) {
					looked++
					if p > 0 {
						part.Union(x, y)
					}
				})
			}
		}
		cells, apart = countApart(part, last, heaviest)
	}
	begin, end := make([]float64, len(last)), make([]float64, len(last))
	p := chains.Normalized(last)
	for x, v := range chains.Normalized(first) {
		begin[part.First(x)] += v
		end[part.First(x)] += p[x]
	}
	var between Divergence
	for x, v := range begin {
		between.addTerms(v, end[x])
	}
	if least := between.Jeffreys(); apart > 0 && least > leastParted && !math.IsInf(least, 1) {
		return fmt.Sprintf("the target falls into parts: from cell %v, the heaviest, no step leads to %d of its %d "+
			"cells, which have %.3g of the mass. Each part keeps the mass that chains begin with there, so that J is "+
			"at least %.5g, whatever the levels; use a kernel that leads everywhere, such as from-prior",
			a.Grid.Name(heaviest), apart, cells, 1-end[part.First(heaviest)], least)
	}
	return ""
}

// countApart counts the cells with mass, and those of them that are not in the heaviest one's part.
func countApart(part grid.Classes, logf []float64, heaviest int) (cells, apart int) {
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		cells++
		if part.First(x) != part.First(heaviest) {
			apart++
		}
	}
	return cells, apart
}
