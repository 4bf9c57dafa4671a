package chains

import (
	"sync"

	"breadboard/chains/lanes"
	"breadboard/grid"
)

// A conductance sets flow to what goes along the edges i -> i+by of both functions,
// c(i, i+by) (u[i] - u[i+by]) for every i of open, times open[i]: c(x,y) is p(x) times
// the probability of accepting to go to y, symmetric by detailed balance, and 0 where
// one of the two has no mass.
type conductance func(flow, u *lanes.Pair, p, open []float64, by int)

// flows is a kernel that proposes to go along the edges of a lattice, either way
// along each with the same probability: T(x,y) = propose c(x,y)/p(x). Pulling is
// settling what flows to a cell against its mass, two ways of edges at a time.
type flows struct {
	*lattice
	conduct conductance
	propose float64
	narrow  []channel // by way, where the cells are no more than a chunk

	f, dst, base *lanes.Pair // what is being pulled
	c, p         []float64
	share        float64
	some         func(from, to int)
	hand         *hand // of those who do not share the work
}

// chunk is how many cells are pulled at a time, so that the flows to and from them
// stay in the fastest memory.
const chunk = 1024

// A channel is all edges of a way, where there are so few cells that what flows along
// each has a place of its own.
type channel struct {
	open   []float64
	flow   lanes.Pair // part of
	stream lanes.Stream
}

// newFlows has the edges towards these, as a lattice has.
func newFlows(g grid.Grid, towards [][]int, conduct conductance, propose float64) *flows {
	o := &flows{lattice: newLattice(g, towards), conduct: conduct, propose: propose}
	o.some = o.cells
	if len(o.ways)%2 == 1 { // one more, which nothing flows along
		o.ways = append(o.ways, edges{by: o.n})
	}
	if o.n > chunk {
		o.hand = newHand()
		return o
	}
	for _, e := range o.ways {
		all := lanes.Pair{make([]float64, o.n+e.by), make([]float64, o.n+e.by)}
		o.narrow = append(o.narrow, channel{e.open[:o.n-e.by], part(&all, e.by, o.n), lanes.Stream{By: e.by, Flow: all}})
	}
	return o
}

func part(f *lanes.Pair, from, to int) lanes.Pair { return lanes.Pair{f[0][from:to], f[1][from:to]} }

// pullPair sets dst to base + share (T-1) f, c being what conducts: p, but for kernels
// that say otherwise. dst may be base.
func (o *flows) pullPair(dst, base, f *lanes.Pair, c, p []float64, share float64) {
	if len(o.ways) == 0 {
		identity{}.PullPair(dst, base, f, share)
		return
	}
	for i := 0; i < len(o.narrow); i += 2 {
		a, b := &o.narrow[i], &o.narrow[i+1]
		o.conduct(&a.flow, f, c, a.open, a.stream.By)
		o.conduct(&b.flow, f, c, b.open, b.stream.By)
		lanes.Settle(dst, base, &a.stream, &b.stream, p, share*o.propose)
		base = dst
	}
	if o.narrow == nil {
		o.f, o.dst, o.base, o.c, o.p, o.share = f, dst, base, c, p, share*o.propose
		Abreast(o.n, o.some)
	}
}

// A hand is what one of those who do the work needs.
type hand struct {
	dst, base, these, u lanes.Pair
	flow                [2]lanes.Pair
	stream              [2]lanes.Stream
}

// hands are those that are not at work.
var hands = sync.Pool{New: func() any { return newHand() }}

func newHand() *hand {
	h := &hand{}
	for i := range h.flow {
		h.flow[i] = lanes.Pair{make([]float64, 2*chunk), make([]float64, 2*chunk)}
	}
	return h
}

// cells does some cells, chunk by chunk. Every cell's sum is the same however they
// are divided.
func (o *flows) cells(from, to int) {
	h := o.hand
	if o.n >= Wide { // others are at work on the same
		h = hands.Get().(*hand)
		defer func() {
			h.dst, h.base, h.these, h.u = lanes.Pair{}, lanes.Pair{}, lanes.Pair{}, lanes.Pair{} // others' cells
			hands.Put(h)
		}()
	}
	for a := from; a < to; a += chunk {
		b := min(to, a+chunk)
		h.dst, h.base = part(o.dst, a, b), part(o.base, a, b)
		base := &h.base
		for i := 0; i < len(o.ways); i += 2 {
			o.along(h, &o.ways[i], 0, a, b)
			o.along(h, &o.ways[i+1], 1, a, b)
			lanes.Settle(&h.dst, base, &h.stream[0], &h.stream[1], o.p[a:b], o.share)
			base = &h.dst
		}
	}
}

// along sets one of two streams to what flows one way into the cells from..to and out
// of them.
func (o *flows) along(h *hand, e *edges, stream, from, to int) {
	m := to - from
	h.stream[stream] = lanes.Stream{By: min(e.by, m), Flow: h.flow[stream]}
	if e.by < m { // they are the same, but for the first and the last
		o.fill(h, e, &h.flow[stream], 0, from-e.by, to)
		return
	}
	o.fill(h, e, &h.flow[stream], 0, from-e.by, to-e.by)
	o.fill(h, e, &h.flow[stream], m, from, to)
}

// fill sets flow, from a place on, to what flows along the edges that begin in the
// cells from..to, of which some may not be, and 0 where there is none.
func (o *flows) fill(h *hand, e *edges, flow *lanes.Pair, at, from, to int) {
	at -= from
	done, last := from, min(to, o.n-e.by)
	for row := max(from, 0) / o.row; row*o.row < last; row++ {
		a, b := max(from, row*o.row+e.first), min(last, row*o.row+e.last)
		if a >= b || !e.has(row) {
			continue
		}
		still(flow, at+done, at+a)
		h.these, h.u = part(flow, at+a, at+b), part(o.f, a, b+e.by)
		o.conduct(&h.these, &h.u, o.c[a:b+e.by], e.open[a%o.period:][:b-a], e.by)
		done = b
	}
	still(flow, at+done, at+to)
}

// still has nothing flow along some edges.
func still(flow *lanes.Pair, from, to int) {
	clear(flow[0][from:to])
	clear(flow[1][from:to])
}
