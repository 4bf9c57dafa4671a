package chains

import "breadboard/chains/lanes"

// A conductance sets flow to what goes along the edges i -> i+by of both functions,
// c(i, i+by) (u[i] - u[i+by]) for every i of open, times open[i]: c(x,y) is p(x) times
// the probability of accepting to go to y, symmetric by detailed balance, and 0 where
// one of the two has no mass.
type conductance func(flow, u *lanes.Pair, p, open []float64, by int)

// flows is a kernel that proposes to go along the edges of a lattice, either way
// along each with the same probability: T(x,y) = propose c(x,y)/p(x). Pulling is
// settling what flows to a cell against its mass.
type flows struct {
	*lattice
	conduct conductance
	propose float64
	hand    *hand     // of those who do not share the work
	narrow  []channel // by way, where there are few cells
}

// A channel is all edges of a way, where there are so few cells that what flows along
// each has a place of its own.
type channel struct {
	open   []float64
	flow   lanes.Pair // part of
	stream lanes.Stream
}

// few is how many cells are taken whole.
const few = 1024

func (l *lattice) channel(e *edges) channel {
	all := lanes.Pair{make([]float64, l.n+e.by), make([]float64, l.n+e.by)}
	w := channel{open: make([]float64, l.n-e.by), flow: part(&all, e.by, l.n), stream: lanes.Stream{By: e.by, Flow: all}}
	for x := range w.open {
		if at := x % l.row; e.has(x/l.row) && at >= e.first && at < e.last {
			w.open[x] = e.open[x%l.period]
		}
	}
	return w
}

func part(f *lanes.Pair, from, to int) lanes.Pair { return lanes.Pair{f[0][from:to], f[1][from:to]} }

// A hand is what one of those who do the work needs: what a block has got so far,
// and what flows along edges that begin in it or, being short, end in it.
type hand struct {
	net, flow, at lanes.Pair
}

func newHand(n int) *hand {
	h := &hand{}
	for k := range 2 {
		h.net[k], h.flow[k] = make([]float64, min(n, block)), make([]float64, min(n, 2*block))
	}
	return h
}

func newFlows(l *lattice, conduct conductance, propose float64) *flows {
	o := &flows{lattice: l, conduct: conduct, propose: propose}
	if l.n > few {
		o.hand = newHand(l.n)
		return o
	}
	for i := range l.ways {
		o.narrow = append(o.narrow, l.channel(&l.ways[i]))
	}
	if len(l.ways)%2 == 1 { // one more, which nothing flows along
		o.narrow = append(o.narrow, l.channel(&edges{by: l.n}))
	}
	return o
}

// addPair sets dst to base + share (T-1) f, for conductances that c tells: p but
// for kernels that say otherwise. dst may be base.
func (o *flows) addPair(dst, base, f *[2][]float64, c, p []float64, share float64) {
	if o.n <= few {
		for i := 0; i < len(o.narrow); i += 2 {
			a, b := &o.narrow[i], &o.narrow[i+1]
			o.conduct(&a.flow, f, c, a.open, a.stream.By)
			o.conduct(&b.flow, f, c, b.open, b.stream.By)
			lanes.Settle(dst, base, &a.stream, &b.stream, p, share*o.propose)
			base = dst
		}
		return
	}
	if o.n < Wide {
		o.some(o.hand, dst, base, f, c, p, share, 0, o.n)
		return
	}
	Abreast(o.n, func(from, to int) { o.some(newHand(o.n), dst, base, f, c, p, share, from, to) })
}

// some does it for cells from..to, block by block.
func (o *flows) some(h *hand, dst, base, f *lanes.Pair, c, p []float64, share float64, from, to int) {
	for ; from < to; from += block {
		end := min(from+block, to)
		clear(h.net[0])
		clear(h.net[1])
		for i := range o.ways {
			e := &o.ways[i]
			if e.by < block {
				o.gather(h, e, f, c, from, end, max(0, from-e.by), min(end, o.n-e.by))
				continue
			}
			o.gather(h, e, f, c, from, end, max(0, from-e.by), min(end, o.n)-e.by)
			o.gather(h, e, f, c, from, end, from, min(end, o.n-e.by))
		}
		settle(dst, base, &h.net, p[:end], from, share*o.propose)
	}
}

// gather adds to the net of cells from..to what flows along the edges that begin
// in cells first..last, no more than a hand holds.
func (o *flows) gather(h *hand, e *edges, f *lanes.Pair, c []float64, from, to, first, last int) {
	for row := first / o.row; row*o.row < last; row++ {
		a, b := max(first, row*o.row+e.first), min(last, row*o.row+e.last)
		if a >= b || !e.has(row) {
			continue
		}
		h.at = lanes.Pair{f[0][a:], f[1][a:]}
		o.conduct(&h.flow, &h.at, c[a:], e.open[a%o.period:][:b-a], e.by)
		for k := range 2 {
			net, flow := h.net[k], h.flow[k]
			if x, end := max(a, from), min(b, to); x < end {
				subtract(net[x-from:], flow[x-a:end-a])
			}
			if y, end := max(a+e.by, from), min(b+e.by, to); y < end {
				add(net[y-from:], flow[y-a-e.by:end-a-e.by])
			}
		}
	}
}

func add(to, what []float64) {
	to = to[:len(what)]
	for i, v := range what {
		to[i] += v
	}
}

func subtract(from, what []float64) {
	from = from[:len(what)]
	for i, v := range what {
		from[i] -= v
	}
}

// settle sets dst to base + net times share over p, from cell from to the last of
// p. Where there is no mass nothing flows, and it divides by the least there may be.
func settle(dst, base, net *lanes.Pair, p []float64, from int, share float64) {
	p = p[from:]
	n := len(p)
	dst0, dst1, base0, base1 := dst[0][from:][:n], dst[1][from:][:n], base[0][from:][:n], base[1][from:][:n]
	net0, net1 := net[0][:n], net[1][:n]
	for i, v := range p {
		rate := share / (v + least)
		dst0[i], dst1[i] = base0[i]+rate*net0[i], base1[i]+rate*net1[i]
	}
}

// least divides what is 0 where there is no mass, and is nothing beside any mass
// that a level may have.
const least = 1e-300
