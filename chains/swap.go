package chains

import (
	"fmt"

	"breadboard/grid"
)

// Swap is parallel tempering with two walkers on the product space: x at beta and
// y at Share times beta, independent under the density that it leaves invariant,
// f_beta(x) f_(Share beta)(y). A step is one of Metropolis by each of them, then
// the offer to change places, accepted with
//
//	min(1, f_beta(y) f_(Share beta)(x) / (f_beta(x) f_(Share beta)(y))).
//
// Each of the three is reversible and the whole is not: its reversal changes
// places first. With Share = 0 the second walker is on the initial density for
// good.
type Swap struct{ Share float64 }

// Extend returns the grid of pairs, the second cell's axes after the first's.
func (k Swap) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	if !(k.Share >= 0 && k.Share <= 1) {
		panic(fmt.Sprintf("chains: a second walker at %v times beta", k.Share))
	}
	var lens []int
	for a := range g.Axes() {
		lens = append(lens, g.Len(a))
	}
	return widen(g, func(_, y int) bool { return g.Wall(y) }, lens...), pairUp(b, g.Size(), k.Share)
}

// States is the number of pairs.
func (Swap) States(g grid.Grid) int { return g.Size() * g.Size() }

// On returns the operator on g, the grid of pairs. It panics on another.
func (Swap) On(g grid.Grid) Operator {
	d, n := g.Axes()/2, 1
	for a := range d {
		n *= g.Len(a)
		if g.Len(a) != g.Len(a+d) {
			n = 0
		}
	}
	if n*n != g.Size() {
		panic(fmt.Sprintf("chains: two walkers on %v, which is no grid of pairs; Annealing.Extended makes it", g))
	}
	one := func(first int) Operator {
		return newSymmetric(g, 1/float64(2*d), func(x int, visit func(y int)) {
			for m := 2 * first; m < 2*(first+d); m++ {
				if y, ok := g.Move(x, m); ok {
					visit(y)
				}
			}
		})
	}
	places := newSymmetric(g, 1, func(x int, visit func(y int)) {
		if y := x%n*n + x/n; y != x {
			visit(y)
		}
	})
	parts := []Operator{one(0), one(d), places}
	return newRelay(parts, parts, g.Size())
}

// Cost is 2, a proposal for each walker: to change places they need nothing new.
func (Swap) Cost(grid.Grid) float64 { return 2 }
