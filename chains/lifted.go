package chains

import (
	"fmt"
	"math"

	"breadboard/grid"
)

// Lifted is a walker with a direction, one of the 2d moves: the guided walk of
// Gustafson (1998), on the target times the uniform density of directions. With
// probability Turn the direction is drawn anew and nothing else happens. Else the
// walker tries the move that it is directed to: accepted with min(1, f(y)/f(x)) it
// goes there and keeps its direction; rejected, or at the edge, it stays and turns
// round.
//
// It leaves the density invariant, because the flow from (x,m) to (y,m) is that
// from (y,-m) to (x,-m), and what is rejected at (x,m) goes to (x,-m); it is not
// reversible. Its reversal is itself with all directions turned round, as if the
// walker went backwards.
type Lifted struct{ Turn float64 }

// Extend adds an axis of 2d directions, in the order of the grid's moves.
func (Lifted) Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	return widen(g, func(int, int) bool { return false }, g.Moves()), Copies{Base: b, K: g.Moves()}
}

// States is 2d for each cell.
func (Lifted) States(g grid.Grid) int { return g.Size() * g.Moves() }

// On returns the operator on g, the extended grid. It panics on another, and
// where Turn is not from 0 to 1.
func (k Lifted) On(g grid.Grid) Operator {
	last := g.Axes() - 1
	if last < 1 || g.Len(last) != 2*last {
		panic(fmt.Sprintf("chains: a lifted walker on %v, which has no axis of directions; Annealing.Extended adds it", g))
	}
	if !(k.Turn >= 0 && k.Turn <= 1) {
		panic(fmt.Sprintf("chains: a lifted walker that turns with probability %v", k.Turn))
	}
	o, back := &lifted{grid: g, turn: k.Turn, moves: 2 * last}, &lifted{grid: g, turn: k.Turn, moves: 2 * last, sense: 1}
	for _, w := range []*lifted{o, back} {
		w.written = newWritten(g.Size(), w.rows)
	}
	o.written.back, back.written.back = back.written, o.written
	o.back, back.back = back, o
	return o
}

// Cost is at most 1, the move.
func (Lifted) Cost(grid.Grid) float64 { return 1 }

// Moves is one ahead, and the other directions.
func (Lifted) Moves(g grid.Grid) float64 { return float64(g.Moves()) }

// Memory is that of where each direction leads, and of the rows.
func (k Lifted) Memory(g grid.Grid) (pairs, rows float64) {
	n := float64(k.States(g))
	return 4 * n, writtenRows(n, k.Moves(g))
}

type lifted struct {
	*written
	grid  grid.Grid
	turn  float64
	moves int
	sense int // 0 goes where it is directed, 1 the opposite way
	back  *lifted
	to    []int32 // by cell, where its direction leads: itself where that is nowhere; nil until it is needed
}

func (o *lifted) Reversal() Operator { return o.back }

// ahead is where the walker tries to go from x, and the probability that it goes.
func (o *lifted) ahead(odds odds, x int) (y int, p float64) {
	y, ok := o.grid.Move(x, x%o.moves^o.sense)
	if !ok || odds.none(y) {
		return x, 0
	}
	return y, (1 - o.turn) * odds.accept(x, y)
}

// round is x with the opposite direction.
func (o *lifted) round(x int) int { return x - x%o.moves + (x%o.moves ^ 1) }

func (o *lifted) rows(l *Level) ruled {
	odds := l.odds()
	return func(x int, visit func(y int, p float64)) {
		y, p := o.ahead(odds, x)
		if y != x && p > 0 {
			visit(y, p)
		}
		if odds.none(x) { // all directions here are without mass
			return
		}
		first, each := x-x%o.moves, o.turn/float64(o.moves)
		rejected := 1 - o.turn
		if y != x {
			rejected *= odds.reject(x, y)
		}
		for to := first; to < first+o.moves; to++ {
			p := each
			if to == o.round(x) {
				p += rejected
			}
			if to != x && p > 0 {
				visit(to, p)
			}
		}
	}
}

func (o *lifted) PullPair(dst, base, f *Pair, share float64) {
	o.look()
	if o.n < Wide {
		o.addPlaces(dst, base, f, 0, o.n/o.moves, share)
		return
	}
	abreast(o.n/o.moves, o.moves, func(first, last int) { o.addPlaces(dst, base, f, first, last, share) })
}

// look sets where the directions lead, once for both senses.
func (o *lifted) look() {
	if o.to != nil {
		return
	}
	if o.back.to != nil {
		o.to = o.back.to
		return
	}
	o.to = make([]int32, o.n)
	for x := range o.to {
		y, _ := o.grid.Move(x, x%o.moves)
		o.to[x] = int32(y)
	}
}

// addPlaces does all directions of some places, in which all have the same mass. Of
// what is tried, the quotient of the masses goes ahead, or all, and the rest turns
// round.
func (o *lifted) addPlaces(dst, base, f *Pair, first, last int, share float64) {
	p, f0, f1, b0, b1, d0, d1 := o.level.P, f[0], f[1], base[0], base[1], dst[0], dst[1]
	leads, moves, sense, turn, each := o.to, o.moves, o.sense, share*o.turn, 1/float64(o.moves)
	for at := first * moves; at < last*moves; at += moves {
		here, mean0, mean1 := p[at], 0.0, 0.0
		for x := at; x < at+moves; x++ {
			mean0 += f0[x]
			mean1 += f1[x]
		}
		mean0, mean1 = each*mean0, each*mean1
		try := (share - turn) / (here + least)
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

// PushSlope: what no longer goes ahead turns round.
func (o *lifted) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf := o.level.LogF()
	for x, mass := range q {
		if y, p := o.ahead(odds{logf: logf}, x); y != x && !math.IsInf(logf[x], -1) {
			flow := mass * metropolisTurn(p, logf[y]-logf[x], slope[y]-slope[x])
			dst[y] += flow
			dst[o.round(x)] -= flow
		}
	}
}
