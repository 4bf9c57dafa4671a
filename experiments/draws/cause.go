package draws

import (
	"fmt"

	"breadboard/grid"
)

// mayFit is the least p-value of a cause. One of a hundred right ones is lower, and few others are higher.
const mayFit = 0.01

// cause returns the slip in numbering cells by which the counts of draws that are not p's could be of p, and which they
// fit best. It is "" if there is none.
func (r *Result) cause(g grid.Grid, counts []int) (says string) {
	best := mayFit
	// try tries places on a grid of the same cells, changed by read.
	try := func(words string, h grid.Grid, read func(at []int)) {
		moved := make([]int, len(counts))
		for x, n := range counts {
			at := h.Coords(x)
			read(at)
			y, inside := cellAt(h, at)
			if n > 0 && !(inside && r.Target[y] > 0) {
				return
			}
			moved[y] += n
		}
		if f := r.fit(moved, r.Target); f.DF > 0 && f.P > best {
			best, says = f.P, words
		}
	}
	shifts := func(what string, h grid.Grid, axes ...int) {
		each := func(to func(at, places int) int) func(at []int) {
			return func(at []int) {
				for _, a := range axes {
					at[a] = to(at[a], h.Len(a))
				}
			}
		}
		try(what+" counted from 1, or one too large", h, each(func(at, _ int) int { return at - 1 }))
		try(what+" one too small", h, each(func(at, _ int) int { return at + 1 }))
		try(what+" counted from the other end", h, each(func(at, places int) int { return places - 1 - at }))
	}
	var all []int
	for a := range g.Axes() {
		shifts(fmt.Sprintf("places along axis %d are", a+1), g, a)
		for b := range a {
			if g.Len(a) == g.Len(b) {
				try(fmt.Sprintf("axes %d and %d are exchanged", b+1, a+1), g,
					func(at []int) { at[a], at[b] = at[b], at[a] })
			}
		}
		all = append(all, a)
	}
	if len(all) > 1 {
		shifts("places along all axes are", g, all...)
		shifts("cells are", grid.New(g.Size()), 0)
	}
	return says
}

// cellAt returns the cell at these places, and 0 and false if there is none.
func cellAt(g grid.Grid, at []int) (x int, inside bool) {
	for a, place := range at {
		if place < 0 || place >= g.Len(a) {
			return 0, false
		}
	}
	return g.Index(at...), true
}
