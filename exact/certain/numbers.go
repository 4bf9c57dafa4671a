package certain

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Numbers estimates how many big floats the rows of k are made from on g, so that a caller
// can tell beforehand how long Measure takes: some tenths of a second for 100,000 of them.
func Numbers(k chains.Kernel, g grid.Grid) float64 {
	n := float64(g.Size())
	switch k := k.(type) {
	case kernels.Independence, kernels.DelayedRejection:
		return n * n
	case kernels.Lifted:
		return n * float64(g.Axes()*g.Axes())
	case kernels.MultipleTry: // every pair of draws
		return n * math.Pow(float64(g.Moves()), float64(2*k.Tries-1)) / 4
	}
	return n * float64(g.Moves())
}
