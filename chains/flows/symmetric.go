package flows

import (
	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Way is a step of so many cells along every axis, the first that is not 0 being positive. It is proposed as often
// there as back.
type Way []int

// Odds are the probabilities of ways, as numbers like one.
type Odds[N any] func(one N) []N

// A Symmetric kernel proposes ways, and accepts by a rule: c = odds min(p(x), p(y)) by Metropolis's, and by Barker's
// odds p(x) p(y)/(p(x) + p(y)). What leads off the box or into a wall is rejected.
type Symmetric struct {
	Ways []Way
	Rule lanes.Conductance

	Float    Odds[numbers.Float]
	Wide     Odds[numbers.Wide]
	Interval Odds[*numbers.Interval]
}

// Counted returns a kernel by the number of proposals that each way stands for, of so many in all.
func Counted(rule lanes.Conductance, of int, ways []Way, proposals []int) Symmetric {
	return Symmetric{Ways: ways, Rule: rule, Float: counted[numbers.Float](of, proposals),
		Wide: counted[numbers.Wide](of, proposals), Interval: counted[*numbers.Interval](of, proposals)}
}

func counted[N numbers.Number[N]](of int, proposals []int) Odds[N] {
	return func(one N) (odds []N) {
		for _, k := range proposals {
			odds = append(odds, one.Of(float64(k)).Over(one.Of(float64(of))))
		}
		return odds
	}
}

// Moves proposes the moves of g along these axes, or along all if none is given, each as probable, and accepts by a
// rule.
func Moves(g grid.Grid, rule lanes.Conductance, axes ...int) chains.Operator {
	axes = orAll(g, axes)
	var ways []Way
	var proposals []int
	for _, axis := range axes {
		for _, s := range g.Steps(axis) {
			if s.Cells < 0 {
				continue
			}
			way := make(Way, g.Axes())
			way[axis] = s.Cells
			ways = append(ways, way)
			proposals = append(proposals, s.Moves)
		}
	}
	return NewSymmetric(g, Counted(rule, max(len(g.MovesAlong(axes...)), 1), ways, proposals))
}

// orAll returns the axes, or all of g if there are none.
func orAll(g grid.Grid, axes []int) []int {
	if len(axes) > 0 {
		return axes
	}
	for axis := range g.Axes() {
		axes = append(axes, axis)
	}
	return axes
}

// NewSymmetric returns the operator on g.
func NewSymmetric(g grid.Grid, of Symmetric) chains.Operator {
	o := &symmetric{flow: flow{grid: g}, of: of}
	o.make = o.written
	return o
}

// A symmetric operator pulls pairs by strides where masses are floats, and has its rows by logarithms. It pushes and
// pulls along edges, and on a large space, whose edges are not written down, by its rows.
type symmetric struct {
	flow
	of    Symmetric
	along *along // nil before it is needed
}

// Reversal returns the operator itself.
func (o *symmetric) Reversal() chains.Operator { return o }

// written has all edges of the ways.
func (o *symmetric) written() Form {
	e := &Graph{}
	for tag, way := range o.of.Ways {
		by := 0
		for axis, step := range way {
			by += step * o.grid.Stride(axis)
		}
		for x := range o.grid.Size() {
			if o.stays(x, way) {
				e.Add(x, x+by, tag)
			}
		}
	}
	form := Form{
		Graph:    e,
		Float:    Flows[numbers.Float]{Set: o.float(e)},
		Wide:     accepting(e, o.of.Rule, o.of.Wide),
		Interval: accepting(e, o.of.Rule, o.of.Interval),
	}
	if o.of.Rule == lanes.Harmonic { // what Metropolis rejects is a difference of floats anyway
		form.Float.Stay = func(x int) numbers.Float { return numbers.Float(o.Stay(x)) }
	}
	return form
}

// stays reports whether a step from x stays in the box.
func (o *symmetric) stays(x int, way Way) bool {
	for axis, step := range way {
		if c := o.grid.Coord(x, axis) + step; c < 0 || c >= o.grid.Len(axis) {
			return false
		}
	}
	return true
}

// accepting returns the flows by a rule.
func accepting[N numbers.Number[N]](e *Graph, rule lanes.Conductance, odds Odds[N]) Flows[N] {
	a := &accepted[N]{graph: e, rule: rule, odds: odds}
	return Flows[N]{Set: a.set, Stay: func(x int) N { return a.stay[x] }}
}

// accepted has the flows by a rule over any number.
type accepted[N numbers.Number[N]] struct {
	graph *Graph
	rule  lanes.Conductance
	odds  Odds[N]
	each  []N // by tag
	stay  []N // by cell
}

// set sets the flows. The stay of a cell is what is rejected of each proposal, and what proposes no cell.
func (a *accepted[N]) set(c []N, m Masses[N]) {
	one := m.P[0].Of(1)
	if a.each == nil {
		a.each = a.odds(one)
		a.stay = make([]N, len(m.P))
	}
	proposed := make([]N, len(m.P))
	for x := range m.P {
		a.stay[x] = one.Of(0)
		proposed[x] = one.Of(0)
	}
	for i, tag := range a.graph.Tag {
		each := a.each[tag]
		for _, way := range [2][2]int32{{a.graph.A[i], a.graph.B[i]}, {a.graph.B[i], a.graph.A[i]}} {
			x, y := way[0], way[1]
			proposed[x] = proposed[x].Plus(each)
			if !m.Has(y) {
				a.stay[x] = a.stay[x].Plus(each)
			} else if m.Has(x) {
				a.stay[x] = a.stay[x].Plus(each.Times(a.reject(m.P[x], m.P[y])))
			}
		}
		here, there := m.P[a.graph.A[i]], m.P[a.graph.B[i]]
		if a.rule == lanes.Lesser {
			c[i] = each.Times(here.Min(there))
		} else {
			c[i] = each.Times(here.Times(there.Over(here.Plus(there))))
		}
	}
	for x, all := range proposed {
		a.stay[x] = a.stay[x].Plus(one.Left(all))
	}
}

// reject returns the probability of rejecting y in x, by their masses.
func (a *accepted[N]) reject(here, there N) N {
	if a.rule == lanes.Harmonic {
		return here.Over(here.Plus(there))
	}
	if here.AtMost(there) {
		return here.Of(0)
	}
	return here.Rest(there).Over(here)
}

// float returns what sets the flows in float64, where a method's call would take longer than all else.
func (o *symmetric) float(e *Graph) func(c []numbers.Float, m Masses[numbers.Float]) {
	odds := o.of.Float(1)
	each := make([]numbers.Float, len(e.Tag))
	for i, tag := range e.Tag {
		each[i] = odds[tag]
	}
	return func(c []numbers.Float, m Masses[numbers.Float]) {
		a := e.A[:len(each)]
		b := e.B[:len(each)]
		c = c[:len(each)]
		for i, k := range each {
			here, there := m.P[a[i]], m.P[b[i]]
			switch {
			case o.of.Rule == lanes.Harmonic:
				c[i] = k * (here * (there / (here + there)))
			case there < here: // not min, which is a call in WebAssembly
				c[i] = k * there
			default:
				c[i] = k * here
			}
		}
	}
}

// strides returns what pulls by strides, which is made once.
func (o *symmetric) strides() *along {
	if o.along == nil {
		o.along = newAlong(o.grid, o.of)
	}
	return o.along
}

// large reports whether the edges are too many to be written down.
func (o *symmetric) large() bool { return o.grid.Size() >= crew.ParallelFrom }

// PullPair pulls by strides if masses are floats, and no wall has any.
func (o *symmetric) PullPair(dst, f *chains.Pair) {
	p := o.level.Masses()
	switch {
	case p != nil && !o.grid.WallsHave(p):
		o.strides().pull(dst, f, p)
	case o.large():
		o.Pull(dst[0], f[0])
		o.Pull(dst[1], f[1])
	default:
		o.flow.PullPair(dst, f)
	}
}

// Pull adds to each cell what it gains.
func (o *symmetric) Pull(dst, f []float64) {
	if !o.large() {
		o.flow.Pull(dst, f)
		return
	}
	copy(dst, f)
	for x, here := range f {
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - here) })
	}
}

// Push adds up what stays and what comes.
func (o *symmetric) Push(dst, q []float64) {
	if !o.large() {
		o.flow.Push(dst, q)
		return
	}
	clear(dst)
	for x, mass := range q {
		dst[x] += mass * o.Stay(x)
		o.Row(x, func(y int, p float64) { dst[y] += mass * p })
	}
}

// Row visits where the ways lead from x.
func (o *symmetric) Row(x int, visit func(y int, p float64)) {
	o.strides().row(x, o.level.LogF(), visit)
}

// Draw draws a step from x by a random word.
func (o *symmetric) Draw(x int, word uint64) int {
	return o.strides().draw(x, o.level.LogF(), float64(word>>11)*0x1p-53)
}

// Stay returns the probability of staying at x.
func (o *symmetric) Stay(x int) float64 { return o.strides().stay(x, o.level.LogF()) }
