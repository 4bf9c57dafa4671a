package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Accepting is what is said of a kernel that proposes a cell and accepts it or stays.
type Accepting struct {
	// Advised is the rate at which it had better accept. The advice is of continuous spaces, and of many dimensions but
	// for moves along one axis.
	Advised float64
	// Stays is the probability at a level that a walker is offered the cell where it is, and stays there in any case.
	// Nil is never.
	Stays func(l *chains.Level) func(x int) float64
}

// The advice.
const (
	adviceForAllAxes = 0.234 // moves along all axes at once (Roberts, Gelman and Gilks 1997)
	adviceForOneAxis = 0.44  // moves along one (Gelman, Roberts and Gilks 1996)
	adviceForLeaning = 0.574 // moves that lean uphill (Roberts and Rosenthal 1998)
)

// Itself is Stays at a level, and 0 everywhere where that is nil.
func (a Accepting) Itself(l *chains.Level) func(x int) float64 {
	if a.Stays == nil {
		return func(int) float64 { return 0 }
	}
	return a.Stays(l)
}

// AcceptingOf returns what k's method Accepting says on the cells of g. It is not ok of a kernel without the method:
// one that does not propose and accept, or of which there is no advice.
func AcceptingOf(k chains.Kernel, g grid.Grid) (a Accepting, ok bool) {
	known, ok := k.(interface{ Accepting(g grid.Grid) Accepting })
	if !ok {
		return a, false
	}
	return known.Accepting(g), true
}
