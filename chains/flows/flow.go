// Package flows makes operators. It has the one mechanism of kernels:
//
// A reversible kernel is a symmetric flow c(x,y) = p(x) T(x,y) = p(y) T(y,x) along the edges of a graph. It says its
// graph once, and at each level the flow along each edge by the masses p. Rows, pushes, pulls and detailed balance
// follow from that. The flow is written once over any number: in float64 it makes the operator, over numbers.Wide the
// laws whose masses lie below every float, and over intervals the proof of package certain.
//
// A kernel calls one of five functions, and needs nothing else:
//
//   - New: a graph, and a function that sets the flows. This file has it, over.go the same over any number.
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

// Flows are those of a kernel over one number. Set is its Setter, and Stay its Stays.
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
