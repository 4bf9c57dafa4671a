package flows

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// A way has the edges of a Way: pairs of cells (x, x+by), such as all neighbours along axis 1. Which x have an edge
// follows from the box. By the first axis all before end have one; by the others the pattern repeats with every period
// of cells.
type way struct {
	by, end, period int
	odds            float64
	steps           []step
	open            []float64    // by cell of a period and a chunk, the odds of the edge from it; 0 without an edge
	stream          lanes.Stream // room for the flows of a pull
	flow            chains.Pair  // the part of stream along the edges that begin before end
}

// A step goes some cells along an axis.
type step struct{ cells, stride, length int }

// inside reports whether some steps from x, or the steps back where sign is -1, stay in the box.
func inside(x, sign int, steps []step) bool {
	for _, s := range steps {
		if c := x/s.stride%s.length + sign*s.cells; c < 0 || c >= s.length {
			return false
		}
	}
	return true
}

// newWay returns the edges of a way, without room. ok is false if there are none, along an axis of one cell.
func newWay(g grid.Grid, cells Way, odds float64) (w way, ok bool) {
	w = way{end: g.Size(), period: 1, odds: odds}
	for axis, c := range cells {
		s := step{c, g.Stride(axis), g.Len(axis)}
		switch {
		case c == 0:
			continue
		case s.length == 1:
			return w, false
		case s.stride*s.length == g.Size(): // the first axis
			w.end -= c * s.stride
		case w.period == 1:
			w.period = s.stride * s.length
		}
		w.by += c * s.stride
		w.steps = append(w.steps, s)
	}
	w.end = min(w.end, g.Size()-w.by) // no edge leads beyond the last cell
	return w, true
}

// chunk is the number of cells whose flows are set at a time. Up to this size of space each way has room of its own.
const chunk = 1024

// strides returns the ways with their room, which are made once.
func (o *symmetric) strides() []way {
	if o.ways != nil {
		return o.ways
	}
	n := o.grid.Size()
	odds := o.of.Float(1)
	for i, cells := range o.of.Ways {
		if w, ok := newWay(o.grid, cells, float64(odds[i])); ok {
			o.ways = append(o.ways, w)
		}
	}
	if o.flipsSpins() {
		o.spins = len(o.ways)
	}
	for len(o.ways) == 0 || len(o.ways)%2 == 1 { // ways are settled in twos; nothing flows off an axis of one cell
		o.ways = append(o.ways, way{by: n, period: 1, steps: []step{{1, 1, 1}}})
	}
	for i := range o.ways {
		w := &o.ways[i]
		later := slices.DeleteFunc(slices.Clone(w.steps), func(s step) bool { return s.stride*s.length == n })
		w.open = slices.Repeat([]float64{w.odds}, min(w.period+chunk, n))
		for x := range w.open {
			if !inside(x, 1, later) {
				w.open[x] = 0
			}
		}
		room := chains.Pair{make([]float64, 2*n), make([]float64, 2*n)}
		if n > chunk && i >= 2 { // ways are settled in twos: the room of two before is free again
			room = o.ways[i-2].stream.Currents
		}
		w.stream = lanes.Stream{By: w.by, Currents: room}
		w.flow = part(&room, w.by, w.by+w.end)
	}
	return o.ways
}

// flipsSpins reports whether each way flips a spin, and all have the same odds.
func (o *symmetric) flipsSpins() bool {
	return !slices.ContainsFunc(o.ways, func(w way) bool {
		return len(w.steps) != 1 || w.steps[0].length != 2 || w.odds != o.ways[0].odds
	})
}

func part(f *chains.Pair, from, to int) chains.Pair { return chains.Pair{f[0][from:to], f[1][from:to]} }

// PullPair pulls by strides if masses are floats, and no wall has mass.
func (o *symmetric) PullPair(dst, f *chains.Pair) {
	p := o.level.Masses()
	if p == nil || o.grid.WallsHave(p) {
		o.Pull(dst[0], f[0])
		o.Pull(dst[1], f[1])
		return
	}
	ways := o.strides()
	base := f
	for i := 0; i < len(ways); i += 2 {
		o.fill(&ways[i], f, p)
		o.fill(&ways[i+1], f, p)
		settle(dst, base, &ways[i].stream, &ways[i+1].stream, p)
		base = dst
	}
}

// fill sets a way's stream to the flows along it, by the masses p.
func (o *symmetric) fill(w *way, f *chains.Pair, p []float64) {
	if len(p) <= chunk {
		o.of.Acceptance.Currents(&w.flow, f, p, w.open[:w.end], w.by)
		return
	}
	for _, flow := range w.stream.Currents { // it still has another way's flows
		clear(flow[:w.by])
		clear(flow[w.by+w.end : len(p)+w.by])
	}
	crew.Parallel(w.end, func(from, to int) {
		for a := from; a < to; a += chunk {
			b := min(to, a+chunk)
			these := part(&w.flow, a, b)
			u := part(f, a, b+w.by)
			o.of.Acceptance.Currents(&these, &u, p[a:b+w.by], w.open[a%w.period:][:b-a], w.by)
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
