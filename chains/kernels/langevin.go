package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Langevin is the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie 1996) on whole numbers,
// with the proposal of Zhang, Liu and Liu (2022): along every axis separately the walker moves by m with probability
// proportional to
//
//	exp(g m / 2 - m² / 2 Size²),
//
// where g is the slope of log f there. leap says what g is at borders and walls, how far m reaches, and where a steep g
// is cut. With q(x,y) for the product over the axes, y is accepted with min(1, f(y) q(y,x) / f(x) q(x,y)), and a wall
// is rejected. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible. It is Hamiltonian with one step. On a ring m and m plus its length lead to
// the same y; q(x,y) counts one m, and the way back its opposite.
type Langevin struct{ Size float64 }

// On refuses what Hamiltonian refuses, and panics if the size is not from 0.25 to 16.
func (k Langevin) On(g grid.Grid) (chains.Operator, error) { return Hamiltonian{1, k.Size}.On(g) }

// Cost counts the proposal and the neighbours of both ends, for their slopes. A program that remembers the slope of the
// cell that it starts from saves the neighbours of one end.
func (k Langevin) Cost(g grid.Grid) float64 { return 1 + 2*neighbourCount(g) }
