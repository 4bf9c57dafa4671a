package chains

import (
	"math"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)): by
// Peskun's order never better than Metropolis, and smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) Operator { return newLocal(g, byBarker) }

// Cost is 1, the proposal.
func (Barker) Cost(grid.Grid) float64 { return 1 }

// Moves is the number of neighbours that a cell inside the box has.
func (Barker) Moves(g grid.Grid) float64 { return neighbours(g) }

var byBarker = rule{barkerAccept, barkerRatio, barkerReject, barkerTurn, lanes.Harmonic}

func barkerAccept(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

func barkerRatio(r float64) float64 { return r / (1 + r) }

func barkerReject(r float64) float64 { return 1 / (1 + r) }

func barkerTurn(a, _, slope float64) float64 { return a * (1 - a) * slope }
