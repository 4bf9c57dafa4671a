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

// byRows is the number of terms that an outcome of a row counts, where rows are asked one by one and have a quotient of
// densities each.
const byRows = 35

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

// summed has the facts of a kernel that says its number of terms.
func summed(facts chains.Facts, terms float64) chains.Facts {
	facts.Terms = terms
	return facts
}

// add adds a share of a part's facts to all.
func add(all, part chains.Facts, share float64) chains.Facts {
	if all.Terms > 0 || part.Terms > 0 {
		all.Terms = all.Summed(0) + part.Summed(0)
	}
	all.Cost += share * part.Cost
	all.Moves += part.Moves
	all.Proposals += part.Proposals
	all.Paths += part.Paths
	all.Kept += part.Kept
	all.Rows += part.Rows
	return all
}

// reach is the number of other cells on the lines through a cell, at most `most` of each line.
func reach(g grid.Grid, most int) float64 {
	sum := 0
	for _, n := range g.Lens() {
		sum += min(n-1, most)
	}
	return float64(sum)
}

// beside is the number of cells that are one move from a cell.
func beside(g grid.Grid) (sum float64) {
	for a, n := range g.Lens() {
		sum += float64(min(n-1, g.Ways(a)))
	}
	return sum
}
