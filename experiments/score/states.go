package score

import (
	"breadboard/chains"
	"breadboard/exact/timeaverage"
)

// Values is a function of cells as a function of states.
func (s Subject) Values(f []float64) []float64 { return s.onStates(f) }

// Chain is the chain on the kernel's own states.
func (s Subject) Chain() *timeaverage.Chain { return s.chain }

// Share is the number of states of a cell: the states of cell x are x Share to (x+1) Share - 1.
func (s Subject) Share() int { return s.share }

// Operator returns a new operator of the kernel, aimed at the density.
func (s Subject) Operator() chains.Operator {
	level, op := s.Annealing.NewLevel(), s.Annealing.Kernel.On(s.Annealing.Grid)
	s.Annealing.LevelAt(level, 2)
	op.Aim(level)
	return op
}

// OnStates is the law of the state if the cell has this law and the rest is drawn given the cell.
func (s Subject) OnStates(law []float64) []float64 {
	wide := s.onStates(law)
	for x := range wide {
		wide[x] *= s.within[x]
	}
	return wide
}
