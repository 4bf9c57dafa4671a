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
	return widen(g, func(_, y int) bool { return g.Wall(y) }, lens...), Pairs{Base: b, N: g.Size(), Share: k.Share}
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
	moves := make([]int, 4*d)
	for m := range moves {
		moves[m] = m
	}
	one, other := newMoves(g, byMetropolis, moves[:2*d]), newMoves(g, byMetropolis, moves[2*d:])
	parts := []Operator{walker{one}, walker{other}, newPlaces(g, n)}
	return newRelay(parts, parts, g.Size())
}

// walker is the moves of one walker. It picks where to go at once, whether its move
// is accepted and all.
type walker struct{ *local }

func (o walker) Reversal() Operator { return o }

func (o walker) Step(x int, d Dice) int { return stepByRow(o, x, d) }

// places is the offer to change places, of two walkers on n cells each.
type places struct{ *symmetric }

func newPlaces(g grid.Grid, n int) places {
	o := newSymmetric(g, 1, func(x int, visit func(y int)) {
		if y := x%n*n + x/n; y != x {
			visit(y)
		}
	})
	o.add = func(dst, base, f *Pair, p []float64, share float64) {
		exchange(dst, base, f, p, n, share)
	}
	return places{o}
}

func (o places) Reversal() Operator { return o }

// inPlace: the two cells of a pair are read before they are written.
func (o places) inPlace() bool { return true }

// exchange has the smaller of both masses change places in every pair of cells, and
// none where they are the same.
func exchange(dst, base, f *Pair, p []float64, n int, share float64) {
	f0, f1, b0, b1, d0, d1 := f[0], f[1], base[0], base[1], dst[0], dst[1]
	for a := range n {
		d0[a*n+a], d1[a*n+a] = b0[a*n+a], b1[a*n+a]
		for b := range a {
			x, y := a*n+b, b*n+a
			c := share * min(p[x], p[y])
			here, there := c/(p[x]+least), c/(p[y]+least)
			g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
			d0[x], d0[y] = b0[x]+here*g0, b0[y]-there*g0
			d1[x], d1[y] = b1[x]+here*g1, b1[y]-there*g1
		}
	}
}

// Cost is 2, a proposal for each walker: to change places they need nothing new.
func (Swap) Cost(grid.Grid) float64 { return 2 }

// Moves is where both walkers can go or stay, in either order.
func (k Swap) Moves(g grid.Grid) float64 {
	one := 1 + neighbours(g)
	return min(2*one*one-1, others(k, g))
}

// Proposals is the moves of each walker, and to change places.
func (Swap) Proposals(g grid.Grid) float64 { return float64(2*g.Moves() + 1) }

// Memory is that of what is handed on from one of the three parts to another, and of
// one row a pair, to change places.
func (k Swap) Memory(g grid.Grid) (pairs, rows float64) {
	n := float64(k.States(g))
	return 16 * n, writtenRows(n, 1)
}
