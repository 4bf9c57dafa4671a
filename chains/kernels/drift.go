package kernels

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
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
type drifts[N numbers.Number[N]] struct {
	grid   grid.Grid
	size   float64
	window int
	bell   []N // exp(-m²/2 size²), by m from 0 to the window
	h      []N // by cell and axis
	q      []N // by cell, axis and move, from -window on; 0 outside the box

	view   chains.View[N]
	zero   N
	square N // size²
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
func (o *drifts[N]) aim(v chains.View[N]) {
	o.view, o.zero = v, v.Num(0)
	if o.bell == nil {
		o.h = make([]N, o.grid.Size()*o.grid.Axes())
		o.q = make([]N, len(o.h)*(2*o.window+1))
		o.square = v.Num(o.size).Times(v.Num(o.size))
		for m := range o.window + 1 {
			o.bell = append(o.bell, v.Exp(v.Num(float64(-m*m)).Over(o.square.Plus(o.square))))
		}
	}
	axes, half, most, least := o.grid.Axes(), o.square.Over(v.Num(2)), v.Num(o.size), v.Num(-o.size)
	for x := range o.grid.Size() {
		for a := range axes {
			h := half.Times(o.slope(x, a)).Max(least).Min(most)
			o.h[x*axes+a] = h
			o.spread(o.law(x, a), o.grid.Coord(x, a), o.grid.Len(a), v.Exp(h.Over(o.square)))
		}
	}
}

// law is q along an axis from x, by m from -window on.
func (o *drifts[N]) law(x, axis int) []N {
	width := 2*o.window + 1
	return o.q[(x*o.grid.Axes()+axis)*width:][:width]
}

// spread sets the law from place c of a line of n cells: the bell times lean^m, normalised.
func (o *drifts[N]) spread(law []N, c, n int, lean N) {
	up, down, sum := o.view.Num(1), o.view.Num(1), o.zero
	for m, bell := range o.bell {
		law[o.window-m], law[o.window+m] = o.zero, o.zero
		if c-m >= 0 {
			law[o.window-m] = bell.Times(down)
		}
		if c+m < n {
			law[o.window+m] = bell.Times(up)
		}
		up, down = up.Times(lean), down.Over(lean)
	}
	for _, v := range law {
		sum = sum.Plus(v)
	}
	for i := range law {
		law[i] = law[i].Over(sum)
	}
}

// slope is g.
func (o *drifts[N]) slope(x, axis int) N {
	ends, cells := [2]int{x, x}, 0.0
	for side := range ends {
		if y, ok := o.grid.Move(x, 2*axis+side); ok && o.view.Open(y) {
			ends[side] = y
			cells++
		}
	}
	if cells == 0 || !o.view.Open(x) {
		return o.zero
	}
	return o.view.Rise(ends[0], ends[1]).Over(o.view.Num(cells))
}

// back is the probability that the first move from y is -v.
func (o *drifts[N]) back(y int, v []int) (p N) {
	width := 2*o.window + 1
	at := y*len(v)*width + o.window
	for axis, m := range v {
		if m > o.window || m < -o.window {
			return o.zero
		}
		if axis == 0 {
			p = o.q[at-m]
		} else {
			p = p.Times(o.q[at-m])
		}
		at += width
	}
	return p
}

// eachAlong sets v, from an axis on, to every first move from x inside the box, and calls do with the cell that it leads
// to and the probability of the move. The moves along the axes before it lead to y, with probability there.
func (o *drifts[N]) eachAlong(x, y, axis int, v []int, there N, do func(y int, there N)) {
	if axis == len(v) {
		do(y, there)
		return
	}
	c, law, stride := o.grid.Coord(x, axis), o.law(x, axis), o.grid.Stride(axis)
	for m := max(-o.window, -c); m <= min(o.window, o.grid.Len(axis)-1-c); m++ {
		v[axis] = m
		o.eachAlong(x, y+m*stride, axis+1, v, there.Times(law[o.window+m]), do)
	}
}

// hastings is the probability of proposing y from x and accepting it, if x proposes y with probability
// there, and y proposes x with probability back: the smaller of there and back f(y)/f(x).
func hastings[N numbers.Number[N]](v chains.View[N], x, y int, there, back N) N {
	switch {
	case back.IsZero():
		return back
	case !v.Has(x):
		return there
	}
	return there.Min(v.Quotient(y, x).Times(back))
}
