package operators

import (
	"math/bits"
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Local is the operator of single moves. It proposes each of its moves with the same probability, rejects those that
// leave the box or enter a wall, and accepts the others by its rule. It is reversible.
//
// It computes in two ways. From log f it takes an exponential a move: obvious, and sound however deep the density is.
// From the masses p, in PullPair, it pulls two functions at once by flows along edges.
type Local struct {
	grid  grid.Grid
	rule  Rule
	axes  []int       // along which it moves, in order
	even  bool        // all axes have as many ways
	moves []int       // the proposed moves
	hops  []hop       // that they are
	equal []float64   // weights of the moves, for dice
	each  float64     // the probability of proposing one of them
	steps []grid.Step // that the moves make
	walls Walls

	level  *chains.Level
	view   *View
	accept func(x, y int) (accept, reject numbers.Float) // the rule at the level, once view looks at it
	along  []int                                         // the axes that were given, for flows
	flows  *Flows                                        // nil until a pair is pulled
	single single

	// A table of the probabilities of all steps from all cells, nil until it is needed, and always on a large space:
	cold bool        // it belongs to an earlier level
	p    [][]float64 // by step: the probability that x makes it
	can  [][]float64 // by step: the probability that x proposes it, 0 if it leaves the box or a wall stops it

	list   *moves // nil until rows are listed
	listed []int  // by move of the list, its step
}

// NewLocal returns the operator that proposes the moves along these axes of g, or along all if none is given.
func NewLocal(g grid.Grid, r Rule, axes ...int) *Local {
	view := NewView(g)
	o := &Local{grid: g, rule: r, walls: WallsOf(g), view: view, accept: r.Float(view)}
	axes = slices.Clone(orAll(g, axes))
	o.along = axes
	for _, a := range axes {
		o.steps = append(o.steps, g.Steps(a)...)
	}
	for a := range g.Axes() {
		if slices.Contains(axes, a) && g.Ways(a) > 0 {
			o.axes = append(o.axes, a)
		}
	}
	o.even = !slices.ContainsFunc(o.axes, func(a int) bool { return g.Share(a) > 1 })
	o.moves = g.MovesAlong(axes...)
	for _, m := range o.moves {
		o.hops = append(o.hops, hopOf(g, m))
	}
	o.each = 1 / float64(len(o.moves))
	o.equal = slices.Repeat([]float64{1}, len(o.moves))
	return o
}

// orAll returns axes, or all axes of g if there are none.
func orAll(g grid.Grid, axes []int) []int {
	if len(axes) == 0 {
		for a := range g.Axes() {
			axes = append(axes, a)
		}
	}
	return axes
}

func (o *Local) Aim(l *chains.Level) {
	o.level, o.cold = l, true
	o.view.Aim(l)
}

func (o *Local) Reversal() chains.Operator { return o }

// Definition is what the operator does: moves along axes of g, or all, are Proposed.
func (r Rule) Definition(g grid.Grid, axes ...int) chains.Outcomes {
	moves := g.MovesAlong(orAll(g, axes)...)
	of := Proposed(len(moves), func(x int, visit func(y int)) {
		for _, m := range moves {
			if y, ok := g.Move(x, m); ok {
				visit(y)
			}
		}
	}, r)
	if len(moves) > 0 {
		equal := slices.Repeat([]float64{1}, len(moves))
		of.Draw = r.Drawn(func(x int, d chains.Dice) (y int, ok bool) { return g.Move(x, moves[d.Pick(equal)]) })
	}
	return of
}

// Proposals is the number of moves.
func (o *Local) Proposals() int { return len(o.moves) }

// Propose makes the i-th move.
func (o *Local) Propose(x, i int) (y int, ok bool) {
	y, ok = o.hops[i].from(x)
	if !ok || o.grid.Wall(y) {
		return x, false
	}
	return y, true
}

// A hop is a move of the grid with all that it looks up.
type hop struct {
	stride, length uint32
	cells          int32 // along the axis
	line           bool

	binary bool  // stride and length are powers of two, as those of spins, and
	shift  uint8 // the stride is 1 << shift
}

func hopOf(g grid.Grid, move int) hop {
	axis, cells := g.MoveOf(move)
	h := hop{stride: uint32(g.Stride(axis)), length: uint32(g.Len(axis)), cells: int32(cells),
		line: g.Kind(axis) == grid.Line}
	h.binary = bits.OnesCount32(h.stride) == 1 && bits.OnesCount32(h.length) == 1
	h.shift = uint8(bits.TrailingZeros32(h.stride))
	return h
}

// place is the coordinate along the axis.
func (h hop) place(x uint32) int32 {
	if h.binary {
		return int32(x >> (h.shift & 31) & (h.length - 1))
	}
	return int32(x / h.stride % h.length)
}

// from is Grid.Move, but for walls. Divisions of 32 bits take half the time.
func (h hop) from(x int) (y int, ok bool) {
	at := h.place(uint32(x))
	to := at + h.cells
	n := int32(h.length)
	switch out := to < 0 || to >= n; {
	case h.line:
		if out {
			return x, false
		}
	case h.binary: // without a branch, which would be predicted wrongly
		to &= n - 1
	default:
		for to < 0 {
			to += n
		}
		for to >= n {
			to -= n
		}
	}
	return x + int(to-at)*int(h.stride), to != at
}

// Accept is the rule by a rise of log f.
func (o *Local) Accept(rise float64) float64 { return o.rule.Rise(rise) }

// proposes is the probability of proposing the i-th step from a cell from which it stays in the box.
func (o *Local) proposes(i int) float64 { return o.each * float64(o.steps[i].Moves) }

func (o *Local) Row(x int, visit func(y int, p float64)) {
	for i, s := range o.steps {
		if p := o.rate(x, i); p > 0 {
			visit(x+s.By, p)
		}
	}
}

// pick draws a move. Where the axes have different numbers of ways it draws an axis and then a way, which stands for
// several of the equally probable moves: two axes of 100 and 101 labels have 19,800 moves.
func (o *Local) pick(d chains.Dice) int {
	if o.even {
		return o.moves[d.Pick(o.equal)]
	}
	i := d.Pick(o.equal[:len(o.axes)])
	way := d.Pick(o.equal[:o.grid.Ways(o.axes[i])])
	return o.moves[i*len(o.moves)/len(o.axes)+way*o.grid.Share(o.axes[i])]
}

// Step picks a move, then flips a coin for accepting it.
func (o *Local) Step(x int, d chains.Dice) int {
	accept, y := 0.0, x
	if to, ok := o.grid.Move(x, o.pick(d)); ok {
		i := slices.IndexFunc(o.steps, func(s grid.Step) bool { return s.By == to-x })
		accept, y = o.rate(x, i)*float64(len(o.moves))/float64(o.steps[i].Moves), to
	}
	if d.Pick([]float64{accept, 1 - accept}) == 0 {
		return y
	}
	return x
}

// PullPair adds to each cell what flows along its edges.
func (o *Local) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.level.Masses()
	if o.walls.HaveMass(p) {
		pullSingly(o, dst, base, f, share)
		return
	}
	if o.flows == nil {
		o.flows = NewFlows(o.grid, WaysAlong(o.grid, o.along...), o.rule.Conduct, o.each)
	}
	o.flows.PullPair(dst, base, f, p, p, share)
}

// rate is the probability of the i-th step from x.
func (o *Local) rate(x, i int) float64 {
	if o.warm() {
		return o.p[i][x]
	}
	v := o.view.Look()
	if y, ok := o.grid.Take(x, o.steps[i]); ok && v.Has(y) {
		return o.proposes(i) * o.rule.fast(v, x, y)
	}
	return 0
}

// warm fills the table, once a level. It returns false on a large space.
func (o *Local) warm() bool {
	if !o.cold { // as on a large space it always is
		return true
	}
	if o.grid.Size() >= crew.ParallelFrom {
		return false
	}
	o.cold = false
	if o.p == nil {
		o.makeTable()
	}
	v := o.view.Look()
	for i, rates := range o.p {
		by := o.steps[i].By
		if !v.logs {
			from := max(0, -by) // the cells before it make no such step, nor do those after n more
			n := len(rates) - max(by, -by)
			o.rule.Conduct.AcceptAlong(rates[from:][:n], o.can[i][from:][:n], v.f[from:], v.f[from+by:])
			continue
		}
		for x, propose := range o.can[i] {
			rates[x] = 0
			if propose > 0 && v.Has(x+by) {
				rates[x] = propose * o.rule.fast(v, x, x+by)
			}
		}
	}
	return true
}

// makeTable finds what each cell proposes, which is the same at all levels.
func (o *Local) makeTable() {
	n := o.grid.Size()
	for i, s := range o.steps {
		can := make([]float64, n)
		for x := range can {
			if _, ok := o.grid.Take(x, s); ok {
				can[x] = o.proposes(i)
			}
		}
		o.can = append(o.can, can)
		o.p = append(o.p, make([]float64, n))
	}
}

// PushBlock pushes by edges where masses are known, and otherwise by rows.
func (o *Local) PushBlock(dst, q lanes.Block) {
	if o.list == nil {
		o.list = o.fixedMoves()
	}
	v := o.view.Look()
	if v.logs || o.rule.Conduct != lanes.Lesser || !o.list.pushBlock(dst, q, v.f) {
		o.Rows().Push(dst, q)
	}
}

// PushBands pushes where PushBlock pushes by edges that are bands.
func (o *Local) PushBands(dst, q *lanes.Measures) bool {
	if o.list == nil {
		o.list = o.fixedMoves()
	}
	v := o.view.Look()
	return !v.logs && o.rule.Conduct == lanes.Lesser && o.list.pushBands(dst, q, v.f)
}

// Rows lists the moves cell by cell. Where masses are known all are accepted in one loop.
func (o *Local) Rows() *lanes.Rows {
	if o.list == nil {
		o.list = o.fixedMoves()
	}
	if v := o.view.Look(); !v.logs {
		o.list.accept(o.rule.Conduct, v.f)
		return &o.list.rows
	}
	o.warm()
	for k, i := range o.listed {
		o.list.rows.P[k] = o.p[i][o.list.from[k]]
	}
	return &o.list.rows
}

// fixedMoves lists the moves that stay in the box and enter no wall.
func (o *Local) fixedMoves() *moves {
	m := &moves{}
	m.rows.From = []int{0}
	for x := range o.grid.Size() {
		for i, s := range o.steps {
			if y, ok := o.grid.Take(x, s); ok {
				m.add(x, y, o.proposes(i))
				o.listed = append(o.listed, i)
			}
		}
		m.end()
	}
	return m
}

// Pull adds, step by step, the probability of the step times the change of f.
func (o *Local) Pull(dst, f []float64) {
	if !o.warm() {
		if !o.single.pull(o, o.level, o.walls, dst, f) {
			o.view.Look() // before many ask
			crew.Parallel(len(f), func(from, to int) {
				for x := from; x < to; x++ {
					PullRow(o, dst, f, x)
				}
			})
		}
		return
	}
	copy(dst, f)
	for i, rates := range o.p {
		by := o.steps[i].By
		from := max(0, -by) // the cells before it make no such step, nor do those after n more
		n := len(f) - max(by, -by)
		rates = rates[from:][:n]
		here := f[from:][:n]
		there := f[from+by:][:n]
		to := dst[from:][:n]
		for x, p := range rates {
			if p > 0 {
				to[x] += p * (there[x] - here[x])
			}
		}
	}
}

// Push moves mass by flows along edges, so that mass is kept.
func (o *Local) Push(dst, q []float64) {
	if !o.warm() {
		if !o.single.push(o, o.level, o.walls, dst, q) {
			PushByRows(o, dst, q)
		}
		return
	}
	copy(dst, q)
	for i := 1; i < len(o.p); i += 2 { // step i leads there, step i-1 back
		by := o.steps[i].By
		there := o.p[i]
		back := o.p[i-1]
		n := len(q) - by
		q0 := q[:n]
		q1 := q[by:][:n]
		d0 := dst[:n]
		d1 := dst[by:][:n]
		there = there[:n]
		back = back[by:][:n]
		for x, p := range there {
			if r := back[x]; p > 0 || r > 0 {
				flow := q0[x]*p - q1[x]*r
				d0[x] -= flow
				d1[x] += flow
			}
		}
	}
}

// PushLaw adds up, step by step, the mass that goes and the mass that is rejected.
func (o *Local) PushLaw(dst, q []float64) {
	o.warm()
	clear(dst)
	for i, rates := range o.p {
		s, each := o.steps[i], o.proposes(i)
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			stay := each
			switch {
			case o.can[i][x] > 0 && o.view.Has(x+s.By):
				_, reject := o.accept(x, x+s.By)
				stay = each * float64(reject)
				dst[x+s.By] += mass * rates[x]
			case s.Elsewhere && !o.grid.Stays(x, s):
				stay = 0
			}
			dst[x] += mass * stay
		}
	}
}

// Stay adds up what is rejected of every move.
func (o *Local) Stay(x int) float64 {
	o.view.Look()
	stay := 0.0
	for i := range o.moves {
		reject := numbers.Float(1)
		if y, ok := o.Propose(x, i); ok && o.view.Has(y) {
			_, reject = o.accept(x, y)
		}
		stay += o.each * float64(reject)
	}
	return stay
}

// PushSlope moves the derivatives of the flows.
func (o *Local) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf := o.level.LogF()
	if o.warm() && o.rule.Conduct == lanes.Lesser {
		o.pushLesserSlope(dst, q, logf, slope)
		return
	}
	for i, s := range o.steps {
		by, each := s.By, o.proposes(i)
		for x, mass := range q {
			p := o.rate(x, i)
			if p == 0 {
				continue
			}
			y := x + by
			flow := mass * each * o.rule.Turn(p/each, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}

// pushLesserSlope is PushSlope by the table and the rule of Metropolis. Of the two moves along an edge only the one
// downhill changes; on level ground it is the one that begins to lead downhill.
func (o *Local) pushLesserSlope(dst, q, logf, slope []float64) {
	for i := 1; i < len(o.p); i += 2 { // step i leads there, step i-1 back
		by := o.steps[i].By
		n := len(q) - by
		there := o.p[i][:n]
		back := o.p[i-1][by:][:n]
		logf0, logf1 := logf[:n], logf[by:][:n]
		slope0, slope1 := slope[:n], slope[by:][:n]
		q0, q1 := q[:n], q[by:][:n]
		d0, d1 := dst[:n], dst[by:][:n]
		for x, p := range there {
			r := back[x]
			if p == 0 && r == 0 {
				continue
			}
			turn := slope1[x] - slope0[x]
			rise := logf1[x] - logf0[x]
			flow := q0[x] * p * turn
			if rise > 0 || rise == 0 && turn > 0 {
				flow = q1[x] * r * turn
			}
			d0[x] -= flow
			d1[x] += flow
		}
	}
}
