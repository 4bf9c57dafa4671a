package certain

import (
	"slices"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// lifted is a walker with a direction, the last axis of the grid. With probability
// turn the direction is drawn anew. Otherwise the walker tries its move, and turns
// round if that is rejected. Nothing is left over: what is accepted, what is rejected
// and what is drawn anew are each written down. From a cell without mass, where
// directions count for nothing, it goes ahead or stays.
func lifted(l *level, g grid.Grid, turn float64) *rows {
	bits, k := l.calc.bits, 2*(g.Axes()-1)
	o := &directed{rows: newRows(l, g.Size(), k), l: l, k: k, ahead: make([]int, g.Size()),
		drawn: zero(bits).setFloat(turn), v: reals(bits, 3)}
	o.tries = zero(bits).mul(zero(bits).sub(l.calc.one, o.drawn), o.all)
	for x := range o.ahead {
		y, ok := g.Move(x, x%k)
		if o.ahead[x] = y; ok {
			o.join(x, y, x*(k+1))
		}
		for m := range k {
			if y := x - x%k + m; y != x {
				o.join(x, y, x*(k+1)+1+m)
			}
		}
	}
	o.p = reals(bits, g.Size()*(k+1))
	o.rows.fill = o.fill
	return o.rows
}

type directed struct {
	*rows
	l     *level
	k     int    // directions
	ahead []int  // by state, the state ahead; itself if there is none
	drawn *Real  // the probability of a new direction, over k
	tries *Real  // the probability of no new direction, over k
	v     []Real // scratch
}

func (o *directed) fill() {
	for x, y := range o.ahead {
		p := o.p[x*(o.k+1):][:o.k+1] // to go ahead, and by direction
		here, there := o.l.of[x], o.l.of[y]
		a, rest := &o.v[0], &o.v[1]
		switch {
		case y == x || o.l.none[there]:
			a.setInt(0)
			rest.setInt(1)
		case o.l.none[here]:
			a.setInt(1)
			rest.setInt(0)
		default:
			metropolis(o.l, here, there, a, rest)
		}
		p[0].mul(o.tries, a)
		if o.l.none[here] {
			for m := range o.k {
				p[1+m].setInt(0)
			}
			o.stay[x].sub(o.all, &p[0])
			continue
		}
		for m := range o.k {
			p[1+m].set(o.drawn)
		}
		p[1+(x%o.k^1)].add(o.v[2].mul(o.tries, rest), o.drawn)
		o.stay[x].set(o.drawn)
	}
}

// given is a kernel of matrices. Entries off the diagonal are taken as they are. The
// probability of staying is 1 less their sum; it is negative in a row that rounding
// made too large.
func given(l *level, k kernels.Matrices) *rows {
	r := newRows(l, k.N, 1)
	for x := range k.N {
		for y := range k.N {
			at := x*k.N + y
			if y != x && slices.ContainsFunc(k.P, func(p []float64) bool { return p[at] != 0 }) {
				r.join(x, y, at)
			}
		}
	}
	r.p = reals(l.calc.bits, k.N*k.N)
	r.fill = func() {
		m := k.At(l.beta)
		for at := range r.p {
			r.p[at].setFloat(m[at])
		}
		r.remain()
	}
	return r
}
