package operators

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Local is the operator of single moves. It proposes each of its moves with the same
// probability, rejects those that leave the box or enter a wall, and accepts the others
// by its rule. It is reversible.
//
// It computes in two ways. From log f it takes an exponential a move: obvious, and sound
// however deep the density is. From the masses p, in PullPair, it pulls two functions at
// once by flows along edges.
type Local struct {
	grid  grid.Grid
	rule  Rule
	moves []int     // the proposed moves
	equal []float64 // weights of the moves, for dice
	each  float64   // the probability of proposing one of them
	walls Walls

	level  *chains.Level
	view   *View
	accept func(x, y int) (accept, reject numbers.Float) // nil before it is asked for
	ways   [][]int                                       // of flows
	flows  *Flows                                        // nil until a pair is pulled
	table  *rates                                        // nil until it is needed, and always on a large space
	single single
}

// NewLocal returns the operator that proposes the moves along these axes of g, or along
// all if none is given.
func NewLocal(g grid.Grid, r Rule, axes ...int) *Local {
	o := &Local{grid: g, rule: r, walls: WallsOf(g), view: NewView(g)}
	axes = orAll(g, axes)
	for _, a := range axes {
		o.moves, o.equal = append(o.moves, 2*a, 2*a+1), append(o.equal, 1, 1)
	}
	o.each, o.ways = 1/float64(len(o.moves)), StepsAlong(g, axes...)
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
	o.level, o.accept = l, nil
	o.view.Aim(l)
	if o.table != nil {
		o.table.cold = true
	}
}

func (o *Local) Reversal() chains.Operator { return o }

// Definition is what the operator does: moves along axes of g, or all, are Proposed.
func (r Rule) Definition(g grid.Grid, axes ...int) chains.Outcomes {
	axes = orAll(g, axes)
	return Proposed(2*len(axes), func(x int, visit func(y int)) {
		for _, a := range axes {
			for side := range 2 {
				if y, ok := g.Move(x, 2*a+side); ok {
					visit(y)
				}
			}
		}
	}, r)
}

// accepts is the rule at the level.
func (o *Local) accepts() func(x, y int) (accept, reject numbers.Float) {
	if o.accept == nil {
		o.accept = o.rule.Float(o.view.Look())
	}
	return o.accept
}

func (o *Local) offset(m int) int { return (2*(m%2) - 1) * o.grid.Stride(m/2) }

func (o *Local) Row(x int, visit func(y int, p float64)) {
	if t := o.warm(); t != nil {
		for i, rates := range t.p {
			if p := rates[x]; p > 0 {
				visit(x+t.by[i], p)
			}
		}
		return
	}
	for i, m := range o.moves {
		if p := o.rate(x, i); p > 0 {
			visit(x+o.offset(m), p)
		}
	}
}

// Step picks a move, then flips a coin for accepting it.
func (o *Local) Step(x int, d chains.Dice) int {
	i := d.Pick(o.equal)
	accept := o.rate(x, i) * float64(len(o.moves))
	if d.Pick([]float64{accept, 1 - accept}) == 0 {
		return x + o.offset(o.moves[i])
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
		o.flows = NewFlows(o.grid, o.ways, o.rule.Conduct, o.each)
	}
	o.flows.PullPair(dst, base, f, p, p, share)
}
