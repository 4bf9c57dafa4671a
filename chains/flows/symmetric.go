package flows

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Way has the cells of a step along every axis. The first that is not 0 is positive. A kernel proposes it as often
// there as back.
type Way []int

// Odds returns the probabilities of ways, as numbers like one.
type Odds[N any] func(one N) []N

// A Symmetric kernel proposes ways, and accepts by a rule: c = odds min(p(x), p(y)) by Metropolis, and odds p(x)
// p(y)/(p(x) + p(y)) by Barker. Proposals off the box or into a wall are rejected.
type Symmetric struct {
	Ways []Way
	Rule lanes.Conductance

	Float    Odds[numbers.Float]
	Wide     Odds[numbers.Wide]
	Interval Odds[*numbers.Interval]
}

// Counted returns a kernel by the number of proposals that each way stands for, out of of proposals in all.
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

// Moves returns the operator that proposes the moves of g along these axes, or along all if none is given, each equally
// probable. It accepts by a rule.
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

// NewSymmetric returns the operator of a symmetric kernel on g.
func NewSymmetric(g grid.Grid, of Symmetric) chains.Operator {
	o := &symmetric{flow: flow{grid: g}, of: of}
	o.make = o.written
	return o
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
		Float:    acceptingFloats(e, o.of.Rule, o.of.Float),
		Wide:     accepting(e, o.of.Rule, o.of.Wide),
		Interval: accepting(e, o.of.Rule, o.of.Interval),
	}
}

// accepting returns the flows by a rule.
func accepting[N numbers.Number[N]](e *Graph, rule lanes.Conductance, odds Odds[N]) Flows[N] {
	a := &accepted[N]{graph: e, rule: rule, odds: odds}
	return Flows[N]{Set: a.set, Stay: func(x int) N { return a.stay[x] }}
}

// acceptingFloats does as accepting over float64, where a method's call takes longer than all else.
func acceptingFloats(e *Graph, rule lanes.Conductance, odds Odds[numbers.Float]) Flows[numbers.Float] {
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
			case rule == lanes.Harmonic:
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
	rule  lanes.Conductance
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
		if a.rule == lanes.Lesser {
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
	case !m.Has(y):
	case !m.Has(x):
		return
	case a.rule == lanes.Harmonic:
		each = each.Times(here.Over(here.Plus(there)))
	case here.AtMost(there):
		return
	default:
		each = each.Times(here.Rest(there).Over(here))
	}
	a.stay[x] = a.stay[x].Plus(each)
}
