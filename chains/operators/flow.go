package operators

import (
	"cmp"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// Flows is a kernel that proposes each edge of a lattice in both directions with the same
// probability: T(x,y) = propose c(x,y)/p(x). It pulls by adding to each cell what flows
// in over the cell's mass, two ways of edges at a time.
type Flows struct {
	n, period, row int // numbers of cells: of the box, and as edges has it
	ways           []edges
	conduct        lanes.Conductance
	propose        float64
	small          [][2]lanes.Channel // the ways two by two, on a space of one chunk or less

	// The arguments of the pull under way:
	f, dst, base *lanes.Pair
	c, p         []float64
	share        float64
	some         func(from, to int)
}

// chunk is the number of cells that are pulled at a time: few enough that their flows
// stay in the fastest memory.
const chunk = 1024

// A Way is a step of so many cells along every axis, the first that is not 0 being positive. Moves is by how many
// proposals it is made from either end.
type Way struct {
	Steps []int
	Moves float64
}

// NewFlows returns the flows on g along these ways, if each proposal has the probability propose.
func NewFlows(g grid.Grid, ways []Way, conduct lanes.Conductance, propose float64) *Flows {
	o := &Flows{n: g.Size(), period: 1, conduct: conduct, propose: propose}
	o.some = o.cells
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
	for _, way := range ways {
		if e := o.edges(g, way, near); e.by > 0 {
			o.ways = append(o.ways, e)
		}
	}
	if len(o.ways)%2 == 1 { // one more, along which nothing flows
		o.ways = append(o.ways, edges{by: o.n})
	}
	if o.n > chunk {
		return o
	}
	for e := range slices.Chunk(o.ways, 2) {
		two := [2]lanes.Channel{lanes.NewChannel(o.n, e[0].by, e[0].open), lanes.NewChannel(o.n, e[1].by, e[1].open)}
		o.small = append(o.small, two)
	}
	return o
}

// WaysAlong lists the ways of the grid's moves along these axes, or along all if none is given.
func WaysAlong(g grid.Grid, axes ...int) (ways []Way) {
	for _, a := range orAll(g, axes) {
		for _, s := range g.Steps(a) {
			if s.Cells > 0 {
				ways = append(ways, along(g, a, s.Cells, float64(s.Moves)))
			}
		}
	}
	return ways
}

// along is a way along one axis.
func along(g grid.Grid, axis, cells int, moves float64) Way {
	steps := make([]int, g.Axes())
	steps[axis] = cells
	return Way{steps, moves}
}

func part(f *lanes.Pair, from, to int) lanes.Pair { return lanes.Pair{f[0][from:to], f[1][from:to]} }

// PullPair sets dst to base + share (T f - f). It computes the conductance from c, which
// is p for most kernels. dst may be base.
func (o *Flows) PullPair(dst, base, f *lanes.Pair, c, p []float64, share float64) {
	if len(o.ways) == 0 {
		copyPair(dst, base)
		return
	}
	for i := range o.small {
		o.conduct.Pull(dst, base, f, &o.small[i], c, p, share*o.propose)
		base = dst
	}
	if o.small == nil {
		o.f = f
		o.dst = dst
		o.base = base
		o.c = c
		o.p = p
		o.share = share * o.propose
		crew.Parallel(o.n, o.some)
	}
}

// cells pulls the cells from..to, chunk by chunk. Every cell's sum is the same however
// they are divided.
func (o *Flows) cells(from, to int) {
	h := scratches.Get().(*scratch)
	for a := from; a < to; a += chunk {
		b := min(to, a+chunk)
		h.dst = part(o.dst, a, b)
		h.base = part(o.base, a, b)
		base := &h.base
		for i := 0; i < len(o.ways); i += 2 {
			o.along(h, &o.ways[i], 0, a, b)
			o.along(h, &o.ways[i+1], 1, a, b)
			lanes.Settle(&h.dst, base, &h.stream[0], &h.stream[1], o.p[a:b], o.share)
			base = &h.dst
		}
	}
	// not the caller's slices
	h.dst = lanes.Pair{}
	h.base = lanes.Pair{}
	h.these = lanes.Pair{}
	h.u = lanes.Pair{}
	scratches.Put(h)
}

// along sets one of two streams to the flows one way into the cells from..to and out of
// them.
func (o *Flows) along(h *scratch, e *edges, stream, from, to int) {
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
func (o *Flows) fill(h *scratch, e *edges, flow *lanes.Pair, at, from, to int) {
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
		o.conduct.Flow(&h.these, &h.u, o.c[a:b+e.by], e.open[a%o.period:][:b-a], e.by)
		done = b
	}
	still(flow, at+done, at+to)
}

func still(flow *lanes.Pair, from, to int) {
	clear(flow[0][from:to])
	clear(flow[1][from:to])
}

// A scratch is the memory of one worker that pulls flows chunk by chunk.
type scratch struct {
	dst, base, these, u lanes.Pair
	flow                [2]lanes.Pair
	stream              [2]lanes.Stream
}

// scratches holds the scratch that no worker uses at the moment.
var scratches = sync.Pool{New: func() any {
	s := &scratch{}
	for i := range s.flow {
		s.flow[i] = lanes.Pair{make([]float64, 2*chunk), make([]float64, 2*chunk)}
	}
	return s
}}

// edges are the pairs of cells (x, x+by) that lie the same way to each other, such as all
// neighbours along axis 1. Which x have such an edge follows from the box, so nothing is
// kept for each cell. The last axes, as many as are short together, are a period, and
// open marks its cells that have an edge. A period and one axis more are a row, whose
// edges form one run. The axes before the row decide whether a row has edges at all.
type edges struct {
	by int
	// by place from the start of a period, for some periods: the moves along x's edge, 0 without one
	open        []float64
	first, last int // the run of a row
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
func (o *Flows) edges(g grid.Grid, way Way, near int) edges {
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
	e.open = ones[:min(o.period+2*chunk, o.n)]
	if way.Moves == 1 && !slices.ContainsFunc(way.Steps[near:], func(step int) bool { return step != 0 }) {
		return e
	}
	e.open = slices.Repeat([]float64{way.Moves}, len(e.open))
	for x := range e.open {
		for a := near; a < g.Axes(); a++ {
			if c := g.Coord(x, a) + way.Steps[a]; c < 0 || c >= g.Len(a) {
				e.open[x] = 0
			}
		}
	}
	return e
}

// ones is open for a way on which all cells have an edge. It covers a period and the
// cells after it.
var ones = slices.Repeat([]float64{1}, chunk+2*chunk)

// SortedLines pulls pairs line by line, along each axis with the same probability. The order of the cells of a
// line by their masses lets one pass sum up all ways from cell to cell.
type SortedLines struct {
	grid    grid.Grid
	propose float64
	gain    Gain

	twos  *Flows    // along axes of two cells; nil until a pair is pulled
	cells [][]int32 // by other axis, the cells line by line, of rising mass
	buf   []float64 // for one line
}

// A Gain adds share (T f - f) to dst for a step along one line, whose cells are of rising mass. buf is a buffer
// for one number a cell.
type Gain func(dst, f *chains.Pair, p []float64, cells []int32, buf []float64, share float64)

// NewSortedLines returns what pulls on g. On a line of two cells the step proposes the other cell with a
// probability, and accepts like Metropolis; on longer lines gain says what it does.
func NewSortedLines(g grid.Grid, propose float64, gain Gain) *SortedLines {
	return &SortedLines{grid: g, propose: propose, gain: gain}
}

// SortedLinesBytes counts the bytes that it keeps for a cell: a place in the order along each axis of three or more.
func SortedLinesBytes(g grid.Grid) (bytes float64) {
	for axis := range g.Axes() {
		if g.Len(axis) > 2 {
			bytes += 4
		}
	}
	return bytes
}

// PullPair adds, axis by axis, what each cell gains on its line.
func (o *SortedLines) PullPair(dst, base, f *chains.Pair, p []float64, share float64) {
	if o.twos == nil { // axes of two cells are told from longer ones
		var ways []Way
		o.cells = make([][]int32, o.grid.Axes())
		for a := range o.cells {
			switch line := o.grid.Lines(a); line.Length {
			case 1:
			case 2:
				ways = append(ways, along(o.grid, a, 1, 1))
			default:
				o.cells[a] = make([]int32, 0, o.grid.Size())
				for i := range line.Count {
					for c := range line.Length {
						o.cells[a] = append(o.cells[a], int32(line.First(i)+c*line.Stride))
					}
				}
				o.buf = make([]float64, max(len(o.buf), line.Length))
			}
		}
		o.twos = NewFlows(o.grid, ways, Metropolis.Conduct, o.propose)
	}
	share /= float64(o.grid.Axes())
	o.twos.PullPair(dst, base, f, p, p, share)
	for axis, all := range o.cells {
		line := o.grid.Lines(axis)
		crew.ParallelGroups(len(all)/line.Length, line.Length, func(first, last int) {
			buf := o.buf
			if o.grid.Size() >= crew.ParallelFrom { // others work on the same axis
				buf = make([]float64, line.Length)
			}
			for i := first; i < last; i++ {
				cells := all[i*line.Length:][:line.Length]
				slices.SortFunc(cells, func(x, y int32) int { return cmp.Compare(p[x], p[y]) })
				o.gain(dst, f, p, cells, buf, share)
			}
		})
	}
}
