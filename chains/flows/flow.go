// Package flows makes operators. It has the one mechanism of kernels:
//
// A reversible kernel is a symmetric flow c(x,y) = p(x) T(x,y) = p(y) T(y,x) along the edges of a graph. It says its
// graph once, and at each level the flow along each edge by the masses p. Rows, pushes, pulls and detailed balance
// follow from that. The flow is written once over any number: in float64 it makes the operator, over numbers.Wide the
// laws whose masses lie below every float, and over intervals the proof of package certain.
//
// A kernel calls one of five functions, and needs nothing else:
//
//   - New: a graph, and a function that sets the flows. This file has both, and the same over any number.
//   - Symmetric: ways on a box, proposed as often there as back, and a rule of acceptance (symmetric.go). Such a graph
//     is nowhere written down: along.go pulls by strides.
//   - Redraw: coordinates redrawn from their conditionals (redraw.go). Its pulls are means along lines.
//   - InTurn, Again, OneOf: steps made of others (composed.go).
//   - Given: rows from outside, with a reversal by Bayes (given.go).
//
// # Cells without mass
//
// A walker may start in a cell without mass, and leaves it as it would leave a cell of vanishing mass. A flow function
// never sees a mass of 0: such a cell, and a wall, has the least mass there is, and Masses.None says which these are.
// No step leads into them. So between a cell without mass and one with some there are steps one way.
package flows

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Graph has the pairs of cells between which a kernel moves, each pair once: edge i joins A[i] and B[i], and
// A[i] < B[i]. Tag[i] is a number that its kernel reads.
type Graph struct{ A, B, Tag []int32 }

// Add adds the edge between two cells, unless they are one.
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
	// First returns the masses where the bridge begins, up to a factor, and 0 in a cell that has none there.
	First func() []N
	// T and Beta are the level's place in the schedule, from 1, and its inverse temperature.
	T    int
	Beta float64
	// Level is nil in a proof, which has no float64 numbers.
	Level *chains.Level
}

// Has reports whether x has mass and is no wall.
func (m Masses[N]) Has(x int32) bool { return m.None == nil || !m.None[x] }

// A Setter sets c, by edge, to the flows by the masses.
type Setter[N any] func(c []N, m Masses[N])

// A Stays returns the probability of staying at x, at the level of the last Setter.
type Stays[N any] func(x int) N

// A Form is a graph and one function for three numbers. Without Wide and Interval it has no law where masses lie below
// every float, and no proof. Where Stays are nil the probability of staying is 1 less the others,
// of which a proof does not know whether it is 0, and which loses what lies far below 1.
type Form struct {
	Graph    *Graph
	Float    Setter[numbers.Float]
	Wide     Setter[numbers.Wide]
	Interval Setter[*numbers.Interval]
	// First says that flows are products of a mass and one where the bridge begins. Their depths add up.
	First bool

	FloatStays    Stays[numbers.Float]
	WideStays     Stays[numbers.Wide]
	IntervalStays Stays[*numbers.Interval]
}

// Flows hold the flow of a kernel over one kind of number. Set is its Setter, and Stay its Stays.
type Flows[N any] interface {
	Set(c []N, m Masses[N])
	Stay(x int) N
}

// FormOf returns the form of a graph whose flows are the same over three numbers.
func FormOf(e *Graph, float Flows[numbers.Float], wide Flows[numbers.Wide], interval Flows[*numbers.Interval]) Form {
	return Form{
		Graph:         e,
		Float:         float.Set,
		FloatStays:    float.Stay,
		Wide:          wide.Set,
		WideStays:     wide.Stay,
		Interval:      interval.Set,
		IntervalStays: interval.Stay,
	}
}

// An Exact operator is known over other numbers too. Either is nil if it is not known.
type Exact interface {
	Wide() Over[numbers.Wide]
	Interval() Over[*numbers.Interval]
}

// New returns the operator on g of a form, which makes one when it is first needed.
func New(g grid.Grid, form func() Form) chains.Operator {
	return &flow{grid: g, make: form}
}

// A flow is an operator by a form. It keeps the probabilities of both ways along each edge, at one level.
type flow struct {
	grid  grid.Grid
	make  func() Form
	form  Form // its Graph is nil before it is needed
	level *chains.Level
	cold  bool // what follows belongs to an earlier level

	p, inverse  []numbers.Float
	none        []bool
	c           []numbers.Float
	there, back []float64 // from A to B, and from B to A
	stay        []float64
	rested      bool  // stay is of this level
	wide        *wide // where p lies below every float
	byWide      bool  // so it is at this level

	from, at []int32 // the edges of each cell, one cell after another; nil before they are needed
}

func (o *flow) Aim(l *chains.Level)       { o.level, o.cold = l, true }
func (o *flow) Reversal() chains.Operator { return o }

// look finds the probabilities, once a level.
func (o *flow) look() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.form.Graph == nil {
		o.form = o.make()
		n, edges := o.grid.Size(), len(o.form.Graph.A)
		o.p = make([]numbers.Float, n)
		o.inverse = make([]numbers.Float, n)
		o.stay = make([]float64, n)
		o.c = make([]numbers.Float, edges)
		o.there = make([]float64, edges)
		o.back = make([]float64, edges)
		o.wide = newWide(o.grid, o.Wide)
	}
	o.wide.aim(o.level)
	masses := o.level.Masses()
	if o.form.First && chains.LogSpan(o.level.LogF())+chains.LogSpan(o.level.Start()) >= chains.MaxLogSpan {
		masses = nil
	}
	o.none = noneAt(o.grid, o.none, o.level)
	o.byWide = masses == nil && o.form.Wide != nil
	if o.byWide {
		o.wide.rates(o.there, o.back)
	} else {
		o.rates(masses)
	}
	o.rested = false
}

// rates finds the probabilities by masses. Where a level has none, masses below Least count as that.
func (o *flow) rates(masses []float64) {
	if masses == nil {
		masses = lifted(o.level.LogF())
	}
	for x, v := range masses {
		o.p[x] = numbers.Float(max(v, numbers.Least))
	}
	none := o.none
	for x, gone := range none {
		if gone {
			o.p[x] = numbers.Least
		}
	}
	first := func() []numbers.Float {
		start := o.level.Start()
		f := make([]numbers.Float, len(start))
		for x, v := range lifted(start) {
			f[x] = numbers.Float(v)
		}
		return f
	}
	o.form.Float(o.c, Masses[numbers.Float]{P: o.p, None: none, First: first, T: o.level.T, Beta: o.level.Beta,
		Level: o.level})
	a := o.form.Graph.A[:len(o.c)]
	b := o.form.Graph.B[:len(o.c)]
	there := o.there[:len(o.c)]
	back := o.back[:len(o.c)]
	inverse := o.inverse
	for x, v := range o.p {
		inverse[x] = 1 / v
	}
	for i, c := range o.c {
		there[i] = float64(c * inverse[a[i]])
		back[i] = float64(c * inverse[b[i]])
	}
	if none == nil {
		return
	}
	for i := range there {
		if none[b[i]] {
			there[i] = 0
		}
		if none[a[i]] {
			back[i] = 0
		}
	}
}

// lifted returns masses, the largest 1.
func lifted(logf []float64) []float64 {
	p := make([]float64, len(logf))
	top := math.Inf(-1)
	for _, v := range logf {
		top = max(top, v)
	}
	for x, v := range logf {
		p[x] = math.Exp(v - top)
	}
	return p
}

// noneAt marks the cells of a level without mass and the walls in none, which it may return. It returns nil if there
// are no such cells.
func noneAt(g grid.Grid, none []bool, l *chains.Level) []bool {
	f := l.Masses()
	nothing := 0.0
	if f == nil {
		f = l.LogF()
		nothing = math.Inf(-1)
	}
	if !g.Walled() && !slices.Contains(f, nothing) {
		return nil
	}
	if none == nil {
		none = make([]bool, len(f))
	}
	for x, v := range f {
		none[x] = v == nothing || g.Wall(x)
	}
	return none
}

// rest finds the probabilities of staying, once a level.
func (o *flow) rest() {
	o.look()
	if o.rested {
		return
	}
	o.rested = true
	for x := range o.stay {
		o.stay[x] = 1
	}
	a := o.form.Graph.A[:len(o.there)]
	b := o.form.Graph.B[:len(o.there)]
	for i, there := range o.there {
		o.stay[a[i]] -= there
		o.stay[b[i]] -= o.back[i]
	}
	const small = 1e-3 // the probability from which on the difference has all its digits but three
	for x, v := range o.stay {
		if v > small {
			continue
		}
		switch {
		case o.byWide:
			o.stay[x] = o.wide.over.(*over[numbers.Wide]).stay[x].Float()
		case o.form.FloatStays != nil:
			o.stay[x] = float64(o.form.FloatStays(x))
		default:
			o.stay[x] = float64(numbers.Float(1).Left(numbers.Float(1 - v)))
		}
	}
}

// Stay returns the probability of staying at x.
func (o *flow) Stay(x int) float64 {
	o.rest()
	return o.stay[x]
}

// Row visits the edges of x.
func (o *flow) Row(x int, visit func(y int, p float64)) {
	o.look()
	if o.from == nil {
		o.from, o.at = o.form.Graph.byCell(o.grid.Size())
	}
	for _, i := range o.at[o.from[x]:o.from[x+1]] {
		y, p := o.form.Graph.B[i], o.there[i]
		if y == int32(x) {
			y, p = o.form.Graph.A[i], o.back[i]
		}
		if p > 0 {
			visit(int(y), p)
		}
	}
}

// byCell lists the edges of each of n cells, one cell after another: those of x are at[from[x]:from[x+1]].
func (e *Graph) byCell(n int) (from, at []int32) {
	from = make([]int32, n+1)
	for i := range e.A {
		from[e.A[i]+1]++
		from[e.B[i]+1]++
	}
	for x := range n {
		from[x+1] += from[x]
	}
	next := make([]int32, n)
	copy(next, from)
	at = make([]int32, 2*len(e.A))
	for i := range e.A {
		for _, x := range [2]int32{e.A[i], e.B[i]} {
			at[next[x]] = int32(i)
			next[x]++
		}
	}
	return from, at
}

// Push adds up what stays and what comes. So no rounding is left in a cell that all mass leaves.
func (o *flow) Push(dst, q []float64) {
	o.rest()
	for x, mass := range q {
		dst[x] = mass * o.stay[x]
	}
	a := o.form.Graph.A[:len(o.there)]
	b := o.form.Graph.B[:len(o.there)]
	back := o.back[:len(o.there)]
	for i, there := range o.there {
		x, y := a[i], b[i]
		dst[y] += q[x] * there
		dst[x] += q[y] * back[i]
	}
}

// Pull adds to each cell what it gains along its edges.
func (o *flow) Pull(dst, f []float64) {
	o.look()
	copy(dst, f)
	a := o.form.Graph.A[:len(o.there)]
	b := o.form.Graph.B[:len(o.there)]
	back := o.back[:len(o.there)]
	for i, there := range o.there {
		x, y := a[i], b[i]
		gain := f[y] - f[x]
		dst[x] += there * gain
		dst[y] -= back[i] * gain
	}
}

// PullPair pulls both, by one walk along the edges.
func (o *flow) PullPair(dst, f *chains.Pair) {
	o.look()
	f0 := f[0]
	f1 := f[1]
	d0 := dst[0]
	d1 := dst[1]
	copy(d0, f0)
	copy(d1, f1)
	a := o.form.Graph.A[:len(o.there)]
	b := o.form.Graph.B[:len(o.there)]
	back := o.back[:len(o.there)]
	for i, there := range o.there {
		x, y := a[i], b[i]
		gain0 := f0[y] - f0[x]
		gain1 := f1[y] - f1[x]
		d0[x] += there * gain0
		d1[x] += there * gain1
		d0[y] -= back[i] * gain0
		d1[y] -= back[i] * gain1
	}
}

func (o *flow) formed() Form {
	if o.form.Graph == nil {
		return o.make()
	}
	return o.form
}

// Wide returns the operator over numbers.Wide.
func (o *flow) Wide() Over[numbers.Wide] {
	form := o.formed()
	return newOver(o.grid, form.Graph, form.Wide, form.WideStays)
}

// Interval returns the operator over intervals.
func (o *flow) Interval() Over[*numbers.Interval] {
	form := o.formed()
	return newOver(o.grid, form.Graph, form.Interval, form.IntervalStays)
}

// An Over is a step over any number, and leaves the density invariant that it was last aimed at.
type Over[N any] interface {
	Aim(m Masses[N])
	// Row visits every y != x that one step from x can reach, once; the rest of 1 stays.
	Row(x int, visit func(y int, p N))
	// Push sets dst, which is not q, to the law q after a step.
	Push(dst, q []N)
	// Pull sets dst, which is not f, to the mean of f after a step. f is nowhere negative.
	Pull(dst, f []N)
}

// over is a flow along the edges of a graph.
type over[N numbers.Number[N]] struct {
	grid        grid.Grid
	graph       *Graph
	set         Setter[N]
	stays       Stays[N]
	p, c        []N
	there, back []N
	stay        []N
	from, at    []int32
}

// newOver returns nil if there is no setter.
func newOver[N numbers.Number[N]](g grid.Grid, e *Graph, set Setter[N], stays Stays[N]) Over[N] {
	if set == nil {
		return nil
	}
	edges := len(e.A)
	return &over[N]{grid: g, graph: e, set: set, stays: stays, c: make([]N, edges), there: make([]N, edges),
		back: make([]N, edges), stay: make([]N, g.Size())}
}

// Aim finds the probabilities both ways along each edge, and those of staying.
func (o *over[N]) Aim(m Masses[N]) {
	o.p = m.P
	o.set(o.c, m)
	one := m.P[0].Of(1)
	zero := m.P[0].Of(0)
	for x := range o.stay {
		o.stay[x] = zero
	}
	for i, c := range o.c {
		x, y := o.graph.A[i], o.graph.B[i]
		o.there[i] = zero
		o.back[i] = zero
		if m.Has(y) {
			o.there[i] = c.Over(o.p[x])
			o.stay[x] = o.stay[x].Plus(o.there[i])
		}
		if m.Has(x) {
			o.back[i] = c.Over(o.p[y])
			o.stay[y] = o.stay[y].Plus(o.back[i])
		}
	}
	for x, leaves := range o.stay {
		if o.stays == nil {
			o.stay[x] = one.Left(leaves)
		} else {
			o.stay[x] = o.stays(x)
		}
	}
}

func (o *over[N]) Row(x int, visit func(y int, p N)) {
	if o.from == nil {
		o.from, o.at = o.graph.byCell(o.grid.Size())
	}
	for _, i := range o.at[o.from[x]:o.from[x+1]] {
		y, p := o.graph.B[i], o.there[i]
		if y == int32(x) {
			y, p = o.graph.A[i], o.back[i]
		}
		if !p.IsZero() {
			visit(int(y), p)
		}
	}
}

func (o *over[N]) Push(dst, q []N) {
	for x, mass := range q {
		dst[x] = mass.Times(o.stay[x])
	}
	for i, there := range o.there {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[y] = dst[y].Plus(q[x].Times(there))
		dst[x] = dst[x].Plus(q[y].Times(o.back[i]))
	}
}

func (o *over[N]) Pull(dst, f []N) {
	for x, v := range f {
		dst[x] = v.Times(o.stay[x])
	}
	for i, there := range o.there {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[x] = dst[x].Plus(there.Times(f[y]))
		dst[y] = dst[y].Plus(o.back[i].Times(f[x]))
	}
}

// A wide is an operator's step over numbers.Wide at the level where the operator is, made when it is first asked for.
type wide struct {
	grid  grid.Grid
	make  func() Over[numbers.Wide]
	over  Over[numbers.Wide]
	level *chains.Level
	cold  bool
}

func newWide(g grid.Grid, make func() Over[numbers.Wide]) *wide { return &wide{grid: g, make: make} }

func (w *wide) aim(l *chains.Level) {
	w.level = l
	w.cold = true
}

// look aims the step, once a level.
func (w *wide) look() {
	if w.over == nil {
		w.over = w.make()
	}
	if w.cold {
		w.cold = false
		w.over.Aim(WideMasses(w.grid, w.level))
	}
}

// rates sets the probabilities along the edges of a flow.
func (w *wide) rates(there, back []float64) {
	w.look()
	o := w.over.(*over[numbers.Wide])
	for i := range there {
		there[i] = o.there[i].Float()
		back[i] = o.back[i].Float()
	}
}

// WideMasses returns the masses of a level over numbers.Wide.
func WideMasses(g grid.Grid, l *chains.Level) Masses[numbers.Wide] {
	logf := l.LogF()
	none := noneAt(g, nil, l)
	p := wideOf(logf)
	for x, gone := range none {
		if gone {
			p[x] = p[x].Vanishing()
		}
	}
	return Masses[numbers.Wide]{P: p, None: none, First: func() []numbers.Wide { return wideOf(l.Start()) }, T: l.T,
		Beta: l.Beta, Level: l}
}

func wideOf(logf []float64) []numbers.Wide {
	top := math.Inf(-1)
	for _, v := range logf {
		top = max(top, v)
	}
	p := make([]numbers.Wide, len(logf))
	for x, v := range logf {
		p[x] = numbers.WideExp(v - top)
	}
	return p
}

// LeastSure is a sum of probabilities, in floats, that has all its digits: what is lost of its parts is below 2^-1074
// each. LogInto has those below.
const LeastSure = 0x1p-960

// LogInto returns the logarithms of the probabilities that a step of op from each of some cells ends in the cell into,
// at the level where l is. They are -Inf only where it cannot. Of an operator that is not known over numbers.Wide they
// are those of its rows.
func LogInto(op chains.Operator, g grid.Grid, l *chains.Level, into int, from ...int) []float64 {
	over := WideOf(op)
	over.Aim(WideMasses(g, l))
	star := make([]numbers.Wide, g.Size())
	star[into] = numbers.WideOf(1)
	can := make([]numbers.Wide, g.Size())
	over.Pull(can, star)
	logs := make([]float64, len(from))
	for i, x := range from {
		logs[i] = can[x].LogFloat()
	}
	return logs
}

// WideOf returns op over numbers.Wide, by its rows if it is not known over them.
func WideOf(op chains.Operator) Over[numbers.Wide] {
	if exact, ok := op.(Exact); ok {
		if over := exact.Wide(); over != nil {
			return over
		}
	}
	return &overGiven[numbers.Wide]{rows: func(_ int, _ float64, l *chains.Level) Row {
		op.Aim(l)
		return op.Row
	}}
}
