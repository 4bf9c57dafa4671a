package flows

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Way is a step of so many cells along every axis, the first that is not 0 being positive. It is proposed as often
// there as back, with the probability that its kernel knows by Tag.
type Way struct {
	Steps []int
	Tag   int
}

// Odds are the probabilities of ways by their tags, as numbers like one.
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

// Counted returns odds by the number of proposals that each tag stands for, of so many in all.
func Counted(rule lanes.Conductance, of int, ways []Way, proposals []int) Symmetric {
	return Symmetric{Ways: ways, Rule: rule, Float: counted[numbers.Float](of, proposals),
		Wide: counted[numbers.Wide](of, proposals), Interval: counted[*numbers.Interval](of, proposals)}
}

func counted[N numbers.Number[N]](of int, proposals []int) Odds[N] {
	return func(one N) []N {
		odds := make([]N, len(proposals))
		for tag, k := range proposals {
			odds[tag] = one.Of(float64(k)).Over(one.Of(float64(of)))
		}
		return odds
	}
}

// Moves proposes the moves of g along these axes, or along all if none is given, each as probable, and accepts by a
// rule.
func Moves(g grid.Grid, rule lanes.Conductance, axes ...int) chains.Operator {
	var ways []Way
	var proposals []int
	for axis := range g.Axes() {
		for _, s := range g.Steps(axis) {
			if s.Cells < 0 || len(axes) > 0 && !contains(axes, axis) {
				continue
			}
			steps := make([]int, g.Axes())
			steps[axis] = s.Cells
			ways = append(ways, Way{Steps: steps, Tag: len(proposals)})
			proposals = append(proposals, s.Moves)
		}
	}
	of := g.Moves()
	if len(axes) > 0 {
		of = len(g.MovesAlong(axes...))
	}
	return NewSymmetric(g, Counted(rule, max(of, 1), ways, proposals))
}

func contains(all []int, one int) bool {
	for _, v := range all {
		if v == one {
			return true
		}
	}
	return false
}

// NewSymmetric returns the operator on g.
func NewSymmetric(g grid.Grid, of Symmetric) chains.Operator {
	o := &symmetric{flow: flow{grid: g}, of: of}
	o.make = o.written
	return o
}

// A symmetric operator pulls pairs by strides, and on a large space everything, unless some masses lie below every
// float. All else goes along edges.
type symmetric struct {
	flow
	of    Symmetric
	along *along // nil before it is needed
	buf   chains.Pair

	moved bool      // rows belongs to an earlier level
	rows  []float64 // what byLog returned at this level
}

// Aim makes the operator leave l's density invariant.
func (o *symmetric) Aim(l *chains.Level) {
	o.flow.Aim(l)
	o.moved = true
}

func (o *symmetric) Reversal() chains.Operator { return o }

// written has all edges of the ways.
func (o *symmetric) written() Form {
	e := &Graph{}
	for _, way := range o.of.Ways {
		by := 0
		for axis, step := range way.Steps {
			by += step * o.grid.Stride(axis)
		}
		for x := range o.grid.Size() {
			if o.stays(x, way.Steps) {
				e.Add(x, x+by, way.Tag)
			}
		}
	}
	float := &accepted[numbers.Float]{graph: e, of: o.of, odds: o.of.Float}
	form := FormOf(e, float, &accepted[numbers.Wide]{graph: e, of: o.of, odds: o.of.Wide},
		&accepted[*numbers.Interval]{graph: e, of: o.of, odds: o.of.Interval})
	form.Float = o.float(float)
	if o.of.Rule == lanes.Lesser { // what is rejected is a difference of floats anyway
		form.FloatStays = nil
	}
	return form
}

// stays reports whether steps from x stay in the box.
func (o *symmetric) stays(x int, steps []int) bool {
	for axis, step := range steps {
		if step == 0 {
			continue
		}
		if c := o.grid.Coord(x, axis) + step; c < 0 || c >= o.grid.Len(axis) {
			return false
		}
	}
	return true
}

// accepted has the flows by a rule over any number.
type accepted[N numbers.Number[N]] struct {
	graph    *Graph
	of       Symmetric
	odds     Odds[N]
	each     []N // by tag
	m        Masses[N]
	from, at []int32 // the edges of each cell
}

func (a *accepted[N]) look(m Masses[N]) {
	if a.each == nil {
		a.each = a.odds(m.P[0].Of(1))
		a.from, a.at = a.graph.byCell(len(m.P))
	}
	a.m = m
}

// Set sets the flows.
func (a *accepted[N]) Set(c []N, m Masses[N]) {
	a.look(m)
	for i, tag := range a.graph.Tag {
		here, there := m.P[a.graph.A[i]], m.P[a.graph.B[i]]
		if a.of.Rule == lanes.Lesser {
			c[i] = a.each[tag].Times(here.Min(there))
		} else {
			c[i] = a.each[tag].Times(here.Times(there.Over(here.Plus(there))))
		}
	}
}

// Stay adds up what is rejected of each proposal, and what proposes no cell.
func (a *accepted[N]) Stay(x int) N {
	one := a.m.P[0].Of(1)
	stay := one.Of(0)
	proposed := one.Of(0)
	for _, i := range a.at[a.from[x]:a.from[x+1]] {
		y := a.graph.A[i] + a.graph.B[i] - int32(x)
		tag := a.graph.Tag[i]
		proposed = proposed.Plus(a.each[tag])
		if !a.m.Has(y) {
			stay = stay.Plus(a.each[tag])
		} else if a.m.Has(int32(x)) {
			stay = stay.Plus(a.each[tag].Times(a.reject(a.m.P[x], a.m.P[y])))
		}
	}
	return stay.Plus(one.Left(proposed))
}

// reject returns the probability of rejecting y in x, by their masses.
func (a *accepted[N]) reject(here, there N) N {
	if a.of.Rule == lanes.Harmonic {
		return here.Over(here.Plus(there))
	}
	if here.AtMost(there) {
		return here.Of(0)
	}
	return here.Rest(there).Over(here)
}

// float sets the flows in float64, where a method's call would take longer than all else.
func (o *symmetric) float(of *accepted[numbers.Float]) Setter[numbers.Float] {
	e := of.graph
	odds := o.of.Float(1)
	each := make([]numbers.Float, len(e.Tag))
	for i, tag := range e.Tag {
		each[i] = odds[tag]
	}
	return func(c []numbers.Float, m Masses[numbers.Float]) {
		of.look(m)
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

// byMass returns the masses if pairs are pulled by strides: they are floats, and no wall has any.
func (o *symmetric) byMass() []float64 {
	p := o.level.Masses()
	if p == nil || o.grid.WallsHave(p) {
		return nil
	}
	o.know()
	return p
}

// know makes the strides, once.
func (o *symmetric) know() {
	if o.along == nil {
		o.along = newAlong(o.grid, o.of)
	}
}

func (o *symmetric) PullPair(dst, f *chains.Pair) {
	if p := o.byMass(); p != nil {
		o.along.pull(dst, f, p)
		return
	}
	o.flow.PullPair(dst, f)
}

// large returns the masses on a space whose edges are not written down.
func (o *symmetric) large() []float64 {
	if o.grid.Size() < crew.ParallelFrom {
		return nil
	}
	return o.byMass()
}

// Pull goes by pairs on a large space, and from cells without mass by their rows.
func (o *symmetric) Pull(dst, f []float64) {
	p := o.large()
	if p == nil {
		o.flow.Pull(dst, f)
		return
	}
	o.pair(dst, f, p)
	for x, v := range p {
		if v == 0 {
			dst[x] = f[x]
			o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
		}
	}
}

// Push goes by pairs on a large space: it pulls q/p, and multiplies by p. Cells without mass are left by their rows.
func (o *symmetric) Push(dst, q []float64) {
	p := o.large()
	if p == nil {
		o.flow.Push(dst, q)
		return
	}
	u := make([]float64, len(q))
	for x, v := range p {
		if v > 0 {
			u[x] = q[x] / v
		}
	}
	o.pair(dst, u, p)
	for x, v := range p {
		dst[x] *= v
	}
	for x, v := range p {
		if v == 0 && q[x] != 0 {
			dst[x] += q[x] * chains.StayProbability(o, x)
			o.Row(x, func(y int, p float64) { dst[y] += q[x] * p })
		}
	}
}

// pair pulls f beside itself.
func (o *symmetric) pair(dst, f, p []float64) {
	if o.buf[0] == nil {
		o.buf[0] = make([]float64, len(f))
	}
	o.along.pull(&chains.Pair{dst, o.buf[0]}, &chains.Pair{f, f}, p)
}

// byLog returns the log density on a space whose edges are not written down, if no wall has mass. Rows ask for a few of
// its cells, and so no mass is exponentiated.
func (o *symmetric) byLog() []float64 {
	if o.grid.Size() < crew.ParallelFrom {
		return nil
	}
	logf := o.level.LogF()
	if o.grid.Walled() {
		for x, v := range logf {
			if o.grid.Wall(x) && !math.IsInf(v, -1) {
				return nil
			}
		}
	}
	o.know()
	return logf
}

// here returns the log density by which rows go on a large space; it is looked at once a level.
func (o *symmetric) here() []float64 {
	if o.moved {
		o.moved = false
		o.rows = o.byLog()
	}
	return o.rows
}

// Stay returns 1 less the others on a large space.
func (o *symmetric) Stay(x int) float64 {
	if o.here() == nil {
		return o.flow.Stay(x)
	}
	rest := chains.NewRest()
	o.Row(x, func(_ int, p float64) { rest.Take(p) })
	return rest.Left()
}

// Row goes through the ways on a large space.
func (o *symmetric) Row(x int, visit func(y int, p float64)) {
	logf := o.here()
	if logf == nil {
		o.flow.Row(x, visit)
		return
	}
	o.along.from(x, logf, visit)
}
