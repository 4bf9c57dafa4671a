package kernels

import (
	"fmt"
	"math"
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
	axes := g.Axes() - 1 // of the cells
	moves := 2 * axes
	if axes < 1 || g.Len(axes) != moves {
		panic(fmt.Sprintf("kernels: a lifted walker on %v, which has no axis of directions; Annealing.Extended adds "+
			"it", g))
	}
	if !(k.Turn >= 0 && k.Turn <= 1) {
		panic(fmt.Sprintf("kernels: a lifted walker that turns with probability %v", k.Turn))
	}
	ahead := sync.OnceValue(func() []int32 {
		to := make([]int32, g.Size())
		for x := range to {
			y, _ := g.Move(x, x%moves)
			to[x] = int32(y)
		}
		return to
	})
	going := func(sense int) *lifted {
		return &lifted{
			Written: operators.NewWritten(g, nil, k.definition(g, sense)),
			grid:    g,
			turn:    k.Turn,
			moves:   moves,
			sense:   sense,
			to:      ahead,
		}
	}
	there, back := going(0), going(1)
	operators.Reverse(there.Written, back.Written)
	there.back, back.back = back, there
	return there
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
		all := v.Num(float64(moves)) // what the weights of a row sum to
		drawn := v.Num(turn)         // the weight of each direction that may be drawn
		tries := v.Num(1).Minus(drawn).Times(all)
		still := drawn.Times(all)
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
			first := x - x%moves
			for direction := range moves {
				visit(first+direction, drawn)
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

// Bend has the base's bending, K times each.
func (b Copies) Bend(dst []float64, beta float64) (ok bool) {
	b.copy(dst, beta, func(base []float64, beta float64) { ok = chains.Bend(b.Base, base, beta) })
	return ok
}

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
