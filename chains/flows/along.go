package flows

import (
	"math"
	"math/bits"
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
	grid      grid.Grid
	rule      lanes.Conductance
	n         int // the number of cells
	ways      []strides
	odds      []float64    // by way
	spins     bool         // every way flips a spin, with the same odds
	proposals []proposal   // of one row
	small     [][2]channel // the ways two by two, on a space of one chunk or less

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
	o := &along{grid: g, rule: of.Rule, n: g.Size()}
	o.some = o.cells
	odds := of.Float(1)
	for i, way := range of.Ways {
		if s := stridesOf(g, way, float64(odds[i])); s.by > 0 {
			o.ways = append(o.ways, s)
			o.odds = append(o.odds, float64(odds[i]))
		}
	}
	o.spins = len(o.ways) > 0
	for i, s := range o.ways {
		o.spins = o.spins && o.odds[i] == o.odds[0] && len(s.steps) == 1 && s.steps[0].length == 2
	}
	o.proposals = make([]proposal, 2*len(o.ways)+1)
	if len(o.ways)%2 == 1 { // one more, along which nothing flows
		o.ways = append(o.ways, strides{by: o.n})
	}
	if o.n > chunk {
		return o
	}
	for pair := range slices.Chunk(o.ways, 2) {
		o.small = append(o.small, [2]channel{newChannel(o.n, pair[0]), newChannel(o.n, pair[1])})
	}
	return o
}

func newChannel(n int, s strides) channel {
	open := slices.Clone(s.open)
	clear(open[s.end:])
	all := chains.Pair{make([]float64, n+s.by), make([]float64, n+s.by)}
	return channel{open: open[:n-s.by], stream: lanes.Stream{By: s.by, Flow: all},
		flow: chains.Pair{all[0][s.by:n], all[1][s.by:n]}}
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
	scratches.Put(h)
}

// along sets one of two streams to the flows one way into the cells from..to and out of
// them.
func (o *along) along(h *scratch, e *strides, stream, from, to int) {
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
func (o *along) fill(h *scratch, s *strides, flow *chains.Pair, at, from, to int) {
	at -= from
	a := max(from, 0)
	b := min(to, s.end)
	if a >= b {
		still(flow, at+from, at+to)
		return
	}
	still(flow, at+from, at+a)
	h.these = part(flow, at+a, at+b)
	h.u = part(o.f, a, b+s.by)
	o.rule.Flow(&h.these, &h.u, o.p[a:b+s.by], s.open[a%s.period:][:b-a], s.by)
	still(flow, at+b, at+to)
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

// strides are the edges of a way: pairs of cells (x, x+by) that lie the same way to each other, such as all neighbours
// along axis 1. Which x have such an edge follows from the box. Along the first axis it is those before end; along
// the others it is the same from one period of cells to the next.
type strides struct {
	by, end, period int
	open            []float64 // the odds by place from the start of a period, for some periods; 0 without an edge
	steps           []step
}

// A step is what a way does along one axis. Of powers of two, such as those of spins, shift and mask find a coordinate
// without a division; elsewhere mask is 0.
type step struct {
	axis, cells    int
	stride, length uint32
	shift, mask    uint32
}

func newStep(g grid.Grid, axis, cells int) step {
	s := step{axis: axis, cells: cells, stride: uint32(g.Stride(axis)), length: uint32(g.Len(axis))}
	if bits.OnesCount32(s.stride) == 1 && bits.OnesCount32(s.length) == 1 {
		s.shift = uint32(bits.TrailingZeros32(s.stride))
		s.mask = s.length - 1
	}
	return s
}

// stays reports, by 1 and 0, whether x stays in the box by a step back and by one there.
func (s *step) stays(x int) (back, there int) {
	c := uint32(x) >> s.shift & s.mask
	if s.mask == 0 {
		c = uint32(x) / s.stride % s.length
	}
	if c-uint32(s.cells) < s.length { // below 0 it is large
		back = 1
	}
	if c+uint32(s.cells) < s.length {
		there = 1
	}
	return back, there
}

// stridesOf returns the edges of a way; by is 0 if there are none, along an axis of one cell.
func stridesOf(g grid.Grid, way Way, odds float64) strides {
	s := strides{end: g.Size(), period: 1}
	for axis, cells := range way {
		switch {
		case cells == 0:
			continue
		case g.Len(axis) == 1:
			return strides{}
		case axis == 0:
			s.end -= cells * g.Stride(0)
		case s.period == 1:
			s.period = g.Stride(axis - 1)
		}
		s.by += cells * g.Stride(axis)
		s.steps = append(s.steps, newStep(g, axis, cells))
	}
	s.end = min(s.end, g.Size()-s.by)
	s.open = slices.Repeat([]float64{odds}, min(s.period+2*chunk, g.Size()))
	for x := range s.open {
		for _, t := range s.steps {
			if c := g.Coord(x, t.axis) + t.cells; t.axis > 0 && (c < 0 || c >= g.Len(t.axis)) {
				s.open[x] = 0
			}
		}
	}
	return s
}

// A proposal is a cell, and the probability of proposing it.
type proposal struct {
	y    int
	odds float64
}

// stays reports, by 1 and 0, whether x stays in the box by the way back and by the way there.
func (s *strides) stays(x int) (back, there int) {
	back, there = s.steps[0].stays(x)
	for k := 1; k < len(s.steps); k++ {
		alsoBack, alsoThere := s.steps[k].stays(x)
		back &= alsoBack
		there &= alsoThere
	}
	return back, there
}

// proposed lists where the ways lead from x, there and back, in room.
func (o *along) proposed(x int, room []proposal) []proposal {
	n := 0
	for i, odds := range o.odds {
		s := &o.ways[i]
		back, there := s.stays(x)
		room[n] = proposal{x - s.by, odds} // which the next is written over if it leads off the box
		n += back
		room[n] = proposal{x + s.by, odds}
		n += there
	}
	return room[:n]
}

// row visits where the ways lead from x by the log density.
func (o *along) row(x int, logf []float64, visit func(y int, p float64)) {
	room := o.proposals
	o.proposals = nil // for a visit that asks for another row
	if room == nil {
		room = make([]proposal, 2*len(o.odds)+1)
	}
	here := o.logMass(x, logf)
	for _, to := range o.proposed(x, room) {
		if there := o.logMass(to.y, logf); !math.IsInf(there, -1) {
			visit(to.y, o.accepted(to.odds, here, there))
		}
	}
	o.proposals = room
}

// accepted returns the odds of proposing and accepting a move between two log densities. From a cell without mass all
// is accepted.
func (o *along) accepted(odds, here, there float64) float64 {
	switch {
	case o.rule == lanes.Harmonic:
		return odds / (1 + math.Exp(here-there))
	case there < here:
		return odds * math.Exp(there-here)
	}
	return odds
}

// draw returns the cell to which a number u in [0, 1) leads from x.
func (o *along) draw(x int, logf []float64, u float64) int {
	first := 0
	if o.spins { // every way leads from x to one cell
		first = min(int(u/o.odds[0]), len(o.odds)-1)
		u -= float64(first) * o.odds[0]
	}
	for i, odds := range o.odds[first:] {
		s := &o.ways[first+i]
		back, there := s.stays(x)
		if open := float64(back+there) * odds; u >= open {
			u -= open
			continue
		}
		y := x + s.by
		switch {
		case there == 0 || back == 1 && u < odds:
			y = x - s.by
		case back == 1:
			u -= odds
		}
		to := o.logMass(y, logf)
		if !math.IsInf(to, -1) && u < o.accepted(odds, o.logMass(x, logf), to) {
			return y
		}
		return x
	}
	return x
}

// stay returns what is rejected of each proposal from x, and what proposes no cell.
func (o *along) stay(x int, logf []float64) float64 {
	stay := 0.0
	none := chains.NewRest()
	here := o.logMass(x, logf)
	for _, to := range o.proposed(x, make([]proposal, 2*len(o.odds)+1)) {
		none.Take(to.odds)
		there := o.logMass(to.y, logf)
		switch {
		case math.IsInf(there, -1):
			stay += to.odds
		case o.rule == lanes.Harmonic:
			stay += to.odds / (1 + math.Exp(there-here))
		case there < here:
			stay -= to.odds * math.Expm1(there-here)
		}
	}
	return stay + none.Left()
}

// logMass returns the log density of a cell, -Inf of a wall.
func (o *along) logMass(x int, logf []float64) float64 {
	if o.grid.Wall(x) {
		return math.Inf(-1)
	}
	return logf[x]
}
