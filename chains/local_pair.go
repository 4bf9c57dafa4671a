package chains

import (
	"slices"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// A conductance sets f to the flows of both functions along the edges i -> i+by:
// open[i] c(p(i), p(i+by)) times u(i) - u(i+by), where c(p, p') is p times the
// probability of accepting to go from p to p', symmetric by detailed balance.
type conductance func(f, u *lanes.Pair, p, open []float64, by int)

// chunk is how many cells are pulled at a time, so that the flows to and from them
// stay in the fastest memory.
const chunk = 1024

// An axis is the edges i -> i+by along one axis, i from 0 to n-by. Those in the last
// of a line's cells lead nowhere: they are the last by of every period.
type axis struct {
	by, period int
	open       []float64 // the probability of proposing each from 0 on, a period at least; where that is long, a constant

	// Where the cells are no more than a chunk, all flows have a place:
	flow, in, out lanes.Pair // from i on, into cell i, and out of it, with 0 where there is no edge
}

// PullPair takes axis after axis what flows along it from each cell and to it.
func (o *local) PullPair(dst, f *[2][]float64) {
	if o.level.P == nil {
		o.Pull(dst[0], f[0])
		o.Pull(dst[1], f[1])
		return
	}
	if n := len(o.level.P); n > chunk {
		o.dst, o.f = dst, f
		Abreast(n, o.pull)
		return
	}
	base := f
	for i := range o.axes {
		e := &o.axes[i]
		o.conduct(&e.flow, f, o.level.P, e.open, e.by)
		lanes.Settle(dst, base, &e.in, &e.out, o.level.P)
		base = dst
	}
}

// pullCells does it for some cells. Every cell's sum is the same however they are
// divided.
func (o *local) pullCells(from, to int) {
	flows := o.flows
	if len(o.level.P) >= Wide { // others are at work on the same
		flows = newFlows(chunk)
	}
	for a := from; a < to; a += chunk {
		b := min(to, a+chunk)
		dst, base := part(o.dst, a, b), part(o.f, a, b)
		for i := range o.axes {
			in, out := o.along(&o.axes[i], &flows, a, b)
			lanes.Settle(&dst, &base, &in, &out, o.level.P[a:b])
			base = dst
		}
	}
}

func part(f *lanes.Pair, from, to int) lanes.Pair { return lanes.Pair{f[0][from:to], f[1][from:to]} }

// along returns what flows into the cells from..to along an axis from the one
// before, and out of them to the one after.
func (o *local) along(e *axis, flows *lanes.Pair, from, to int) (in, out lanes.Pair) {
	m := to - from
	if e.by < m { // the same flows, but for the first and the last
		all := part(flows, 0, m+e.by)
		o.fill(e, &all, from-e.by)
		return part(&all, 0, m), part(&all, e.by, m+e.by)
	}
	in, out = part(flows, 0, m), part(flows, m, 2*m)
	o.fill(e, &in, from-e.by)
	o.fill(e, &out, from)
	return in, out
}

// fill sets f to the flows of the edges from..from+len(f): 0 where there is none.
func (o *local) fill(e *axis, f *lanes.Pair, from int) {
	to := from + len(f[0])
	first, last := min(max(from, 0), to), max(min(to, len(o.level.P)-e.by), from)
	clear(f[0][:first-from])
	clear(f[1][:first-from])
	clear(f[0][last-from:])
	clear(f[1][last-from:])
	for i := first; i < last; {
		open, end := e.run(i, last)
		these := part(f, i-from, end-from)
		if open == nil {
			clear(these[0])
			clear(these[1])
		} else {
			u := part(o.f, i, end+e.by)
			o.conduct(&these, &u, o.level.P[i:end+e.by], open, e.by)
		}
		i = end
	}
}

// run returns with which probabilities the edges from i on are proposed, nil for
// edges that lead nowhere, and the first edge, at most last, of which it does not say.
func (e *axis) run(i, last int) (open []float64, end int) {
	at := i % e.period
	if len(e.open) >= e.period {
		end = min(last, i+len(e.open)-at)
		return e.open[at : at+end-i], end
	}
	rest := e.period - e.by - at // edges of this line, or lines side by side, that lead on
	if rest <= 0 {
		return nil, min(last, i+rest+e.by)
	}
	end = min(last, i+rest, i+len(e.open))
	return e.open[:end-i], end
}

// newAxes are the axes of a grid on which every move is proposed alike.
func newAxes(g grid.Grid) []axis {
	propose := 1 / float64(g.Moves())
	axes := make([]axis, g.Axes())
	for a := range axes {
		by := g.Stride(a)
		e := axis{by: by, period: by * g.Len(a)}
		switch n := g.Size(); {
		case n <= chunk:
			e.open = make([]float64, n-by)
			e.room(n)
		case e.period <= 2*chunk:
			e.open = make([]float64, e.period+2*chunk)
		default:
			e.open = slices.Repeat([]float64{propose}, chunk)
		}
		for i := range e.open {
			if e.period <= 2*chunk && i%e.period < e.period-by {
				e.open[i] = propose
			}
		}
		axes[a] = e
	}
	return axes
}

// room makes a place for the flows between n cells.
func (e *axis) room(n int) {
	all := newFlows(n)
	e.flow = part(&all, e.by, n)
	e.in, e.out = part(&all, 0, n), part(&all, e.by, n+e.by)
}

// newFlows is room for those in and out of so many cells.
func newFlows(cells int) lanes.Pair {
	return lanes.Pair{make([]float64, 2*cells), make([]float64, 2*cells)}
}
