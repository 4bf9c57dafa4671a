package experiments

import (
	"fmt"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// A stateSpace is what an annealing walks on: the cells of a box, or orbits of cells. What is different on orbits is
// answered here, and nobody else asks which of the two they are.
type stateSpace interface {
	// name is "cells" or "orbits", and byCell whether each is one cell.
	name() string
	byCell() bool
	// about explains to people what a state is and how states are ordered; "" for cells.
	about() string
	// where names the states of a made target for people: "7x7", "433 orbits of 65,536 cells".
	where(t toys.Target) string
	// box is the grid along whose axes a kernel moves.
	box() grid.Grid
	// walks returns why a kernel has no form on the states, or nil.
	walks(k chains.Kernel) error
	// always reports whether a kernel has a form on such states of every target.
	always(k chains.Kernel) bool
	// put puts a kernel of cells on the states of a made target. The error says why it has no form there.
	put(k chains.Kernel, b chains.Bridge, t toys.Target) (chains.Kernel, error)
	// statistics are those of the bridge of averaged moments, by state.
	statistics(name string, t toys.Target) ([][]float64, error)
	// table is the number of numbers that stand beside the densities, and lines the number that a kernel keeps of the
	// lines through cells.
	table() float64
	lines() float64
}

// onBox has the grid along whose axes a kernel moves, and keeps nothing beside the densities.
type onBox struct{ grid grid.Grid }

func (b onBox) box() grid.Grid { return b.grid }
func (onBox) table() float64   { return 0 }
func (onBox) lines() float64   { return 0 }

// cellStates are states that each are one cell.
type cellStates struct{ onBox }

func (cellStates) name() string               { return "cells" }
func (cellStates) byCell() bool               { return true }
func (cellStates) about() string              { return "" }
func (cellStates) where(t toys.Target) string { return t.Grid.String() }
func (cellStates) walks(chains.Kernel) error  { return nil } // Fits looks at the axes
func (cellStates) always(chains.Kernel) bool  { return true }

func (cellStates) put(k chains.Kernel, _ chains.Bridge, t toys.Target) (chains.Kernel, error) {
	return k, chains.Fits(k, t.Grid)
}

// mostStatistics bounds cells times statistics, and so memory: 128 MB for each of two copies.
const mostStatistics = 1 << 24

func (c cellStates) statistics(name string, _ toys.Target) ([][]float64, error) {
	if many := c.grid.Size() * chains.CountStatistics(name, c.grid); many > mostStatistics {
		return nil, fmt.Errorf("%d statistics by cell are too many; at most %d would do", many, mostStatistics)
	}
	return chains.Statistics(name, c.grid)
}
