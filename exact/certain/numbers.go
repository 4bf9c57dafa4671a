package certain

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Numbers estimates how many big floats the rows of k take on g, so that a caller can
// predict the time of Measure: some tenths of a second for 100,000 of them.
func Numbers(k chains.Kernel, g grid.Grid) float64 {
	facts, moves := chains.FactsOf(k, g), float64(g.Moves())
	paths := facts.Paths
	if k, ok := k.(kernels.MultipleTry); ok { // every pair of draws, of which its facts count the sums alone
		paths = math.Pow(moves, float64(2*k.Tries-1)) / 4
	}
	return float64(g.Size()) * max(moves, facts.Proposals, paths)
}
