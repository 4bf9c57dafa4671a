package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Langevin is the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie 1996) on whole numbers,
// with the proposal of Zhang, Liu and Liu (2022): along every axis by itself the walker moves by
// m with probability proportional to
//
//	exp(g m / 2 - m² / 2 Size²),
//
// where g is the slope of log f there. drift.go says what g is at borders and walls, how far m
// reaches, and where a steep g is cut. With q(x,y) for the product over the axes, y is accepted with
// min(1, f(y) q(y,x) / f(x) q(x,y)), and a wall is rejected. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible. It is the case of one step of Hamiltonian.
type Langevin struct{ Size float64 }

// On returns the operator on g. It panics if the size is not from 0.25 to 16.
func (k Langevin) On(g grid.Grid) chains.Operator {
	return leaping(g, 1, k.Size)
}

// Definition has the moves along all axes.
func (k Langevin) Definition(g grid.Grid) chains.Definition { return leaps(g, 1, k.Size) }

// Facts counts the proposal and the neighbours of both ends, whose slopes it takes. A program that
// remembers the slope of the cell that it starts from computes the neighbours of one end less.
func (k Langevin) Facts(g grid.Grid) chains.Facts {
	return written(1+2*reach(g, 2), within(g, windowOf(k.Size)), driftBytes(g, k.Size))
}
