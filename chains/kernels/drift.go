package kernels

import (
	"fmt"
	"math"

	"breadboard/chains/operators"
	"breadboard/grid"
)

// drifts are the first moves of Langevin and Hamiltonian from every cell at a level. The move m along
// each axis is drawn by itself, from a Gaussian about the drift h, on whole numbers:
//
//	q(m) is proportional to exp(-(m - h)² / 2 size²),   h = size² g / 2.
//
// m stays in the box and within the window of two sizes, rounded up. g is the slope of log f along the
// axis: half the difference of the two neighbours, or the difference to one of them if the other lies
// outside the box, in a wall or without mass. Without either, and in a wall or a cell without mass, g
// is 0. The drift is cut to one size, as Roberts and Tweedie (1996) truncate it. On a slope of
// 1,000 nats a cell all moves would otherwise lead to the end of the window, and none back.
type drifts struct {
	grid   grid.Grid
	size   float64
	window int
	bell   []float64 // exp(-m²/2 size²), by m from 0 to the window
	drift  []float64 // h, by cell and axis
	q      []float64 // by cell, axis and move, from -window on; 0 outside the box
}

// newDrifts panics if the size is not within its limits.
func newDrifts(g grid.Grid, size float64) *drifts {
	if !validSize(size) {
		panic(fmt.Sprintf("kernels: moves of size %v", size))
	}
	o := &drifts{grid: g, size: size, window: windowOf(size)}
	for m := range o.window + 1 {
		o.bell = append(o.bell, math.Exp(-float64(m*m)/(2*size*size)))
	}
	o.drift = make([]float64, g.Size()*g.Axes())
	o.q = make([]float64, len(o.drift)*(2*o.window+1))
	return o
}

// validSize reports whether moves may have this size. The bell of a smaller one has no second cell,
// and the window of a larger one is wider than any box on which it helps.
func validSize(size float64) bool { return size >= 0.25 && size <= 16 }

// windowOf is the length of the longest first move along an axis, in cells.
func windowOf(size float64) int { return int(math.Ceil(2 * size)) }

// driftBytes counts the bytes that drifts keep for a cell: a drift and a law per axis, and log f, which
// their level keeps.
func driftBytes(g grid.Grid, size float64) float64 {
	return float64(8*g.Axes()*(2*windowOf(size)+2) + 8)
}

// within is the number of other cells that differ from a cell by at most `most` along every axis.
func within(g grid.Grid, most int) float64 {
	cells := 1.0
	for _, n := range g.Lens() {
		cells *= float64(min(n, 2*most+1))
	}
	return cells - 1
}

// aim sets the drifts and the laws of the moves.
func (o *drifts) aim(logf []float64) {
	axes := o.grid.Axes()
	for x := range logf {
		for a := range axes {
			h := o.size * o.size / 2 * o.slope(logf, x, a)
			h = min(max(h, -o.size), o.size)
			o.drift[x*axes+a] = h
			o.spread(o.law(x, a), o.grid.Coord(x, a), o.grid.Len(a), math.Exp(h/(o.size*o.size)))
		}
	}
}

// law is q along an axis from x, by m from -window on.
func (o *drifts) law(x, axis int) []float64 {
	width := 2*o.window + 1
	return o.q[(x*o.grid.Axes()+axis)*width:][:width]
}

// spread sets the law from place c of a line of n cells: the bell times lean^m, normalised.
func (o *drifts) spread(law []float64, c, n int, lean float64) {
	up, down, sum := 1.0, 1.0, 0.0
	clear(law)
	for m, bell := range o.bell {
		if c-m >= 0 {
			law[o.window-m] = bell * down
		}
		if c+m < n {
			law[o.window+m] = bell * up
		}
		up, down = up*lean, down/lean
	}
	for _, v := range law {
		sum += v
	}
	for i := range law {
		law[i] /= sum
	}
}

// slope is g.
func (o *drifts) slope(logf []float64, x, axis int) float64 {
	if o.shut(logf, x) {
		return 0
	}
	low, high, cells := logf[x], logf[x], 0.0
	if y, ok := o.grid.Move(x, 2*axis); ok && !o.shut(logf, y) {
		low = logf[y]
		cells++
	}
	if y, ok := o.grid.Move(x, 2*axis+1); ok && !o.shut(logf, y) {
		high = logf[y]
		cells++
	}
	return (high - low) / max(cells, 1)
}

// shut reports whether x is a wall or has no mass. Such a cell is never entered.
func (o *drifts) shut(logf []float64, x int) bool { return math.IsInf(logf[x], -1) || o.grid.Wall(x) }

// draws is the probability that the first move from x is v if sign is 1, and -v if it is -1.
func (o *drifts) draws(x int, v []int, sign int) float64 {
	p := 1.0
	for axis, m := range v {
		if max(m, -m) > o.window {
			return 0
		}
		p *= o.law(x, axis)[o.window+sign*m]
	}
	return p
}

// eachFirst sets v to every first move from x, and calls do with the cell that it leads to.
func (o *drifts) eachFirst(x int, v []int, do func(y int)) { o.eachAlong(x, x, 0, v, do) }

// eachAlong sets v from an axis on. The moves along the axes before it lead to y.
func (o *drifts) eachAlong(x, y, axis int, v []int, do func(y int)) {
	if axis == len(v) {
		do(y)
		return
	}
	c := o.grid.Coord(x, axis)
	for m := max(-o.window, -c); m <= min(o.window, o.grid.Len(axis)-1-c); m++ {
		v[axis] = m
		o.eachAlong(x, y+m*o.grid.Stride(axis), axis+1, v, do)
	}
}

// hastings is the probability of proposing y from x and accepting it, if x proposes y with probability
// there, and y proposes x with probability back: the smaller of there and back f(y)/f(x).
func hastings(odds operators.Odds, x, y int, there, back float64) float64 {
	if back == 0 { // f(y)/f(x) may be infinite
		return 0
	}
	return min(there, odds.Quotient(y, x)*back)
}
