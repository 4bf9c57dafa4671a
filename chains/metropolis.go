package chains

import (
	"math"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// Metropolis proposes each of the 2d moves with probability 1/2d and accepts
// with min(1, f(y)/f(x)); moves off the grid are rejected. On a grid of two
// axes it is the kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

// On returns the operator on g.
func (Metropolis) On(g grid.Grid) Operator { return newLocal(g, byMetropolis) }

// Cost is 1, the proposal.
func (Metropolis) Cost(grid.Grid) float64 { return 1 }

// Moves is the number of neighbours that a cell inside the box has.
func (Metropolis) Moves(g grid.Grid) float64 { return neighbours(g) }

var byMetropolis = rule{metropolisAccept, metropolisRatio, metropolisReject, metropolisTurn, lanes.Lesser}

func metropolisAccept(d float64) float64 {
	if d >= 0 {
		return 1
	}
	return math.Exp(d)
}

func metropolisRatio(r float64) float64 { return min(1, r) }

func metropolisReject(r float64) float64 { return max(1-r, 0) }

// metropolisTurn has a corner at d = 0.
func metropolisTurn(a, d, slope float64) float64 {
	if d > 0 || d == 0 && slope > 0 {
		return 0
	}
	return a * slope
}
