package kernels

import (
	"breadboard/chains"
	"breadboard/grid"
)

// Blocks is Gibbs sampling by blocks of coordinates. The axes are cut, in their order, into
// blocks of Axes each, the last perhaps shorter; one block is picked at random, each as
// probable, and all its coordinates are redrawn together from their conditional given the
// others. It is reversible. With one axis a block it is HeatBath, with all in one block
// Perfect.
type Blocks struct{ Axes int }

// On returns the operator on g. It panics if Axes is below 1.
func (k Blocks) On(g grid.Grid) chains.Operator { return HeatBath{}.On(g.Merged(k.Axes)) }

// Definition is a block redrawn.
func (k Blocks) Definition(g grid.Grid) chains.Definition {
	return HeatBath{}.Definition(g.Merged(k.Axes))
}

// Facts counts the other cells of a block, on average over the blocks.
func (k Blocks) Facts(g grid.Grid) chains.Facts { return HeatBath{}.Facts(g.Merged(k.Axes)) }
