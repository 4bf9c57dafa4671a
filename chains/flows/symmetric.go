package flows

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Way says how far a move goes along each axis. The first entry that is not 0 is positive. A kernel proposes the move
// and its opposite alike.
type Way []int

// Odds returns the probability of proposing each way, and its opposite alike, as numbers like one.
type Odds[N any] func(one N) []N

// A Symmetric kernel proposes ways, and accepts by a rule. Proposals off the box or into a wall are rejected. The
// flow is
//
//	odds min(p(x), p(y))               by Metropolis,
//	odds p(x) p(y)/(p(x) + p(y))       by Barker.
type Symmetric struct {
	Ways       []Way
	Acceptance lanes.Acceptance

	Float    Odds[numbers.Float]
	Wide     Odds[numbers.Wide]
	Interval Odds[*numbers.Interval]
}

// Counted returns a kernel by the number of proposals that each way stands for, out of of proposals in all.
func Counted(rule lanes.Acceptance, of int, ways []Way, proposals []int) Symmetric {
	return Symmetric{Ways: ways, Acceptance: rule, Float: counted[numbers.Float](of, proposals),
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

// Moves returns the operator that proposes the moves of g along these axes, or along all if none is given, each equally
// probable. It accepts by a rule.
func Moves(g grid.Grid, rule lanes.Acceptance, axes ...int) chains.Operator {
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

// orAll returns the axes, or all axes of g if there are none.
func orAll(g grid.Grid, axes []int) []int {
	if len(axes) > 0 {
		return axes
	}
	for axis := range g.Axes() {
		axes = append(axes, axis)
	}
	return axes
}

// A symmetric operator pulls pairs by strides if masses are floats: it adds to each cell the quotient of the flow into
// it and its mass, two ways at a time, and on large spaces on all cores. It computes its rows from logarithms. It
// pushes and pulls single functions along edges. On a large space, whose edges are not written down, it does so by its
// rows.
type symmetric struct {
	flow
	of    Symmetric
	ways  []way // an even number; nil before they are needed
	spins int   // the number of ways, if each flips a spin and all have the same odds; 0 otherwise
}

// NewSymmetric returns the operator of a symmetric kernel on g.
func NewSymmetric(g grid.Grid, of Symmetric) chains.Operator {
	o := &symmetric{flow: flow{grid: g}, of: of}
	o.make = o.written
	return o
}

// large reports whether the edges are too many to be written down.
func (o *symmetric) large() bool { return o.grid.Size() >= crew.ParallelFrom }

// Pull adds to each cell its gains.
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

// Push adds up the masses that stay and come.
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

// Reversal returns the operator itself.
func (o *symmetric) Reversal() chains.Operator { return o }

// proposals visits the cells to which the ways lead from x, back and there, with the probability of proposing each.
func (o *symmetric) proposals(x int, visit func(y int, odds float64)) {
	ways := o.strides()
	for i := range ways {
		w := &ways[i]
		for sign := -1; sign <= 1; sign += 2 {
			if inside(x, sign, w.steps) {
				visit(x+sign*w.by, w.odds)
			}
		}
	}
}

// rise returns log f(y) - log f(x). It is -Inf if y has no mass, and otherwise +Inf if x has none.
func (o *symmetric) rise(x, y int) float64 {
	logf := o.level.LogF()
	switch {
	case o.grid.Wall(y) || math.IsInf(logf[y], -1):
		return math.Inf(-1)
	case o.grid.Wall(x):
		return math.Inf(1)
	}
	return logf[y] - logf[x]
}

// accepted returns the probability of proposing a move and accepting its rise.
func (o *symmetric) accepted(odds, rise float64) float64 {
	switch {
	case o.of.Acceptance == lanes.Barker:
		return odds / (1 + math.Exp(-rise))
	case rise < 0:
		return odds * math.Exp(rise)
	}
	return odds
}

// Row visits the cells to which the ways lead from x.
func (o *symmetric) Row(x int, visit func(y int, p float64)) {
	o.proposals(x, func(y int, odds float64) {
		if rise := o.rise(x, y); !math.IsInf(rise, -1) {
			visit(y, o.accepted(odds, rise))
		}
	})
}

// Draw draws a step from x by a random word.
func (o *symmetric) Draw(x int, word uint64) int {
	u := float64(word>>11) * 0x1p-53
	ways := o.strides()
	if o.spins > 0 { // each way leads from x to one cell
		first := min(int(u/ways[0].odds), o.spins-1)
		u -= float64(first) * ways[0].odds
		ways = ways[first:]
	}
	for i := range ways {
		w := &ways[i]
		for sign := -1; sign <= 1; sign += 2 {
			y := x + sign*w.by
			switch {
			case !inside(x, sign, w.steps):
			case u >= w.odds:
				u -= w.odds
			case u < o.accepted(w.odds, o.rise(x, y)):
				return y
			default:
				return x
			}
		}
	}
	return x
}

// Stay returns the sum of the rejected part of each proposal from x and the probability of proposing no cell.
func (o *symmetric) Stay(x int) (stay float64) {
	none := chains.NewRest()
	o.proposals(x, func(y int, odds float64) {
		none.Take(odds)
		rise := o.rise(x, y)
		switch {
		case math.IsInf(rise, -1):
			stay += odds
		case o.of.Acceptance == lanes.Barker:
			stay += odds / (1 + math.Exp(rise))
		case rise < 0:
			stay -= odds * math.Expm1(rise)
		}
	})
	return stay + none.Left()
}

// written returns the form with all edges of the ways.
func (o *symmetric) written() Form {
	e := &Graph{}
	odds := o.of.Float(1)
	for tag, cells := range o.of.Ways {
		if w, ok := newWay(o.grid, cells, float64(odds[tag])); ok {
			for x := range w.end {
				if inside(x, 1, w.steps) {
					e.Add(x, x+w.by, tag)
				}
			}
		}
	}
	return Form{
		Graph:    e,
		Float:    acceptingFloats(e, o.of.Acceptance, o.of.Float),
		Wide:     accepting(e, o.of.Acceptance, o.of.Wide),
		Interval: accepting(e, o.of.Acceptance, o.of.Interval),
	}
}

// accepting returns the flows by a rule.
func accepting[N numbers.Number[N]](e *Graph, rule lanes.Acceptance, odds Odds[N]) Flows[N] {
	a := &accepted[N]{graph: e, rule: rule, odds: odds}
	return Flows[N]{Set: a.set, Stay: func(x int) N { return a.stay[x] }}
}

// acceptingFloats does as accepting over float64, where a method's call takes longer than all else.
func acceptingFloats(e *Graph, rule lanes.Acceptance, odds Odds[numbers.Float]) Flows[numbers.Float] {
	a := &accepted[numbers.Float]{graph: e, rule: rule, odds: odds}
	set := func(c []numbers.Float, m Masses[numbers.Float]) {
		if a.each == nil || m.None != nil {
			a.set(c, m)
			return
		}
		copy(a.stay, a.idle)
		for i, tag := range e.Tag {
			x, y := e.A[i], e.B[i]
			here, there := m.P[x], m.P[y]
			each := a.each[tag]
			switch {
			case rule == lanes.Barker:
				all := here + there
				c[i] = each * (here * (there / all))
				a.stay[x] += each * (here / all)
				a.stay[y] += each * (there / all)
			case there < here:
				c[i] = each * there
				a.stay[x] += each * ((here - there) / here)
			default:
				c[i] = each * here
				a.stay[y] += each * ((there - here) / there)
			}
		}
	}
	return Flows[numbers.Float]{Set: set, Stay: func(x int) numbers.Float { return a.stay[x] }}
}

// accepted holds the flows by a rule over any number.
type accepted[N numbers.Number[N]] struct {
	graph *Graph
	rule  lanes.Acceptance
	odds  Odds[N]
	each  []N // by tag; nil before it is needed
	idle  []N // by cell, the probability of proposing no cell
	stay  []N // by cell, idle and the rejected part of each proposal
}

// propose computes the parts that do not depend on the masses.
func (a *accepted[N]) propose(one N, cells int) {
	a.each = a.odds(one)
	a.stay = make([]N, cells)
	proposed := slices.Repeat([]N{one.Of(0)}, cells)
	for i, tag := range a.graph.Tag {
		for _, x := range [2]int32{a.graph.A[i], a.graph.B[i]} {
			proposed[x] = proposed[x].Plus(a.each[tag])
		}
	}
	for _, all := range proposed {
		a.idle = append(a.idle, one.Left(all))
	}
}

// set sets the flows.
func (a *accepted[N]) set(c []N, m Masses[N]) {
	if a.each == nil {
		a.propose(m.P[0].Of(1), len(m.P))
	}
	copy(a.stay, a.idle)
	for i, tag := range a.graph.Tag {
		each := a.each[tag]
		x, y := a.graph.A[i], a.graph.B[i]
		a.reject(each, x, y, m)
		a.reject(each, y, x, m)
		here, there := m.P[x], m.P[y]
		if a.rule == lanes.Metropolis {
			c[i] = each.Times(here.Min(there))
		} else {
			c[i] = each.Times(here.Times(there.Over(here.Plus(there))))
		}
	}
}

// reject adds the rejected part of the proposal of y to the mass that stays at x.
func (a *accepted[N]) reject(each N, x, y int32, m Masses[N]) {
	here, there := m.P[x], m.P[y]
	switch {
	case !m.Has(y): // all is rejected
	case !m.Has(x):
		return
	case a.rule == lanes.Barker:
		each = each.Times(here.Over(here.Plus(there)))
	case here.AtMost(there):
		return
	default:
		each = each.Times(here.Rest(there).Over(here))
	}
	a.stay[x] = a.stay[x].Plus(each)
}
