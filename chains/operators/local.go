package operators

import (
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// Local is the operator of single moves. It proposes each of its moves with the same
// probability, rejects those that leave the box or enter a wall, and accepts the others
// by its rule. It is reversible.
//
// It has two ways to compute. From log f, with an exponential a move: obvious, and sound
// however deep the density is. From the masses p: in PullPair, two functions at once, as
// flows along edges.
type Local struct {
	grid  grid.Grid
	rule  Rule
	moves []int     // those that are proposed
	equal []float64 // weights of the moves, for dice
	each  float64   // the probability of proposing one of them
	walls Walls

	level  *chains.Level
	flows  *Flows // nil until a pair is pulled
	table  *rates // nil until it is needed, and always on a large space
	single single
}

// NewLocal returns the operator that proposes all 2d moves of g.
func NewLocal(g grid.Grid, r Rule) *Local {
	moves := make([]int, g.Moves())
	for m := range moves {
		moves[m] = m
	}
	return NewMoves(g, r, moves)
}

// NewMoves returns the operator that proposes these moves alone, each with its opposite
// after it.
func NewMoves(g grid.Grid, r Rule, moves []int) *Local {
	equal := slices.Repeat([]float64{1}, len(moves))
	return &Local{grid: g, rule: r, moves: moves, equal: equal, each: 1 / float64(len(moves)), walls: WallsOf(g)}
}

// SingleWays lists the steps of +1 along each axis of g, for flows along all its edges.
func SingleWays(g grid.Grid) [][]int { return waysOf(g, 0, g.Axes()) }

// waysOf lists the steps of +1 along the axes from first to last.
func waysOf(g grid.Grid, first, last int) (ways [][]int) {
	for a := first; a < last; a++ {
		steps := make([]int, g.Axes())
		steps[a] = 1
		ways = append(ways, steps)
	}
	return ways
}

// ways lists the steps of the moves that lead to a higher coordinate.
func (o *Local) ways() (ways [][]int) {
	for _, m := range o.moves {
		if m%2 == 1 {
			ways = append(ways, waysOf(o.grid, m/2, m/2+1)...)
		}
	}
	return ways
}

func (o *Local) Aim(l *chains.Level) {
	o.level = l
	if o.table != nil {
		o.table.cold = true
	}
}

func (o *Local) Reversal() chains.Operator { return o }

// offset returns y - x for a move m from x to y.
func (o *Local) offset(m int) int { return (2*(m%2) - 1) * o.grid.Stride(m/2) }

func (o *Local) Row(x int, visit func(y int, p float64)) {
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

// PullPair settles what flows along edges.
func (o *Local) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.level.Masses()
	if o.walls.HaveMass(p) {
		pullSingly(o, dst, base, f, share)
		return
	}
	if o.flows == nil {
		o.flows = NewFlows(o.grid, o.ways(), o.rule.Conduct, o.each)
	}
	o.flows.PullPair(dst, base, f, p, p, share)
}
