package chains

import "breadboard/grid"

// Independence proposes each of the n cells with probability 1/n, wherever the
// walker is, and accepts with min(1, f(y)/f(x)); walls are rejected. It is
// reversible, and all its eigenvalues are known: Liu (1996).
type Independence struct{}

// On returns the operator on g.
func (Independence) On(g grid.Grid) Operator {
	return newSymmetric(g, 1/float64(g.Size()), func(x int, visit func(y int)) {
		for y := range g.Size() {
			if y != x {
				visit(y)
			}
		}
	})
}

// Cost is 1, the proposal.
func (Independence) Cost(grid.Grid) float64 { return 1 }
