package flows

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// A stride has the edges of a Move: pairs of cells (x, x+by), such as all neighbours along axis 1. The move leaves the
// box along the first axis from all x from end on, and along the others in a pattern that repeats every period cells.
type stride struct {
	by, end, period int
	proposed        float64      // the probability of proposing an edge, from either end
	shifts          []shift      // along the axes that the move goes along
	open            []float64    // the pattern: proposed, or 0 where the move leaves the box; a period and a chunk
	stream          lanes.Stream // room for the currents of a pull
	currents        chains.Pair  // the part of stream along the edges that begin before end
}

// A shift goes some cells along an axis, whose neighbours are stride apart.
type shift struct{ cells, stride, length int }

// inside reports whether the shifts from x stay in the box; where sign is -1, their opposites.
func inside(x, sign int, shifts []shift) bool {
	for _, s := range shifts {
		if c := x/s.stride%s.length + sign*s.cells; c < 0 || c >= s.length {
			return false
		}
	}
	return true
}

// newStride returns the edges of a move, without room. ok is false if there are none, along an axis of one cell.
func newStride(g grid.Grid, move Move, proposed float64) (s stride, ok bool) {
	s = stride{end: g.Size(), period: 1, proposed: proposed}
	for axis, c := range move {
		along := shift{c, g.Stride(axis), g.Len(axis)}
		switch {
		case c == 0:
			continue
		case along.length == 1:
			return s, false
		case along.stride*along.length == g.Size(): // the first axis
			s.end -= c * along.stride
		case s.period == 1:
			s.period = along.stride * along.length
		}
		s.by += c * along.stride
		s.shifts = append(s.shifts, along)
	}
	s.end = min(s.end, g.Size()-s.by) // no edge leads beyond the last cell
	return s, true
}

// chunk is the number of cells whose currents are set at a time. Up to this size of space each stride has room of its
// own.
const chunk = 1024

// madeStrides returns the strides with their room, which are made once.
func (o *symmetric) madeStrides() []stride {
	if o.strides != nil {
		return o.strides
	}
	n := o.grid.Size()
	proposed := o.of.Float(1) // by move, the probability of proposing it
	for i, move := range o.of.Moves {
		if s, ok := newStride(o.grid, move, float64(proposed[i])); ok {
			o.strides = append(o.strides, s)
		}
	}
	if o.flipsSpins() {
		o.spins = len(o.strides)
	}
	// Strides are settled in twos. The one that is added has an axis of one cell, off which nothing flows.
	for len(o.strides) == 0 || len(o.strides)%2 == 1 {
		o.strides = append(o.strides, stride{by: n, period: 1, shifts: []shift{{1, 1, 1}}})
	}
	for i := range o.strides {
		s := &o.strides[i]
		later := slices.DeleteFunc(slices.Clone(s.shifts), func(s shift) bool { return s.stride*s.length == n })
		s.open = slices.Repeat([]float64{s.proposed}, min(s.period+chunk, n))
		for x := range s.open {
			if !inside(x, 1, later) {
				s.open[x] = 0
			}
		}
		var room chains.Pair
		if n > chunk && i >= 2 { // the room of two strides before is free again
			room = o.strides[i-2].stream.Currents
		} else {
			room = chains.Pair{make([]float64, 2*n), make([]float64, 2*n)}
		}
		s.stream = lanes.Stream{By: s.by, Currents: room}
		s.currents = part(&room, s.by, s.by+s.end) // the current from x stands at x+by, the cell that it goes into
	}
	return o.strides
}

// flipsSpins reports whether each move flips a spin, and all are equally probable.
func (o *symmetric) flipsSpins() bool {
	return !slices.ContainsFunc(o.strides, func(s stride) bool {
		return len(s.shifts) != 1 || s.shifts[0].length != 2 || s.proposed != o.strides[0].proposed
	})
}

// part returns both functions on the cells from one to before another.
func part(f *chains.Pair, from, to int) chains.Pair { return chains.Pair{f[0][from:to], f[1][from:to]} }

// Pull pulls by strides if the level's P is set, so that cells where it is 0 do not matter, and no wall has mass.
func (o *symmetric) Pull(dst, f *chains.Pair) {
	p := o.level.P
	switch {
	case p != nil && !o.grid.WallsHave(p):
		o.pullStrides(dst, f, p)
	case !o.byRows():
		o.flowOperator.Pull(dst, f)
	default:
		copy(dst[0], f[0])
		copy(dst[1], f[1])
		for x := range f[0] {
			o.Row(x, func(y int, p float64) {
				dst[0][x] += p * (f[0][y] - f[0][x])
				dst[1][x] += p * (f[1][y] - f[1][x])
			})
		}
	}
}

// pullStrides pulls by strides, two at a time.
func (o *symmetric) pullStrides(dst, f *chains.Pair, p []float64) {
	strides := o.madeStrides()
	base := f
	for i := 0; i < len(strides); i += 2 {
		o.fill(&strides[i], f, p)
		o.fill(&strides[i+1], f, p)
		settle(dst, base, &strides[i].stream, &strides[i+1].stream, p)
		base = dst
	}
}

// fill sets the currents of a stride to those of f, by the masses p.
func (o *symmetric) fill(s *stride, f *chains.Pair, p []float64) {
	if len(p) <= chunk {
		o.of.Acceptance.Currents(&s.currents, f, p, s.open[:s.end], s.by)
		return
	}
	for _, room := range s.stream.Currents { // which still has the currents of another stride
		clear(room[:s.by])
		clear(room[s.by+s.end : len(p)+s.by])
	}
	crew.Parallel(s.end, func(from, to int) {
		for a := from; a < to; a += chunk {
			b := min(to, a+chunk)
			these := part(&s.currents, a, b)
			u := part(f, a, b+s.by)
			o.of.Acceptance.Currents(&these, &u, p[a:b+s.by], s.open[a%s.period:][:b-a], s.by)
		}
	})
}

// settle settles two streams, on large spaces on all cores. However the cells are divided, each cell's sum is the same.
func settle(dst, base *chains.Pair, s, t *lanes.Stream, p []float64) {
	if len(p) <= chunk {
		lanes.Settle(dst, base, s, t, p)
		return
	}
	crew.Parallel(len(p), func(from, to int) {
		to0 := part(dst, from, to)
		from0 := part(base, from, to)
		s0 := lanes.Stream{By: s.By, Currents: part(&s.Currents, from, to+s.By)}
		t0 := lanes.Stream{By: t.By, Currents: part(&t.Currents, from, to+t.By)}
		lanes.Settle(&to0, &from0, &s0, &t0, p[from:to])
	})
}
