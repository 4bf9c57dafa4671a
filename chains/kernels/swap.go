package kernels

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Swap is parallel tempering with two walkers on the product space: x at beta and y at Share
// times beta. They are independent under the invariant density, f_beta(x) f_(Share beta)(y).
// A step is one of Metropolis by each of them, then an offer to change places, accepted with
//
//	min(1, f_beta(y) f_(Share beta)(x) / (f_beta(x) f_(Share beta)(y))).
//
// Each of the three is reversible and the whole is not: its reversal changes places first.
// With Share = 0 the second walker stays on the initial density. Each moves along its own axes, of whatever kind.
//
// Metropolis is that of the pair. A run can begin in a pair without mass, where a walker stands on a wall of the
// target. It leaves for pairs with mass alone: if both walkers stand on walls neither moves, because what one of them
// reaches is still no pair with mass. A walker of its own would step off its wall. The pair is kept to the law that
// holds for all kernels here, that no state without mass is entered, and its run has the weight 0 in either case.
type Swap struct{ Share float64 }

// Box is the box of pairs, the second cell's axes after the first's.
func (Swap) Box(g grid.Grid) grid.Grid { return g.By(g) }

// Extend makes a pair a wall if one of its cells is.
func (k Swap) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	if !(k.Share >= 0 && k.Share <= 1) {
		panic(fmt.Sprintf("kernels: a second walker at %v times beta", k.Share))
	}
	n := g.Size()
	pairs := k.Box(g).WallsWhere(func(x int) bool { return g.Wall(x/n) || g.Wall(x%n) })
	return pairs, Walkers{Base: b, N: n, Share: k.Share}
}

// walkers returns the axes of both walkers on g, the grid of pairs, and the number of cells of each. It
// panics on another grid.
func walkers(g grid.Grid) (one, other []int, n int) {
	d, lens := g.Axes()/2, g.Lens()
	if !slices.Equal(lens[:d], lens[d:]) {
		panic(fmt.Sprintf("kernels: two walkers on %v, which is no grid of pairs; Annealing.Extended makes it", g))
	}
	axes := make([]int, 2*d)
	for a := range axes {
		axes[a] = a
	}
	return axes[:d], axes[d:], grid.New(lens[:d]...).Size()
}

func (Swap) Definition(g grid.Grid) chains.Definition {
	one, other, n := walkers(g)
	move := operators.Metropolis.Definition
	return chains.InTurn{move(g, one...), move(g, other...), places(n)}
}

// places is the offer to change places.
func places(n int) chains.Outcomes {
	return operators.Proposed(1, func(x int, visit func(y int)) {
		if y := x%n*n + x/n; y != x {
			visit(y)
		}
	}, operators.Metropolis)
}

// On returns the operator on g, the grid of pairs. It panics on another.
func (Swap) On(g grid.Grid) chains.Operator {
	first, second, n := walkers(g)
	one := operators.NewLocal(g, operators.Metropolis, first...)
	other := operators.NewLocal(g, operators.Metropolis, second...)
	places := operators.NewSymmetric(g, places(n))
	// A pull moves the smaller of two masses between (x, y) and (y, x). The two states of a pair are read before they
	// are written.
	places.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		f0 := f[0]
		f1 := f[1]
		b0 := base[0]
		b1 := base[1]
		d0 := dst[0]
		d1 := dst[1]
		for a := range n {
			d0[a*n+a], d1[a*n+a] = b0[a*n+a], b1[a*n+a]
			for b := range a {
				x, y := a*n+b, b*n+a
				c := share * min(p[x], p[y])
				here, there := c/(p[x]+operators.Least), c/(p[y]+operators.Least)
				g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
				d0[x], d0[y] = b0[x]+here*g0, b0[y]-there*g0
				d1[x], d1[y] = b1[x]+here*g1, b1[y]-there*g1
			}
		}
	}
	places.PullsInPlace = true
	return operators.NewProduct([]chains.Operator{walker{one}, walker{other}, places}, g.Size())
}

// Facts counts a proposal for each walker; changing places computes nothing new. A step
// leads to pairs of places that each walker can reach, in either order. The parts pass a
// pair on, and the row of a state that changes places has one entry.
func (Swap) Facts(g grid.Grid) chains.Facts {
	one := 1 + beside(g)/2
	return chains.Facts{Cost: 2, Moves: min(2*one*one-1, others(g)), Proposals: float64(g.Moves() + 1),
		Kept: aPair, Rows: aMove}
}

// walker makes the moves of one walker. Step draws once, from the whole row.
type walker struct{ *operators.Local }

func (o walker) Reversal() chains.Operator { return o }

func (o walker) Step(x int, d chains.Dice) int { return operators.StepByRow(o, x, d) }

// Walkers is the bridge of two independent walkers (x, y): x from the base at beta and y
// from the base at Share times beta.
type Walkers struct {
	Base  chains.Bridge
	N     int // cells of the base
	Share float64
}

// At sets dst to log f_beta(x) + log f_(Share beta)(y).
func (b Walkers) At(dst []float64, beta float64) { b.sum(dst, beta, b.Base.At, 1) }

// Slope sets dst to the derivative of the first in x, plus Share times the derivative of
// the second in y.
func (b Walkers) Slope(dst []float64, beta float64) { b.sum(dst, beta, b.Base.Slope, b.Share) }

// Bend adds up how both walkers' densities bend. That of the second does so at beta = 1 too, if Share is below 1.
func (b Walkers) Bend(dst []float64, beta float64) (ok bool) {
	of := func(dst []float64, beta float64) { ok = chains.Bend(b.Base, dst, beta) }
	b.sum(dst, beta, of, 1)
	return ok
}

// Sharpen sharpens the rises of both walkers.
func (b Walkers) Sharpen(rise []float64, from, to float64) {
	first := b.risen(from, to)
	second := b.risen(b.Share*from, b.Share*to)
	for x, u := range first {
		for y, v := range second {
			rise[x*b.N+y] = u + v
		}
	}
}

// risen is by how much the base's log density rises.
func (b Walkers) risen(from, to float64) []float64 {
	rise := make([]float64, b.N)
	before := make([]float64, b.N)
	b.Base.At(rise, to)
	b.Base.At(before, from)
	for x := range rise {
		rise[x] = chains.LogRatio(rise[x], before[x])
	}
	sharpen(b.Base, rise, from, to)
	return rise
}

// sum sets dst to of at beta in x, plus share times of at Share times beta in y.
func (b Walkers) sum(dst []float64, beta float64, of func(dst []float64, beta float64), share float64) {
	here, there := make([]float64, b.N), make([]float64, b.N)
	of(here, beta)
	of(there, b.Share*beta)
	for x, u := range here {
		for y, v := range there {
			dst[x*b.N+y] = u + float64(share*v)
		}
	}
}

// Lowered takes a constant off the base, and so off both walkers. The rise is the base's own
// for the first walker, and Share times that for the second. The result is geometric if the
// base is: the path of the second walker between its own ends is then geometric too.
func (b Walkers) Lowered() (_ chains.Bridge, rise float64) {
	b.Base, rise = chains.Lowered(b.Base)
	rise += b.Share * rise
	if _, ok := b.Base.(chains.Geometric); !ok {
		return b, rise
	}
	return between(b, b.N*b.N), rise
}
