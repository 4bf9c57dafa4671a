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

// A Move has the number of cells that it goes along each axis. The first that is not 0 is positive: the Move stands for
// its opposite too.
type Move []int

// A Proposal returns the probability of proposing each Move, which is the probability of proposing its opposite, in
// numbers of the same kind and precision as its argument.
type Proposal[N any] func(one N) []N

// A Symmetric kernel proposes each of its moves as often as its opposite, and accepts by a rule. It rejects moves off
// the box or into a wall. The flow is the probability of the proposal, times
//
//	min(p(x), p(y))               by Metropolis,
//	p(x) p(y)/(p(x) + p(y))       by Barker.
type Symmetric struct {
	Moves      []Move
	Acceptance lanes.Acceptance

	Float    Proposal[numbers.Float]
	Interval Proposal[*numbers.Interval]
}

// Counted returns the kernel that draws one of total proposals. Move i stands for counts[i] of them, and its
// opposite for as many.
func Counted(rule lanes.Acceptance, total int, moves []Move, counts []int) Symmetric {
	return Symmetric{Moves: moves, Acceptance: rule, Float: counted[numbers.Float](total, counts),
		Interval: counted[*numbers.Interval](total, counts)}
}

// counted returns the proposal of Counted over one kind of number.
func counted[N numbers.Number[N]](total int, counts []int) Proposal[N] {
	return func(one N) (proposed []N) {
		for _, k := range counts {
			proposed = append(proposed, one.Of(float64(k)).Over(one.Of(float64(total))))
		}
		return proposed
	}
}

// Moves returns the operator that proposes the moves of g along these axes, or along all if none is given, each equally
// probable. It accepts by a rule.
func Moves(g grid.Grid, rule lanes.Acceptance, axes ...int) chains.Operator {
	total := 0
	var moves []Move
	var counts []int
	for _, axis := range orAll(g, axes) {
		shifts := g.Shifts(axis)
		if shifts != nil {
			total += g.Ways(axis) * g.Share(axis)
		}
		for _, s := range shifts {
			if s.Cells < 0 {
				continue
			}
			move := make(Move, g.Axes())
			move[axis] = s.Cells
			moves = append(moves, move)
			counts = append(counts, s.Moves) // Moves and not Ways: so all axes are picked alike (grid.Shift)
		}
	}
	return NewSymmetric(g, Counted(rule, max(total, 1), moves, counts))
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

// A symmetric operator has three ways to make a step. It pulls by strides (strides.go), each with all edges of a move,
// if the level's P is set: it adds to each cell the current into it divided by its mass, two strides at a time, and on
// large spaces on all cores. Otherwise it pushes and pulls along edges, as a flowOperator, or by its rows, which it
// computes from logarithms.
type symmetric struct {
	flowOperator
	of      Symmetric
	strides []stride // an even number; nil before they are needed
	spins   int      // the number of spins, if each move flips one and all are equally probable; 0 otherwise
}

// NewSymmetric returns the operator of a symmetric kernel on g.
func NewSymmetric(g grid.Grid, of Symmetric) chains.Operator {
	o := &symmetric{flowOperator: flowOperator{grid: g}, of: of}
	o.make = o.formWithEdges
	return o
}

// byRows reports whether steps go by rows and not along edges: where masses lie below every float, and where the edges
// are too many to be written down, as on a long line each cell may lead to every other.
func (o *symmetric) byRows() bool {
	const mostEdges = 1 << 24
	return o.level.Masses() == nil || o.grid.Size() >= crew.ParallelFrom || o.grid.Size()*len(o.of.Moves) > mostEdges
}

// Push adds up the masses that stay and come.
func (o *symmetric) Push(dst, q []float64) {
	if !o.byRows() {
		o.flowOperator.Push(dst, q)
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

// eachProposal visits the cells to which the moves and their opposites lead from x, with the probability of proposing
// each. An opposite comes before its move.
func (o *symmetric) eachProposal(x int, visit func(y int, proposed float64)) {
	strides := o.madeStrides()
	for i := range strides {
		s := &strides[i]
		for sign := -1; sign <= 1; sign += 2 {
			if inside(x, sign, s.shifts) {
				visit(x+sign*s.by, s.proposed)
			}
		}
	}
}

// logRatio returns log f(y) - log f(x). It is -Inf if y has no mass, and otherwise +Inf if x has none.
func (o *symmetric) logRatio(x, y int) float64 {
	logf := o.level.LogF()
	switch {
	case o.grid.Wall(y) || math.IsInf(logf[y], -1):
		return math.Inf(-1)
	case o.grid.Wall(x):
		return math.Inf(1)
	}
	return logf[y] - logf[x]
}

// accepted returns the probability of proposing a move and accepting it, by log f(y) - log f(x). It is one of the six
// places with a rule of acceptance, which the doc of the package lists.
func (o *symmetric) accepted(proposed, logRatio float64) float64 {
	switch {
	case o.of.Acceptance == lanes.Barker:
		return proposed / (1 + math.Exp(-logRatio))
	case logRatio < 0:
		return proposed * math.Exp(logRatio)
	}
	return proposed
}

// rejected returns the probability of proposing a move and rejecting it, with all its digits where that is rare.
func (o *symmetric) rejected(proposed, logRatio float64) float64 {
	switch {
	case math.IsInf(logRatio, -1):
		return proposed
	case o.of.Acceptance == lanes.Barker:
		return proposed / (1 + math.Exp(logRatio))
	case logRatio < 0:
		return -proposed * math.Expm1(logRatio)
	}
	return 0
}

// Row visits the cells to which the moves lead from x.
func (o *symmetric) Row(x int, visit func(y int, p float64)) {
	o.eachProposal(x, func(y int, proposed float64) {
		if logRatio := o.logRatio(x, y); !math.IsInf(logRatio, -1) {
			visit(y, o.accepted(proposed, logRatio))
		}
	})
}

// Draw draws a step from x by a random word: it goes through the proposals until their probabilities exceed the number
// of the word, and what remains of that number decides on acceptance.
func (o *symmetric) Draw(x int, word uint64) int {
	u := float64(word>>11) * 0x1p-53
	strides := o.madeStrides()
	if o.spins > 0 { // each stride leads from x to one cell
		first := min(int(u/strides[0].proposed), o.spins-1)
		u -= float64(first) * strides[0].proposed
		strides = strides[first:]
	}
	for i := range strides {
		s := &strides[i]
		for sign := -1; sign <= 1; sign += 2 {
			y := x + sign*s.by
			switch {
			case !inside(x, sign, s.shifts):
			case u >= s.proposed:
				u -= s.proposed
			case u < o.accepted(s.proposed, o.logRatio(x, y)):
				return y
			default:
				return x
			}
		}
	}
	return x
}

// Proposed draws the cell that a step from x to y had proposed: y, or if it stayed one that was rejected.
func (o *symmetric) Proposed(x, y int, d chains.Dice) int {
	if y != x {
		return y
	}
	cells := []int{-1} // off the grid, or none
	weights := []float64{0}
	none := chains.NewRemainder()
	o.eachProposal(x, func(z int, proposed float64) {
		none.Take(proposed)
		cells = append(cells, z)
		weights = append(weights, o.rejected(proposed, o.logRatio(x, z)))
	})
	weights[0] = none.Left()
	return cells[d.Pick(weights)]
}

// Stay returns the sum of the rejected part of each proposal from x and the probability of proposing no cell.
func (o *symmetric) Stay(x int) (stay float64) {
	none := chains.NewRemainder()
	o.eachProposal(x, func(y int, proposed float64) {
		none.Take(proposed)
		stay += o.rejected(proposed, o.logRatio(x, y))
	})
	return stay + none.Left()
}

// formWithEdges returns the form with all edges of the moves. The tag of an edge is the number of its move.
func (o *symmetric) formWithEdges() Form {
	e := &Graph{}
	proposed := o.of.Float(1)
	for tag, move := range o.of.Moves {
		if s, ok := newStride(o.grid, move, float64(proposed[tag])); ok {
			for x := range s.end {
				if inside(x, 1, s.shifts) {
					e.Add(x, x+s.by, tag)
				}
			}
		}
	}
	return o.of.Form(e)
}

// Form returns the form of the kernel on the edges of e, whose tags are the numbers of their moves.
func (s Symmetric) Form(e *Graph) Form {
	return Form{
		Graph:    e,
		Float:    acceptingFloats(e, s.Acceptance, s.Float),
		Interval: accepting(e, s.Acceptance, s.Interval),
	}
}

// accepting returns the flows by a rule over intervals.
func accepting(e *Graph, rule lanes.Acceptance, proposal Proposal[*numbers.Interval]) Flows[*numbers.Interval] {
	a := &acceptance[*numbers.Interval]{graph: e, rule: rule, proposal: proposal}
	return Flows[*numbers.Interval]{Set: a.set, Stay: func(x int) *numbers.Interval { return a.stay[x] }}
}

// acceptance sets the flows by a rule over any number.
type acceptance[N numbers.Number[N]] struct {
	graph    *Graph
	rule     lanes.Acceptance
	proposal Proposal[N]
	proposed []N // by tag, the probability of proposing the move; nil before it is needed
	idle     []N // by cell, the probability of proposing no cell
	stay     []N // by cell, idle and the rejected part of each proposal
}

// prepare computes the parts that do not depend on the masses.
func (a *acceptance[N]) prepare(one N, cells int) {
	a.proposed = a.proposal(one)
	a.stay = make([]N, cells)
	sums := slices.Repeat([]N{one.Of(0)}, cells) // by cell, the probability of proposing any other
	for i, tag := range a.graph.Tag {
		for _, x := range [2]int32{a.graph.A[i], a.graph.B[i]} {
			sums[x] = sums[x].Plus(a.proposed[tag])
		}
	}
	for _, sum := range sums {
		a.idle = append(a.idle, one.Left(sum))
	}
}

// set sets c to the flows.
func (a *acceptance[N]) set(c []N, m Masses[N]) {
	if a.proposed == nil {
		a.prepare(m.P[0].Of(1), len(m.P))
	}
	copy(a.stay, a.idle)
	for i, tag := range a.graph.Tag {
		proposed := a.proposed[tag]
		x, y := a.graph.A[i], a.graph.B[i]
		a.reject(proposed, x, y, m)
		a.reject(proposed, y, x, m)
		here, there := m.P[x], m.P[y]
		if a.rule == lanes.Metropolis {
			c[i] = proposed.Times(here.Min(there))
		} else {
			c[i] = proposed.Times(here.Times(there.Over(here.Plus(there))))
		}
	}
}

// reject adds the rejected part of the proposal of y to the probability of staying at x.
func (a *acceptance[N]) reject(proposed N, x, y int32, m Masses[N]) {
	here, there := m.P[x], m.P[y]
	rejected := proposed
	switch {
	case !m.Has(y): // all is rejected
	case !m.Has(x):
		return
	case a.rule == lanes.Barker:
		rejected = proposed.Times(here.Over(here.Plus(there)))
	case here.AtMost(there):
		return
	default:
		rejected = proposed.Times(here.Excess(there).Over(here))
	}
	a.stay[x] = a.stay[x].Plus(rejected)
}

// acceptingFloats does as accepting over float64, where a method's call takes longer than all else. It leaves levels
// with cells without mass to acceptance.
func acceptingFloats(e *Graph, rule lanes.Acceptance, proposal Proposal[numbers.Float]) Flows[numbers.Float] {
	a := &acceptance[numbers.Float]{graph: e, rule: rule, proposal: proposal}
	set := func(c []numbers.Float, m Masses[numbers.Float]) {
		if a.proposed == nil || m.None != nil {
			a.set(c, m)
			return
		}
		copy(a.stay, a.idle)
		for i, tag := range e.Tag {
			x, y := e.A[i], e.B[i]
			here, there := m.P[x], m.P[y]
			proposed := a.proposed[tag]
			switch {
			case rule == lanes.Barker:
				both := here + there
				c[i] = proposed * (here * (there / both))
				a.stay[x] += proposed * (here / both)
				a.stay[y] += proposed * (there / both)
			case there < here:
				c[i] = proposed * there
				a.stay[x] += proposed * ((here - there) / here)
			default:
				c[i] = proposed * here
				a.stay[y] += proposed * ((there - here) / there)
			}
		}
	}
	return Flows[numbers.Float]{Set: set, Stay: func(x int) numbers.Float { return a.stay[x] }}
}
