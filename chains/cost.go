package chains

import "breadboard/grid"

// Priced is what a kernel also is that knows its price.
type Priced interface {
	// Cost is the mean number of log densities that a step on g computes besides
	// the one where it stands, which the weight needs anyway; the largest that may
	// be where it depends on the density. g is the grid that On takes.
	Cost(g grid.Grid) float64
}

// Cost is the price of one step of k on g, and false where k does not know it.
func Cost(k Kernel, g grid.Grid) (float64, bool) {
	p, ok := k.(Priced)
	if !ok {
		return 0, false
	}
	cost := p.Cost(g)
	return cost, cost >= 0
}

// unpriced is the Cost of a kernel made from one that has none.
const unpriced = -1

// Cost is 1, the proposal.
func (Metropolis) Cost(grid.Grid) float64 { return 1 }

// Cost is 1, the proposal.
func (Barker) Cost(grid.Grid) float64 { return 1 }

// Cost is that of the rest of a line, on average over the axes.
func (HeatBath) Cost(g grid.Grid) float64 {
	sum := 0.0
	for a := range g.Axes() {
		sum += float64(g.Len(a) - 1)
	}
	return sum / float64(g.Axes())
}

// Cost is that of all other cells.
func (Perfect) Cost(g grid.Grid) float64 { return float64(g.Size() - 1) }

// Cost is 0.
func (Identity) Cost(grid.Grid) float64 { return 0 }
