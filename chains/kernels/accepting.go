package kernels

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Accepting is what is said of a kernel that proposes a cell and accepts it or stays: the rate at which it had better
// accept. The advice is of continuous spaces, and of many dimensions but for the second.
type Accepting struct {
	// Advised is 0.234 for moves along all axes at once (Roberts, Gelman and Gilks 1997), 0.44 for moves along one
	// (Gelman, Roberts and Gilks 1996) and 0.574 for those that lean uphill (Roberts and Rosenthal 1998).
	Advised float64
	itself  func(l *chains.Level) func(x int) float64 // nil is never
}

// Itself is the probability at a level that a walker is offered the cell where it is, and stays there in any case.
func (a Accepting) Itself(l *chains.Level) func(x int) float64 {
	if a.itself == nil {
		return func(int) float64 { return 0 }
	}
	return a.itself(l)
}

// AcceptingOf is that of a kernel on the cells of g. It is not ok of a kernel that does not propose and accept, or of
// which there is no advice.
func AcceptingOf(k chains.Kernel, g grid.Grid) (a Accepting, ok bool) {
	switch k := k.(type) {
	case King:
		return Accepting{Advised: 0.234}, true
	case Metropolis, Jumps:
		return Accepting{Advised: 0.44}, true
	case Langevin:
		itself := func(l *chains.Level) func(x int) float64 { return k.itself(g, l) }
		return Accepting{Advised: 0.574, itself: itself}, true
	}
	return Accepting{}, false
}

// itself is the product over the axes of the probability of no move, or of one round a ring.
func (k Langevin) itself(g grid.Grid, l *chains.Level) func(x int) float64 {
	leap := newLeap[numbers.Float](g, Hamiltonian{1, k.Size})
	view := operators.NewView(g)
	view.Aim(l)
	leap.at(view.Look())
	return func(x int) float64 {
		chance := 1.0
		for axis := range g.Axes() {
			law := leap.law(x, axis)
			least, most := leap.reached(axis)
			stays := 0.0
			for m := least; m <= most; m++ {
				if y, ok := leap.grid.Along(x, axis, m); ok && y == x {
					stays += float64(law[leap.room+m])
				}
			}
			chance *= stays
		}
		return chance
	}
}
