package kernels

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Lifted is a walker with a direction, one of the 2d moves along d axes: the guided walk of
// Gustafson (1998), on the target times the uniform density of directions. With probability
// Turn the walker only draws a new direction. Otherwise it tries the move in its direction, and
// accepts with min(1, f(y)/f(x)). If the move is rejected, or leads off the grid, the
// walker stays and turns round. On a ring it goes round and round; a spin is a line of two.
//
// The kernel leaves the density invariant, because the flow from (x,m) to (y,m) equals
// the flow from (y,-m) to (x,-m), and what is rejected at (x,m) goes to (x,-m). It is
// not reversible. Its reversal is itself with all directions turned round, as if the
// walker went backwards.
type Lifted struct{ Turn float64 }

// Fits refuses three labels and more: no move among them goes on in a direction.
func (Lifted) Fits(g grid.Grid) error { return ordered(g) }

// Box adds an axis of 2d directions, in the order of the moves. A spin is a line of two: a walker goes up, or down.
func (Lifted) Box(g grid.Grid) grid.Grid { return straight(g).By(grid.New(2 * g.Axes())) }

// Extend gives all directions the same density.
func (k Lifted) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	moves := 2 * g.Axes()
	return k.Box(g).WallsWhere(func(x int) bool { return g.Wall(x / moves) }), Copies{Base: b, K: moves}
}

// On returns the operator on g, the extended grid. It panics on another, and unless Turn
// lies between 0 and 1.
func (k Lifted) On(g grid.Grid) chains.Operator {
	last := g.Axes() - 1
	if last < 1 || g.Len(last) != 2*last {
		panic(fmt.Sprintf("kernels: a lifted walker on %v, which has no axis of directions; Annealing.Extended adds "+
			"it", g))
	}
	if !(k.Turn >= 0 && k.Turn <= 1) {
		panic(fmt.Sprintf("kernels: a lifted walker that turns with probability %v", k.Turn))
	}
	ahead := sync.OnceValue(func() []int32 {
		to := make([]int32, g.Size())
		for x := range to {
			y, _ := g.Move(x, x%(2*last))
			to[x] = int32(y)
		}
		return to
	})
	var both [2]*lifted
	for sense := range both {
		both[sense] = &lifted{Written: operators.NewWritten(g, nil, k.definition(g, sense)), grid: g, turn: k.Turn,
			moves: 2 * last, sense: sense, to: ahead}
	}
	operators.Reverse(both[0].Written, both[1].Written)
	both[0].back, both[1].back = both[1], both[0]
	return both[0]
}

// Definition says how a walker moves that goes the way of its direction.
func (k Lifted) Definition(g grid.Grid) chains.Definition { return k.definition(g, 0) }

// Facts counts the move: one state ahead, or another direction. The table of the states
// ahead takes 4 bytes a state.
func (Lifted) Facts(g grid.Grid) chains.Facts { return written(1, float64(g.Len(g.Axes()-1)), 4) }

type lifted struct {
	*operators.Written
	grid         grid.Grid
	turn         float64
	moves, sense int
	back         *lifted
	to           func() []int32 // by state, the state ahead in the sense 0, or itself at the edge of the grid
}

func (o *lifted) Reversal() chains.Operator { return o.back }

// definition is a walker that goes the way of the direction if sense is 0, and the opposite way if it is 1.
func (k Lifted) definition(g grid.Grid, sense int) chains.Outcomes {
	return chains.Outcomes{
		Out:      g.Len(g.Axes() - 1),
		Float:    lifting[numbers.Float](g, k.Turn, sense),
		Interval: lifting[*numbers.Interval](g, k.Turn, sense),
		Wide:     lifting[numbers.Wide](g, k.Turn, sense),
	}
}

// turned is x with the opposite one of so many directions.
func turned(x, moves int) int { return x - x%moves + (x%moves ^ 1) }

// lifting says apart what goes ahead, what turns round and what draws a new direction. From a cell without
// mass, where directions do not matter, the walker goes ahead or stays.
func lifting[N numbers.Number[N]](g grid.Grid, turn float64, sense int) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		moves := g.Len(g.Axes() - 1)
		drawn, all := v.Num(turn), v.Num(float64(moves)) // the weight of each new direction, and of all
		tries, still := v.Num(1).Minus(drawn).Times(all), drawn.Times(all)
		return func(x int, visit func(y int, weight N)) {
			y, ok := g.Move(x, x%moves^sense)
			ok = ok && v.Open(y)
			switch {
			case !v.Has(x) && ok:
				visit(y, tries)
				visit(x, still)
				return
			case !v.Has(x):
				visit(x, all)
				return
			case ok:
				accept, reject := v.Metropolis(x, y)
				visit(y, tries.Times(accept))
				visit(turned(x, moves), tries.Times(reject))
			default:
				visit(turned(x, moves), tries)
			}
			for to := x - x%moves; to < x-x%moves+moves; to++ {
				visit(to, drawn)
			}
		}
	}
}

// PullPair needs no rows.
func (o *lifted) PullPair(dst, base, f *chains.Pair, share float64) {
	if o.N < crew.ParallelFrom { // without a func, which would be allocated at each pull
		o.pullPlaces(dst, base, f, 0, o.N/o.moves, share)
		return
	}
	crew.ParallelGroups(o.N/o.moves, o.moves, func(first, last int) {
		o.pullPlaces(dst, base, f, first, last, share)
	})
}

// pullPlaces does all directions of some places. They have the same mass at one place. The
// quotient of the masses, at most 1, goes ahead, and the rest turns round.
func (o *lifted) pullPlaces(dst, base, f *chains.Pair, first, last int, share float64) {
	p := o.Level.P
	f0 := f[0]
	f1 := f[1]
	b0 := base[0]
	b1 := base[1]
	d0 := dst[0]
	d1 := dst[1]
	leads := o.to()
	moves := o.moves
	sense := o.sense
	turn := share * o.turn
	each := 1 / float64(o.moves)
	for at := first * moves; at < last*moves; at += moves {
		here := p[at]
		mean0 := 0.0
		mean1 := 0.0
		for x := at; x < at+moves; x++ {
			mean0 += f0[x]
			mean1 += f1[x]
		}
		mean0, mean1 = each*mean0, each*mean1
		try := (share - turn) / (here + operators.Least)
		for m := range moves {
			x := at + m
			round := at + (m ^ 1)
			to := at + (m ^ sense)
			u0, u1 := f0[x], f1[x]
			left := here
			go0 := 0.0
			go1 := 0.0
			if next := int(leads[to]); next != to {
				y := next + x - to
				flow := min(here, p[y])
				left = here - flow
				go0 = flow * (f0[y] - u0)
				go1 = flow * (f1[y] - u1)
			}
			go0 += left * (f0[round] - u0)
			go1 += left * (f1[round] - u1)
			d0[x] = b0[x] + try*go0 + turn*(mean0-u0)
			d1[x] = b1[x] + try*go1 + turn*(mean1-u1)
		}
	}
}

// PushSlope moves the slope of the rate ahead; its opposite turns round.
func (o *lifted) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		y, ok := o.grid.Move(x, x%o.moves^o.sense)
		if ok && !math.IsInf(logf[y], -1) && !math.IsInf(logf[x], -1) {
			p := (1 - o.turn) * math.Exp(min(0, logf[y]-logf[x]))
			flow := mass * operators.Metropolis.Turn(p, logf[y]-logf[x], slope[y]-slope[x])
			dst[y] += flow
			dst[turned(x, o.moves)] -= flow
		}
	}
}

// Copies is a bridge that repeats the density of each cell of the base K times.
type Copies struct {
	Base chains.Bridge
	K    int
}

// At sets dst to the base's log density, K times each.
func (b Copies) At(dst []float64, beta float64) { b.copy(dst, beta, b.Base.At) }

// Slope sets dst to the base's slope, K times each.
func (b Copies) Slope(dst []float64, beta float64) { b.copy(dst, beta, b.Base.Slope) }

// Sharpen sharpens the base's rise.
func (b Copies) Sharpen(rise []float64, from, to float64) {
	b.copy(rise, to, func(base []float64, _ float64) {
		for x := range base {
			base[x] = rise[x*b.K]
		}
		sharpen(b.Base, base, from, to)
	})
}

// sharpen sharpens a rise if the bridge knows how.
func sharpen(b chains.Bridge, rise []float64, from, to float64) {
	if sharp, ok := b.(chains.Sharpener); ok {
		sharp.Sharpen(rise, from, to)
	}
}

func (b Copies) copy(dst []float64, beta float64, of func(dst []float64, beta float64)) {
	v := make([]float64, len(dst)/b.K)
	of(v, beta)
	for x := range dst {
		dst[x] = v[x/b.K]
	}
}

// Lowered lowers the base. The result is geometric if the base is.
func (b Copies) Lowered() (_ chains.Bridge, rise float64) {
	b.Base, rise = chains.Lowered(b.Base)
	ends, ok := b.Base.(chains.Geometric)
	if !ok {
		return b, rise
	}
	return between(b, len(ends.From)*b.K), rise
}

// between is the geometric path between the ends of a bridge on n states.
func between(b chains.Bridge, n int) chains.Geometric {
	ends := chains.Geometric{From: make([]float64, n), To: make([]float64, n)}
	b.At(ends.From, 0)
	b.At(ends.To, 1)
	return ends
}

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
