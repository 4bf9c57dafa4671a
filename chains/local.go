package chains

import "breadboard/grid"

// A rule is for accepting a symmetric proposal, in detailed balance:
// accept(d) = exp(d) accept(-d).
type rule struct {
	// accept is the probability by d, the log density there less the log density here.
	accept func(d float64) float64
	// ratio is the same by the quotient of the density there and here.
	ratio func(r float64) float64
	// reject is 1 - ratio(r), to its own digits.
	reject func(r float64) float64
	// turn is the derivative of a = accept(d) as d changes at the rate slope: to the
	// right of a corner where slope > 0, to the left where < 0.
	turn func(a, d, slope float64) float64
	// conduct is the same as a conductance.
	conduct conductance
}

// local is the operator of single moves: each of the 2d moves is proposed with
// probability 1/2d, one that leaves the box or enters a wall is rejected, the
// others are accepted by the rule. It is reversible.
//
// It is written twice. From log f, with an exponential a move: obvious, and sound
// at any depth of the density. From p, where the level has it: for two functions
// at once as a flow, in PullPair.
type local struct {
	grid  grid.Grid
	rule  rule
	moves []int     // those that are proposed
	each  []float64 // equal weights
	walls []int

	level *Level
	flows *flows // nil until they are needed
	table *rates // so too, and on a wide space
	spare spare
}

func newLocal(g grid.Grid, r rule) *local {
	moves := make([]int, g.Moves())
	for m := range moves {
		moves[m] = m
	}
	return newMoves(g, r, moves)
}

// newMoves proposes these moves alone, each with its opposite after it.
func newMoves(g grid.Grid, r rule, moves []int) *local {
	o := &local{grid: g, rule: r, moves: moves, walls: wallsOf(g)}
	for range moves {
		o.each = append(o.each, 1)
	}
	return o
}

// ways are the moves that go forth, as steps along the axes.
func (o *local) ways() (towards [][]int) {
	for _, m := range o.moves {
		if m%2 == 1 {
			steps := make([]int, o.grid.Axes())
			steps[m/2] = 1
			towards = append(towards, steps)
		}
	}
	return towards
}

func wallsOf(g grid.Grid) (walls []int) {
	for x := range g.Size() {
		if g.Wall(x) {
			walls = append(walls, x)
		}
	}
	return walls
}

// massive reports whether p has mass in one of these cells.
func massive(p []float64, cells []int) bool {
	for _, x := range cells {
		if p[x] > 0 {
			return true
		}
	}
	return false
}

func (o *local) propose() float64 { return 1 / float64(len(o.moves)) }

func (o *local) Aim(l *Level) {
	o.level = l
	if o.table != nil {
		o.table.cold = true
	}
}

func (o *local) Reversal() Operator { return o }

// offset is what move m adds to a state.
func (o *local) offset(m int) int { return (2*(m%2) - 1) * o.grid.Stride(m/2) }

func (o *local) Row(x int, visit func(y int, p float64)) {
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

func (o *local) Step(x int, d Dice) int {
	i := d.Pick(o.each)
	if flip(d, o.rate(x, i)*float64(len(o.moves))) {
		return x + o.offset(o.moves[i])
	}
	return x
}

func (o *local) PullPair(dst, base, f *Pair, share float64) {
	p := o.level.weights()
	if massive(p, o.walls) { // it flows out of them and not in
		pullSingly(o, dst, base, f, share)
		return
	}
	if o.flows == nil {
		o.flows = newFlows(o.grid, o.ways(), o.rule.conduct, o.propose())
	}
	o.flows.pullPair(dst, base, f, p, p, share)
}
