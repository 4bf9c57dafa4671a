package exact

import (
	"breadboard/chains"
)

// depth is the span of log f, in nats, below which p, 1/p and their products with a deviation are in the range of
// floats.
const depth = chains.MaxLogSpan

// shallow reports whether both ends have mass in the same cells and span less than depth.
func shallow(a chains.Annealing) bool {
	from, to := a.Ends()
	return chains.LogSpan(from) < depth && chains.LogSpan(to) < depth && a.SameCells()
}

// byProducts reports whether one pass goes by products, with masses p that are in the range of floats at every level.
func byProducts(a chains.Annealing) bool {
	_, geometric := a.Bridge.(chains.Geometric)
	return geometric && shallow(a)
}

// rarest is the mass from which on its inverse, and the inverse's products with other masses, are in the range of
// floats.
const rarest = 1e-260

// largestSquare is the E[ŵ²; x] from which on all are divided, so that they stay in the range of floats.
const largestSquare = 1e100
