package flows

import (
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// along pulls by a symmetric kernel. It adds to each cell what flows in over the cell's mass, two ways of edges at a
// time, and keeps nothing for a cell. It works chunk by chunk, so that the flows are still in the fastest memory when
// they are settled, and on large spaces on all cores.
type along struct {
	grid           grid.Grid
	rule           lanes.Conductance
	n, period, row int // numbers of cells: of the box, and as edges has it
	ways           []edges
	courses        []course   // of the ways
	proposals      []proposal // of one row
	odds           []float64
	small          [][2]channel // the ways two by two, on a space of one chunk or less

	// The arguments of the pull under way:
	f, dst *chains.Pair
	p      []float64
	some   func(from, to int)
}

// A channel has the edges of one way that begin in each cell from the first on, and room for their flows.
type channel struct {
	open   []float64
	stream lanes.Stream
	flow   chains.Pair // part of stream
}

// chunk is the number of cells that are pulled at a time: few enough that their flows
// stay in the fastest memory.
const chunk = 1024

func newAlong(g grid.Grid, of Symmetric) *along {
	o := &along{grid: g, rule: of.Rule, n: g.Size(), period: 1}
	o.some = o.cells
	for _, v := range of.Float(1) {
		o.odds = append(o.odds, float64(v))
	}
	near, most := g.Axes(), shortest // the first axis of a period, and the largest period
	if o.n <= chunk {
		most = o.n
	}
	for near > 0 && o.period*g.Len(near-1) <= most {
		near--
		o.period *= g.Len(near)
	}
	o.row = o.period
	if near > 0 {
		o.row *= g.Len(near - 1)
	}
	for _, way := range of.Ways {
		if e := o.edges(way, near); e.by > 0 {
			o.ways = append(o.ways, e)
			o.courses = append(o.courses, o.courseOf(way, e.by))
		}
	}
	if len(o.ways)%2 == 1 { // one more, along which nothing flows
		o.ways = append(o.ways, edges{by: o.n})
	}
	if o.n > chunk {
		return o
	}
	for e := range slices.Chunk(o.ways, 2) {
		o.small = append(o.small, [2]channel{newChannel(o.n, e[0]), newChannel(o.n, e[1])})
	}
	return o
}

func newChannel(n int, e edges) channel {
	all := chains.Pair{make([]float64, n+e.by), make([]float64, n+e.by)}
	none := n - e.by
	return channel{open: e.open[:none], stream: lanes.Stream{By: e.by, Flow: all},
		flow: chains.Pair{all[0][e.by:n], all[1][e.by:n]}}
}

func part(f *chains.Pair, from, to int) chains.Pair { return chains.Pair{f[0][from:to], f[1][from:to]} }

// pull sets dst to f after a step, by the masses p.
func (o *along) pull(dst, f *chains.Pair, p []float64) {
	if len(o.ways) == 0 {
		copy(dst[0], f[0])
		copy(dst[1], f[1])
		return
	}
	base := f
	for i := range o.small {
		a := &o.small[i][0]
		b := &o.small[i][1]
		o.rule.Flow(&a.flow, f, p, a.open, a.stream.By)
		o.rule.Flow(&b.flow, f, p, b.open, b.stream.By)
		lanes.Settle(dst, base, &a.stream, &b.stream, p)
		base = dst
	}
	if o.small == nil {
		o.f = f
		o.dst = dst
		o.p = p
		crew.Parallel(o.n, o.some)
	}
}

// cells pulls the cells from..to, chunk by chunk. Every cell's sum is the same however
// they are divided.
func (o *along) cells(from, to int) {
	h := scratches.Get().(*scratch)
	for a := from; a < to; a += chunk {
		b := min(to, a+chunk)
		h.dst = part(o.dst, a, b)
		h.base = part(o.f, a, b)
		base := &h.base
		for i := 0; i < len(o.ways); i += 2 {
			o.along(h, &o.ways[i], 0, a, b)
			o.along(h, &o.ways[i+1], 1, a, b)
			lanes.Settle(&h.dst, base, &h.stream[0], &h.stream[1], o.p[a:b])
			base = &h.dst
		}
	}
	// not the caller's slices
	h.dst = chains.Pair{}
	h.base = chains.Pair{}
	h.these = chains.Pair{}
	h.u = chains.Pair{}
	scratches.Put(h)
}

// along sets one of two streams to the flows one way into the cells from..to and out of
// them.
func (o *along) along(h *scratch, e *edges, stream, from, to int) {
	m := to - from
	h.stream[stream] = lanes.Stream{By: min(e.by, m), Flow: h.flow[stream]}
	if e.by < m { // both are the same, except the first and the last
		o.fill(h, e, &h.flow[stream], 0, from-e.by, to)
		return
	}
	o.fill(h, e, &h.flow[stream], 0, from-e.by, to-e.by)
	o.fill(h, e, &h.flow[stream], m, from, to)
}

// fill sets flow, from place at on, to the flows along the edges that begin in the cells
// from..to: 0 for a cell that has no edge or lies outside the box.
func (o *along) fill(h *scratch, e *edges, flow *chains.Pair, at, from, to int) {
	at -= from
	done, last := from, min(to, o.n-e.by)
	for row := max(from, 0) / o.row; row*o.row < last; row++ {
		a := max(from, row*o.row+e.first)
		b := min(last, row*o.row+e.last)
		if a >= b || slices.ContainsFunc(e.far, func(f limit) bool { return !f.has(row) }) {
			continue
		}
		still(flow, at+done, at+a)
		h.these = part(flow, at+a, at+b)
		h.u = part(o.f, a, b+e.by)
		o.rule.Flow(&h.these, &h.u, o.p[a:b+e.by], e.open[a%o.period:][:b-a], e.by)
		done = b
	}
	still(flow, at+done, at+to)
}

func still(flow *chains.Pair, from, to int) {
	clear(flow[0][from:to])
	clear(flow[1][from:to])
}

// A scratch is the memory of one worker that pulls flows chunk by chunk.
type scratch struct {
	dst, base, these, u chains.Pair
	flow                [2]chains.Pair
	stream              [2]lanes.Stream
}

// scratches holds the scratch that no worker uses at the moment.
var scratches = sync.Pool{New: func() any {
	s := &scratch{}
	for i := range s.flow {
		s.flow[i] = chains.Pair{make([]float64, 2*chunk), make([]float64, 2*chunk)}
	}
	return s
}}

// edges are the pairs of cells (x, x+by) that lie the same way to each other, such as all
// neighbours along axis 1. Which x have such an edge follows from the box, so nothing is
// kept for each cell. The last axes, as many as are short together, are a period, and
// open has the odds of its cells that have an edge. A period and one axis more are a row, whose
// edges form one run. The axes before the row decide whether a row has edges at all.
type edges struct {
	by          int
	open        []float64 // by place from the start of a period, for some periods; 0 without an edge
	first, last int       // the run of a row
	far         []limit
}

// A limit is an axis before the axes of a row. It cuts the rows into groups of length, in
// steps of stride; the rows first..last of a group have edges.
type limit struct{ stride, length, first, last int }

func (f limit) has(row int) bool {
	c := row / f.stride % f.length
	return c >= f.first && c < f.last
}

// shortest is the largest number of cells in a period, unless the whole box is one. Runs
// are then at least that long, except at the border of a box.
const shortest = 64

// edges returns the edges of one way; by is 0 if there are none, along an axis of one cell.
func (o *along) edges(way Way, near int) edges {
	g := o.grid
	e := edges{last: o.row}
	for a, step := range way.Steps {
		if step != 0 && g.Len(a) == 1 {
			return edges{}
		}
		e.by += step * g.Stride(a)
		first := max(0, -step)
		last := g.Len(a) - max(0, step)
		switch {
		case a == near-1:
			e.first, e.last = first*o.period, last*o.period
		case a < near && step != 0:
			e.far = append(e.far, limit{g.Stride(a) / o.row, g.Len(a), first, last})
		}
	}
	e.open = slices.Repeat([]float64{o.odds[way.Tag]}, min(o.period+2*chunk, o.n))
	for a := near; a < g.Axes(); a++ {
		if way.Steps[a] == 0 {
			continue
		}
		for x := range e.open {
			if c := g.Coord(x, a) + way.Steps[a]; c < 0 || c >= g.Len(a) {
				e.open[x] = 0
			}
		}
	}
	return e
}

// A course is what a row needs of a way.
type course struct {
	by   int
	odds float64
	turn        // along the first axis
	more []turn // along others; of most ways there are none
}

// A turn is what a way does along one axis, of this stride and length.
type turn struct {
	stride, length uint32
	step           int32
}

// stays reports, by 1 and 0, whether x stays in the box by a turn back and by one there.
func (t turn) stays(x int) (back, there int) {
	c := uint32(x) / t.stride % t.length
	if c-uint32(t.step) < t.length { // below 0 it is large
		back = 1
	}
	if c+uint32(t.step) < t.length {
		there = 1
	}
	return back, there
}

// courseOf returns that of a way.
func (o *along) courseOf(way Way, by int) course {
	var turns []turn
	for axis, step := range way.Steps {
		if step != 0 {
			turns = append(turns, turn{uint32(o.grid.Stride(axis)), uint32(o.grid.Len(axis)), int32(step)})
		}
	}
	return course{by, o.odds[way.Tag], turns[0], turns[1:]}
}

// A proposal is a cell, and the probability of proposing it.
type proposal struct {
	y    int
	odds float64
}

// from visits where the ways lead from x, there and back, by the log density. Those that leave the box are written over
// by the next, because a branch would be predicted wrongly.
func (o *along) from(x int, logf []float64, visit func(y int, p float64)) {
	all := o.proposals
	o.proposals = nil // for a visit that asks for another row
	if all == nil {
		all = make([]proposal, 2*len(o.courses)+1)
	}
	n := 0
	for i := range o.courses {
		of := &o.courses[i]
		back, there := of.stays(x)
		for _, t := range of.more {
			alsoBack, alsoThere := t.stays(x)
			back &= alsoBack
			there &= alsoThere
		}
		all[n] = proposal{x - of.by, of.odds}
		n += back
		all[n] = proposal{x + of.by, of.odds}
		n += there
	}
	here := logf[x]
	harmonic := o.rule == lanes.Harmonic
	for _, to := range all[:n] {
		there := logf[to.y]
		if math.IsInf(there, -1) || o.grid.Wall(to.y) {
			continue
		}
		odds := to.odds
		switch { // from a cell without mass all is accepted
		case harmonic:
			odds /= 1 + math.Exp(here-there)
		case there < here:
			odds *= math.Exp(there - here)
		}
		visit(to.y, odds)
	}
	o.proposals = all
}
