package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Numbers a state: a pair of functions; and for each move of a row that is written out, a
// state and a probability in lists that grow by doubling.
const (
	aPair = 2
	aMove = 5
)

// others is the number of states less one.
func others(g grid.Grid) float64 { return float64(g.Size() - 1) }

// proposing has the facts of a kernel whose moves each have a probability of their own.
func proposing(cost, moves float64) chains.Facts {
	return chains.Facts{Cost: cost, Moves: moves, Proposals: moves}
}

// written has the facts of a kernel that keeps some bytes a state, and writes its rows out
// if it has no p.
func written(cost, moves, bytes float64) chains.Facts {
	return chains.Facts{Cost: cost, Moves: moves, Proposals: moves, Kept: bytes / 8, Rows: aMove * moves}
}

// add adds a share of a part's facts to all.
func add(all, part chains.Facts, share float64) chains.Facts {
	all.Cost += share * part.Cost
	all.Moves += part.Moves
	all.Proposals += part.Proposals
	all.Paths += part.Paths
	all.Kept += part.Kept
	all.Rows += part.Rows
	return all
}

// reach is the number of other cells on the lines through a cell, at most `most` of each
// line: 2 for single moves.
func reach(g grid.Grid, most int) float64 {
	sum := 0
	for _, n := range g.Lens() {
		sum += min(n-1, most)
	}
	return float64(sum)
}
