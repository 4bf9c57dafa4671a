// Package flows makes operators. All kernels share one mechanism:
//
// A reversible kernel is a symmetric flow c(x,y) = p(x) T(x,y) = p(y) T(y,x) along the edges of a graph. It gives its
// graph once, and at each level the flow along each edge by the masses p. Rows, pushes, pulls and detailed balance
// follow from that. The flow is written once over any number. In float64 it makes the operator, and over intervals the
// distributions whose masses lie below every float, and the proof of package certain.
//
// A kernel calls one of these functions, and needs nothing else:
//
//   - New: a graph, and a function that sets the flows over any number (this file).
//   - NewSymmetric: moves on a box, each proposed as often as its opposite, and a rule of acceptance (symmetric.go).
//     Exact runs pull by strides (strides.go), and on large spaces the graph is not written down.
//   - Redraw: coordinates redrawn from their conditionals (redraw.go). Its pulls are means along lines.
//   - InTurn, OneOf: steps made of others (composed.go).
//   - Given: rows from outside, with a reversal by Bayes (given.go).
//
// # Cells without mass
//
// A walker may start in a cell without mass, and leaves it as it would leave a cell of vanishing mass, except that no
// step leads into such a cell, its own included: by slice it leaves at once. A flow function never sees a mass of 0:
// such a cell, and a wall, gets the least mass of the number type, and Masses.None marks it. So between a cell without
// mass and a cell with mass there are steps in one direction only.
//
// # The rules of acceptance
//
// Metropolis accepts y from x with min(1, p(y)/p(x)), and Barker with p(y)/(p(x) + p(y)). Both rules are written in six
// places, because they are needed of masses and of logarithms, over any number, and in two loops where time matters:
//
//   - acceptance (symmetric.go): along edges, over any number. It is the definition.
//   - acceptingFloats (symmetric.go): the same over float64, where a method's call takes longer than all else.
//   - symmetric.accepted and symmetric.rejected (symmetric.go): of log p(y) - log p(x), for rows and dice. They need no
//     masses, hold below every float, and need no edges where these are too many to be written down.
//   - Acceptance.plainCurrents and currentsAVX (package lanes): by strides, for pulls. The first is the oracle of the
//     second, and works where there is no AVX.
//
// Tests compare rows, pushes and pulls, and the numbers with each other.
package flows

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Graph has the pairs of cells between which a kernel moves, each pair once. Edge i joins A[i] and B[i], of which
// A[i] is less. Tag[i] is a number that only the kernel reads.
type Graph struct{ A, B, Tag []int32 }

// Add adds the edge between two cells. It adds nothing if they are the same.
func (e *Graph) Add(x, y, tag int) {
	if x == y {
		return
	}
	e.A = append(e.A, int32(min(x, y)))
	e.B = append(e.B, int32(max(x, y)))
	e.Tag = append(e.Tag, int32(tag))
}

// Masses holds the masses of a level.
type Masses[N any] struct {
	P    []N    // p up to a factor
	None []bool // the cells without mass and the walls, where P has the least number; nil if there are none
	// Start returns the masses where the bridge begins, up to a factor, and 0 in a cell without mass there.
	Start func() []N
	Level *chains.Level // in a proof, which has no float64 numbers, its T and Beta alone
}

// Has reports whether x has mass and is no wall.
func (m Masses[N]) Has(x int32) bool { return m.None == nil || !m.None[x] }

// Flows sets the flow along each edge over one kind of number.
type Flows[N any] struct {
	// Set sets c to the flows by the masses, one an edge.
	Set func(c []N, m Masses[N])
	// Stay returns the probability of staying at x, at the level of the last Set. It may be nil: staying is then 1 less
	// the probabilities of all steps, a proof does not know whether that is 0, and it has no digits far below 1.
	Stay func(x int) N
}

// A Form is a graph and its flows over both numbers, most of them by one generic function.
type Form struct {
	Graph    *Graph
	Float    Flows[numbers.Float]
	Interval Flows[*numbers.Interval]
	// TimesStart tells that a flow is a mass times a mass where the bridge begins, so that the spans of both logs add
	// up.
	TimesStart bool
	// Pull, unless it is nil, pulls by masses p in less time than along the edges. All of p is above 0.
	Pull func(dst, f *chains.Pair, p []float64, l *chains.Level)
}

// A Generic operator has a form over other numbers than float64, so that it can be proved and used below every float.
type Generic interface {
	// Interval returns the operator over intervals.
	Interval() OperatorOver[*numbers.Interval]
}

// New returns the operator on g by a form, which is made when it is first needed.
func New(g grid.Grid, form func() Form) chains.Operator {
	return &flowOperator{grid: g, make: form}
}

// A flowOperator keeps the probabilities of both directions along each edge, at one level.
type flowOperator struct {
	grid  grid.Grid
	make  func() Form
	form  Form // its Graph is nil before it is needed
	level *chains.Level
	cold  bool // the probabilities belong to an earlier level

	float   *edges[numbers.Float]     // nil before it is needed
	deep    *edges[*numbers.Interval] // aimed in place of float where masses or flows lie below every float
	masses  []numbers.Float           // of the level, for float
	edgesOf [][]int32                 // by cell, its edges; nil before they are needed
}

// Aim makes the operator leave l's density invariant.
func (o *flowOperator) Aim(l *chains.Level) { o.level, o.cold = l, true }

// Reversal returns the operator itself.
func (o *flowOperator) Reversal() chains.Operator { return o }

// formed returns the form, which is made once.
func (o *flowOperator) formed() Form {
	if o.form.Graph == nil {
		o.form = o.make()
	}
	return o.form
}

// belowFloats reports whether flows may lie below every float though masses do not.
func (o *flowOperator) belowFloats() bool {
	return o.form.TimesStart && chains.LogSpan(o.level.LogF())+chains.LogSpan(o.level.Start()) >= chains.MaxLogSpan
}

// refresh computes the probabilities, once a level. They are in float also if deep has computed them.
func (o *flowOperator) refresh() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.float == nil {
		form := o.formed()
		o.masses = make([]numbers.Float, o.grid.Size())
		o.float = newEdges(o.grid, form.Graph, form.Float)
		o.deep = newEdges(o.grid, form.Graph, form.Interval)
	}
	if masses := o.level.Masses(); masses != nil && !o.belowFloats() {
		for x, v := range masses {
			o.masses[x] = numbers.Float(v)
		}
		aimFloats(o.float, massesAt(o.grid, o.level, o.masses, numbers.Least, floatsOf))
		return
	}
	o.deep.Aim(DeepMasses(o.grid, o.level))
	for i := range o.float.toB {
		o.float.toB[i] = numbers.Float(o.deep.toB[i].Float())
		o.float.toA[i] = numbers.Float(o.deep.toA[i].Float())
	}
	for x, stay := range o.deep.stay {
		o.float.stay[x] = numbers.Float(stay.Float())
	}
}

// noneAt marks the cells of a level without mass and the walls. It returns nil if there are none.
func noneAt(g grid.Grid, l *chains.Level) []bool {
	f := l.Masses()
	nothing := 0.0
	if f == nil {
		f = l.LogF()
		nothing = math.Inf(-1)
	}
	if !g.Walled() && !slices.Contains(f, nothing) {
		return nil
	}
	none := make([]bool, len(f))
	for x, v := range f {
		none[x] = v == nothing || g.Wall(x)
	}
	return none
}

// Stay returns the probability of staying at x.
func (o *flowOperator) Stay(x int) float64 {
	o.refresh()
	return float64(o.float.stay[x])
}

// Row visits the edges of x.
func (o *flowOperator) Row(x int, visit func(y int, p float64)) {
	o.refresh()
	if o.edgesOf == nil {
		o.edgesOf = make([][]int32, o.grid.Size())
		for i, a := range o.form.Graph.A {
			b := o.form.Graph.B[i]
			o.edgesOf[a] = append(o.edgesOf[a], int32(i))
			o.edgesOf[b] = append(o.edgesOf[b], int32(i))
		}
	}
	for _, i := range o.edgesOf[x] {
		y, p := o.form.Graph.B[i], o.float.toB[i]
		if y == int32(x) {
			y, p = o.form.Graph.A[i], o.float.toA[i]
		}
		if p > 0 {
			visit(int(y), float64(p))
		}
	}
}

// Push adds up the masses that stay and come. So no rounding is left in a cell that all mass leaves.
func (o *flowOperator) Push(dst, q []float64) {
	o.refresh()
	for x, mass := range q {
		dst[x] = mass * float64(o.float.stay[x])
	}
	a := o.form.Graph.A[:len(o.float.toB)]
	b := o.form.Graph.B[:len(o.float.toB)]
	toA := o.float.toA[:len(o.float.toB)]
	for i, toB := range o.float.toB {
		x, y := a[i], b[i]
		dst[y] += q[x] * float64(toB)
		dst[x] += q[y] * float64(toA[i])
	}
}

// Pull adds to each cell the gains along its edges.
func (o *flowOperator) Pull(dst, f *chains.Pair) {
	if o.formed().Pull != nil {
		p := o.level.Masses()
		if p != nil && noneAt(o.grid, o.level) == nil && !o.belowFloats() {
			o.form.Pull(dst, f, p, o.level)
			return
		}
	}
	o.refresh()
	f0 := f[0]
	f1 := f[1]
	d0 := dst[0]
	d1 := dst[1]
	copy(d0, f0)
	copy(d1, f1)
	a := o.form.Graph.A[:len(o.float.toB)]
	b := o.form.Graph.B[:len(o.float.toB)]
	toA := o.float.toA[:len(o.float.toB)]
	for i, toB := range o.float.toB {
		x, y := a[i], b[i]
		gain0 := f0[y] - f0[x]
		gain1 := f1[y] - f1[x]
		d0[x] += float64(toB) * gain0
		d1[x] += float64(toB) * gain1
		d0[y] -= float64(toA[i]) * gain0
		d1[y] -= float64(toA[i]) * gain1
	}
}

// Interval returns the operator over intervals.
func (o *flowOperator) Interval() OperatorOver[*numbers.Interval] {
	return newEdges(o.grid, o.formed().Graph, o.formed().Interval)
}

// An OperatorOver is an operator over any number. It leaves the density of the last Aim invariant.
type OperatorOver[N any] interface {
	Aim(m Masses[N])
	// Push sets dst, which is not q, to the distribution q after a step.
	Push(dst, q []N)
	// Pull sets dst, which is not f, to the mean of f after a step. f is nowhere negative.
	Pull(dst, f []N)
}

// edges holds the probabilities of the steps along the edges of a graph: c, the flow, over the mass at one end.
type edges[N numbers.Number[N]] struct {
	graph *Graph
	flows Flows[N]
	c     []N // by edge
	toB   []N // by edge, the probability of a step from A to B
	toA   []N // by edge, the probability of a step from B to A
	stay  []N // by cell
}

// newEdges returns the edges of a graph, not aimed.
func newEdges[N numbers.Number[N]](g grid.Grid, e *Graph, of Flows[N]) *edges[N] {
	n := len(e.A)
	return &edges[N]{graph: e, flows: of, c: make([]N, n), toB: make([]N, n), toA: make([]N, n),
		stay: make([]N, g.Size())}
}

// Aim computes the probabilities in both directions along each edge, and of staying.
func (o *edges[N]) Aim(m Masses[N]) {
	o.flows.Set(o.c, m)
	one := m.P[0].Of(1)
	zero := m.P[0].Of(0)
	for x := range o.stay {
		o.stay[x] = zero
	}
	for i, c := range o.c {
		x, y := o.graph.A[i], o.graph.B[i]
		o.toB[i] = zero
		o.toA[i] = zero
		if m.Has(y) {
			o.toB[i] = c.Over(m.P[x])
		}
		if m.Has(x) {
			o.toA[i] = c.Over(m.P[y])
		}
		if o.flows.Stay == nil {
			o.stay[x] = o.stay[x].Plus(o.toB[i])
			o.stay[y] = o.stay[y].Plus(o.toA[i])
		}
	}
	for x, leave := range o.stay { // the sum of the steps from x
		if o.flows.Stay == nil {
			o.stay[x] = one.Left(leave)
		} else {
			o.stay[x] = o.flows.Stay(x)
		}
	}
}

// aimFloats does as Aim over float64, where a method's call takes longer than all else.
func aimFloats(o *edges[numbers.Float], m Masses[numbers.Float]) {
	if m.None != nil {
		o.Aim(m)
		return
	}
	o.flows.Set(o.c, m)
	clear(o.stay)
	for i, c := range o.c {
		x, y := o.graph.A[i], o.graph.B[i]
		toB := c / m.P[x]
		toA := c / m.P[y]
		o.toB[i] = toB
		o.toA[i] = toA
		o.stay[x] += toB
		o.stay[y] += toA
	}
	for x, leave := range o.stay { // the sum of the steps from x
		if o.flows.Stay == nil {
			o.stay[x] = numbers.Float(1).Left(leave)
		} else {
			o.stay[x] = o.flows.Stay(x)
		}
	}
}

// Push adds up what stays and what comes.
func (o *edges[N]) Push(dst, q []N) {
	for x, mass := range q {
		dst[x] = mass.Times(o.stay[x])
	}
	for i, toB := range o.toB {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[y] = dst[y].Plus(q[x].Times(toB))
		dst[x] = dst[x].Plus(q[y].Times(o.toA[i]))
	}
}

// Pull adds up f over the cells that a step leads to.
func (o *edges[N]) Pull(dst, f []N) {
	for x, v := range f {
		dst[x] = v.Times(o.stay[x])
	}
	for i, toB := range o.toB {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[x] = dst[x].Plus(toB.Times(f[y]))
		dst[y] = dst[y].Plus(o.toA[i].Times(f[x]))
	}
}

// DeepMasses returns the masses of a level over intervals.
func DeepMasses(g grid.Grid, l *chains.Level) Masses[*numbers.Interval] {
	return massesAt(g, l, deepOf(l.LogF()), numbers.Mass(0).Vanishing(), deepOf)
}

// massesAt returns the masses p of a level, with the least number in cells without mass. massesOf returns the masses of
// a density.
func massesAt[N any](g grid.Grid, l *chains.Level, p []N, least N, massesOf func(logf []float64) []N) Masses[N] {
	none := noneAt(g, l)
	for x, empty := range none {
		if empty {
			p[x] = least
		}
	}
	return Masses[N]{P: p, None: none, Start: func() []N { return massesOf(l.Start()) }, Level: l}
}

// deepOf returns the masses of a density over intervals, of which the largest is 1.
func deepOf(logf []float64) []*numbers.Interval {
	top := floats.Max(logf)
	p := make([]*numbers.Interval, len(logf))
	for x, v := range logf {
		p[x] = numbers.Mass(v - top)
	}
	return p
}

// floatsOf returns the masses of a density over float64, of which the largest is 1.
func floatsOf(logf []float64) []numbers.Float {
	top := floats.Max(logf)
	p := make([]numbers.Float, len(logf))
	for x, v := range logf {
		p[x] = numbers.Float(v - top).Exp()
	}
	return p
}

// LeastSure is the least sum of probabilities in floats that has all its digits: each part loses less than 2^-1074.
// LogInto computes the sums below.
const LeastSure = 0x1p-960

// LogInto returns by cell the log of the probability that a step of op from there ends in the cell into, at the level
// of l. It is -Inf only if no step leads there. Of an operator without a form over intervals it takes the rows.
func LogInto(op chains.Operator, g grid.Grid, l *chains.Level, into int) []float64 {
	over := DeepOf(op)
	over.Aim(DeepMasses(g, l))
	inside := slices.Repeat([]*numbers.Interval{numbers.Zero(numbers.Bits)}, g.Size()) // 1 in the cell into
	inside[into] = numbers.Mass(0)
	ends := make([]*numbers.Interval, g.Size()) // by cell, the probability that a step from it ends in into
	over.Pull(ends, inside)
	logs := make([]float64, g.Size())
	for x, v := range ends {
		logs[x] = v.LogMass()
	}
	return logs
}

// DeepOf returns op over intervals, by its rows if it has no form over them.
func DeepOf(op chains.Operator) OperatorOver[*numbers.Interval] {
	if generic, ok := op.(Generic); ok {
		return generic.Interval()
	}
	return &overGiven{rows: func(l *chains.Level) RowOf {
		op.Aim(l)
		return op.Row
	}}
}
