package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

// Definition proposes single moves.
func (Barker) Definition(g grid.Grid) chains.Definition { return operators.Barker.Definition(g) }

// Facts counts the proposal.
func (Barker) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }
