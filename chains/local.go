package chains

import (
	"math"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// An acceptance is a rule for accepting a symmetric proposal by d, the log
// density there less the log density here. It is in detailed balance:
// accept(d) = exp(d) accept(-d).
type acceptance func(d float64) float64

// A quotient is the same rule as an acceptance, by the quotient of the density
// there and here.
type quotient func(ratio float64) float64

// An acceptanceSlope is the derivative of an acceptance a as d changes at the
// rate slope: to the right of a corner where slope > 0, to the left where < 0.
type acceptanceSlope func(a, d, slope float64) float64

// local is the operator of single moves: each of the 2d moves is proposed with
// probability 1/2d, one that leaves the box or enters a wall is rejected, the
// others are accepted by the rule. It is reversible.
//
// It is written twice. From log f, with an exponential a move: obvious, and sound
// at any depth of the density. From p and 1/p, where the level has them: the
// rates without an exponential, and for two functions at once without the rates,
// as a flow, in PullPair.
type local struct {
	grid    grid.Grid
	accept  acceptance
	ratio   quotient
	turn    acceptanceSlope
	conduct conductance

	level *Level
	rates [][]float64 // by move: the probability that x makes it, from log f
	cold  bool        // rates are not yet those of this level

	can   [][]float64 // by move: 1/2d where x can make it, else 0
	moves []float64   // equal weights

	axes   []axis
	dst, f *[2][]float64      // what is being pulled
	pull   func(from, to int) // pullCells
	flows  lanes.Pair         // where a single core puts them
}

func newLocal(g grid.Grid, accept acceptance, ratio quotient, turn acceptanceSlope, conduct conductance) *local {
	n := g.Size()
	o := &local{grid: g, accept: accept, ratio: ratio, turn: turn, conduct: conduct,
		axes: newAxes(g), flows: newFlows(chunk)}
	o.pull = o.pullCells
	for m := range g.Moves() {
		o.moves = append(o.moves, 1)
		o.rates = append(o.rates, make([]float64, n))
		can := make([]float64, n)
		for x := range can {
			if _, ok := g.Move(x, m); ok {
				can[x] = 1 / float64(g.Moves())
			}
		}
		o.can = append(o.can, can)
	}
	return o
}

func (o *local) Aim(l *Level) { o.level, o.cold = l, true }

func (o *local) Reversal() Operator { return o }

// warm sets the rates to those of the level, once a level.
func (o *local) warm() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.level.P != nil {
		o.warmByQuotients()
		return
	}
	logf := o.level.LogF()
	for m, rates := range o.rates {
		by := o.offset(m)
		for x, propose := range o.can[m] {
			rates[x] = 0
			if propose > 0 && !math.IsInf(logf[x+by], -1) {
				rates[x] = propose * o.accept(logf[x+by]-logf[x])
			}
		}
	}
}

// warmByQuotients does it without an exponential.
func (o *local) warmByQuotients() {
	p := o.level.P
	for m, rates := range o.rates {
		by := o.offset(m)
		for x, propose := range o.can[m] {
			rates[x] = 0
			if propose > 0 && p[x] > 0 {
				rates[x] = propose * o.ratio(p[x+by]/p[x])
			}
		}
	}
}

// offset is what move m adds to a state.
func (o *local) offset(m int) int { return (2*(m%2) - 1) * o.grid.Stride(m/2) }

func (o *local) Row(x int, visit func(y int, p float64)) {
	o.warm()
	for m, rates := range o.rates {
		if rates[x] > 0 {
			visit(x+o.offset(m), rates[x])
		}
	}
}

func (o *local) Step(x int, d Dice) int {
	o.warm()
	m := d.Pick(o.moves)
	if flip(d, o.rates[m][x]*float64(len(o.moves))) {
		return x + o.offset(m)
	}
	return x
}

func (o *local) Pull(dst, f []float64) {
	o.warm()
	copy(dst, f)
	for m, rates := range o.rates {
		by := o.offset(m)
		for x, p := range rates {
			if p > 0 {
				dst[x] += p * (f[x+by] - f[x])
			}
		}
	}
}

// Push moves mass by single flows, so that none is made or lost.
func (o *local) Push(dst, q []float64) {
	o.warm()
	copy(dst, q)
	for m, rates := range o.rates {
		by := o.offset(m)
		for x, p := range rates {
			if p > 0 {
				flow := q[x] * p
				dst[x] -= flow
				dst[x+by] += flow
			}
		}
	}
}

// PushSlope moves the flows' derivatives.
func (o *local) PushSlope(dst, q, slope []float64) {
	o.warm()
	clear(dst)
	logf := o.level.LogF()
	for m, rates := range o.rates {
		by, propose := o.offset(m), 1/float64(len(o.moves))
		for x, p := range rates {
			if p > 0 {
				d, rise := logf[x+by]-logf[x], slope[x+by]-slope[x]
				flow := q[x] * propose * o.turn(p/propose, d, rise)
				dst[x] -= flow
				dst[x+by] += flow
			}
		}
	}
}
