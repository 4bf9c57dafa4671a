package kernels

import (
	"fmt"
	"math"
	"sync"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Lifted is a walker with a direction, one of the 2d moves: the guided walk of Gustafson
// (1998), on the target times the uniform density of directions. With probability Turn the
// walker only draws a new direction. Otherwise it tries the move in its direction, and
// accepts with min(1, f(y)/f(x)). If the move is rejected, or leads off the grid, the
// walker stays and turns round.
//
// The kernel leaves the density invariant, because the flow from (x,m) to (y,m) equals
// the flow from (y,-m) to (x,-m), and what is rejected at (x,m) goes to (x,-m). It is
// not reversible. Its reversal is itself with all directions turned round, as if the
// walker went backwards.
type Lifted struct{ Turn float64 }

// Box adds an axis of 2d directions, in the order of the grid's moves.
func (Lifted) Box(g grid.Grid) grid.Grid { return grid.New(append(g.Lens(), g.Moves())...) }

// Extend gives all directions the same density.
func (k Lifted) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	wide := k.Box(g).WallsWhere(func(x int) bool { return g.Wall(x / g.Moves()) })
	return wide, Copies{Base: b, K: g.Moves()}
}

// On returns the operator on g, the extended grid. It panics on another, and unless Turn
// lies between 0 and 1.
func (k Lifted) On(g grid.Grid) chains.Operator {
	last := g.Axes() - 1
	if last < 1 || g.Len(last) != 2*last {
		panic(fmt.Sprintf("kernels: a lifted walker on %v, which has no axis of directions; "+
			"Annealing.Extended adds it", g))
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

// Definition is that of a walker that goes the way of its direction.
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
	return chains.Outcomes{Out: g.Len(g.Axes() - 1), Float: lifting[numbers.Float](g, k.Turn, sense),
		Interval: lifting[*numbers.Interval](g, k.Turn, sense), Big: lifting[numbers.Big](g, k.Turn, sense)}
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
	if o.N < chains.ParallelFrom {
		o.pullPlaces(dst, base, f, 0, o.N/o.moves, share)
		return
	}
	chains.ParallelGroups(o.N/o.moves, o.moves, func(first, last int) {
		o.pullPlaces(dst, base, f, first, last, share)
	})
}

// pullPlaces does all directions of some places. They have the same mass at one place. The
// quotient of the masses, at most 1, goes ahead, and the rest turns round.
func (o *lifted) pullPlaces(dst, base, f *chains.Pair, first, last int, share float64) {
	p, f0, f1, b0, b1, d0, d1 := o.Level.P, f[0], f[1], base[0], base[1], dst[0], dst[1]
	leads, moves, sense, turn, each := o.to(), o.moves, o.sense, share*o.turn, 1/float64(o.moves)
	for at := first * moves; at < last*moves; at += moves {
		here, mean0, mean1 := p[at], 0.0, 0.0
		for x := at; x < at+moves; x++ {
			mean0 += f0[x]
			mean1 += f1[x]
		}
		mean0, mean1 = each*mean0, each*mean1
		try := (share - turn) / (here + operators.Least)
		for m := range moves {
			x, round, to := at+m, at+(m^1), at+(m^sense)
			u0, u1 := f0[x], f1[x]
			left, go0, go1 := here, 0.0, 0.0
			if next := int(leads[to]); next != to {
				y := next + x - to
				flow := min(here, p[y])
				left, go0, go1 = here-flow, flow*(f0[y]-u0), flow*(f1[y]-u1)
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

func (b Copies) copy(dst []float64, beta float64, of func(dst []float64, beta float64)) {
	v := make([]float64, len(dst)/b.K)
	of(v, beta)
	copy(dst, repeatEach(v, b.K))
}

// Lowered lowers the base. The result is geometric if the base is.
func (b Copies) Lowered() (_ chains.Bridge, rise float64) {
	b.Base, rise = chains.Lowered(b.Base)
	if ends, ok := b.Base.(chains.Geometric); ok {
		return chains.Geometric{From: repeatEach(ends.From, b.K), To: repeatEach(ends.To, b.K)}, rise
	}
	return b, rise
}

func repeatEach(v []float64, k int) []float64 {
	out := make([]float64, 0, len(v)*k)
	for _, x := range v {
		for range k {
			out = append(out, x)
		}
	}
	return out
}
