package kernels

import (
	"fmt"

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
func (k Blocks) On(g grid.Grid) chains.Operator { return HeatBath{}.On(k.merged(g)) }

// Cost counts the rest of a block's cells, on average over the blocks.
func (k Blocks) Cost(g grid.Grid) float64 { return HeatBath{}.Cost(k.merged(g)) }

// Moves is the number of other cells in the blocks through a cell.
func (k Blocks) Moves(g grid.Grid) float64 { return restOfLines(k.merged(g)) }

// Proposals is 0: blocks are redrawn as a whole.
func (Blocks) Proposals(grid.Grid) float64 { return 0 }

// merged returns the same cells with one axis for each block: neighbouring axes are one
// long axis in the order of states.
func (k Blocks) merged(g grid.Grid) grid.Grid {
	if k.Axes < 1 {
		panic(fmt.Sprintf("kernels: blocks of %d axes", k.Axes))
	}
	var lens []int
	for a := range g.Axes() {
		if a%k.Axes == 0 {
			lens = append(lens, 1)
		}
		lens[len(lens)-1] *= g.Len(a)
	}
	return grid.New(lens...)
}
