package certain

import (
	"math"

	"breadboard/grid"
)

// drifts are the first moves of Langevin and Hamiltonian: along each axis m cells with probability
// proportional to exp(-m²/2 size² + m h/size²), h = size² g/2 cut to one size, m being at most two
// sizes and inside the box. g is half the difference of log f between the neighbours on both sides, the
// difference to one of them if the other is outside, a wall or without mass, and 0 in such a cell.
type drifts struct {
	l      *level
	g      grid.Grid
	window int
	size   *interval
	square *interval    // size²
	bell   []interval   // exp(-m²/2 size²), by m from 0
	h      []interval   // by cell and axis
	q      [][]interval // by cell and axis, by m from -window on
	sum    *sum
}

func newDrifts(l *level, g grid.Grid, size float64) *drifts {
	bits, axes := l.calc.bits, g.Axes()
	o := &drifts{l: l, g: g, window: int(math.Ceil(2 * size)), size: zero(bits).setFloat(size), square: zero(bits),
		h: intervals(bits, g.Size()*axes), q: make([][]interval, g.Size()*axes), sum: newSum(bits)}
	o.square.mul(o.size, zero(bits).setFloat(size))
	o.bell = intervals(bits, o.window+1)
	for m := range o.bell {
		part := zero(bits).quo(zero(bits).setInt(int64(-m*m)), zero(bits).add(o.square, o.square))
		l.calc.exp(&o.bell[m], part)
	}
	for i := range o.q {
		o.q[i] = intervals(bits, 2*o.window+1)
	}
	return o
}

// shut reports whether a cell is never entered.
func (o *drifts) shut(x int) bool { return o.l.none[o.l.of[x]] || o.g.Wall(x) }

// aim sets h and q.
func (o *drifts) aim() {
	bits, axes := o.l.calc.bits, o.g.Axes()
	lean, part, least := zero(bits), zero(bits), zero(bits).neg(o.size)
	for x := range o.g.Size() {
		for a := range axes {
			h := &o.h[x*axes+a]
			lean.quo(o.slope(x, a), zero(bits).setInt(2))
			part.mul(o.square, lean)
			h.min(part, o.size)
			if h.lo.Cmp(&least.lo) < 0 {
				h.lo.Set(&least.lo)
			}
			if h.hi.Cmp(&least.hi) < 0 {
				h.hi.Set(&least.hi)
			}
			o.l.calc.exp(lean, part.quo(h, o.square))
			o.spread(o.q[x*axes+a], o.g.Coord(x, a), o.g.Len(a), lean)
		}
	}
}

// slope returns g.
func (o *drifts) slope(x, axis int) *interval {
	ends, cells := [2]int{x, x}, int64(0)
	for side := range ends {
		if y, ok := o.g.Move(x, 2*axis+side); ok && !o.shut(y) {
			ends[side] = y
			cells++
		}
	}
	rise, low, high := zero(o.l.calc.bits), o.l.of[ends[0]], o.l.of[ends[1]]
	if o.shut(x) || cells == 0 || low == high || o.l.logf[low].same(&o.l.logf[high]) {
		return rise // 0, and not 0 up to a rounding
	}
	rise.sub(&o.l.logf[high], &o.l.logf[low])
	return zero(o.l.calc.bits).quo(rise, zero(o.l.calc.bits).setInt(cells))
}

// spread sets law from place c of n cells to the bell times lean^m, normalised.
func (o *drifts) spread(law []interval, c, n int, lean *interval) {
	bits := o.l.calc.bits
	up, down, part := zero(bits).setInt(1), zero(bits).setInt(1), zero(bits)
	o.sum.reset()
	for m := range o.bell {
		if m > 0 {
			up.set(part.mul(up, lean))
			down.set(part.quo(down, lean))
		}
		if c+m < n {
			o.sum.add(law[o.window+m].mul(&o.bell[m], up))
		}
		if m > 0 && c-m >= 0 {
			o.sum.add(law[o.window-m].mul(&o.bell[m], down))
		}
	}
	for m := -min(o.window, c); m <= min(o.window, n-1-c); m++ {
		part.set(&law[o.window+m])
		law[o.window+m].quo(part, o.sum.total())
	}
}

// draws is the probability of the first move v from x, or of -v if sign is -1: 0 beyond the window.
func (o *drifts) draws(x int, v []int, sign int) *interval {
	p, part := zero(o.l.calc.bits).setInt(1), zero(o.l.calc.bits)
	for axis, m := range v {
		if max(m, -m) > o.window {
			return p.setInt(0)
		}
		p.set(part.mul(p, &o.q[x*len(v)+axis][o.window+sign*m]))
	}
	return p
}

// moved returns the cell that v leads to from x, or false if that is outside the box.
func (o *drifts) moved(x int, v []int) (y int, ok bool) {
	c := o.g.Coords(x)
	for axis, m := range v {
		if c[axis] += m; c[axis] < 0 || c[axis] >= o.g.Len(axis) {
			return 0, false
		}
	}
	return o.g.Index(c...), true
}
