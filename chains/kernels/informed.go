package kernels

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Informed is the locally informed proposal of Zanella (2020, "Informed proposals for local MCMC in discrete spaces").
// It looks at all neighbours of x before it proposes one. With K(x,y) for the proposal of Metropolis, a neighbour y is
// proposed with probability
//
//	q(x,y) = K(x,y) sqrt(f(y)/f(x)) / Z(x),   Z(x) = the sum over all neighbours z of K(x,z) sqrt(f(z)/f(x)),
//
// and accepted with min(1, f(y) q(y,x) / f(x) q(x,y)). A move off the box, into a wall or to a cell without mass has
// weight 0, and is left out of Z. The root is balanced, as Zanella calls it: f(x) sqrt(f(y)/f(x)) is the same from both
// ends, and y is accepted with min(1, Z(x)/Z(y)). The flow
//
//	f(x) T(x,y) = K(x,y) sqrt(f(x) f(y)) / max(Z(x), Z(y))
//
// is symmetric because K is, so the kernel is reversible. A walker without such neighbours stays.
//
// From a cell x without mass the weights are those of a cell of vanishing mass, and all is accepted.
type Informed struct{}

// On returns the operator on g.
func (k Informed) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	o.PullsBy(o.PullRows)
	return o
}

func (Informed) Definition(g grid.Grid) chains.Definition {
	return chains.Outcomes{
		Out:      1,
		Float:    newInformed[numbers.Float](g).at,
		Interval: newInformed[*numbers.Interval](g).at,
		Wide:     newInformed[numbers.Wide](g).at,
		Draw:     drawnInformed(newInformed[numbers.Float](g)),
	}
}

// informedKept are the numbers that informed keeps for a cell.
const informedKept = 3

// Facts counts the neighbours of x, one of which is proposed, and those of that one but x. A program that remembers the
// neighbours of the cell that it starts from computes those less.
func (Informed) Facts(g grid.Grid) chains.Facts {
	const each = 60 // a neighbour is looked at from both ends, with an exponential each
	cost := max(2*beside(g)-1, 0)
	return summed(written(cost, beside(g), 8*informedKept), each*beside(g))
}

// informed has Z by cell. The greatest weight is taken out of each Z, or densities that lie a thousand nats apart would
// have weights above or below every float:
//
//	Z(x) = exp(scale(x)) sum(x),   sum(x) = the sum over all neighbours of K(x,z) sqrt(f(z)/f(x)) / exp(scale(x)).
//
// With t for the neighbour of most mass, exp(scale(x)) is sqrt(f(t)/f(x)). So sum(x) is at least the least K.
type informed[N numbers.Number[N]] struct {
	vicinity[N]
	one, two N
	eachCell[seen[N]]
	seeing  []neighbour // of the cell that is seen
	weights []N         // of these, over exp(scale)
	rowing  []neighbour // of the cell whose row is made
}

// A vicinity knows the neighbours of the cells that may be entered at a level.
type vicinity[N any] struct {
	states int
	axes   []stepping
	v      chains.View[N]
}

// A stepping is an axis with its steps.
type stepping struct {
	stride, length uint32 // divisions of 32 bits take half the time
	steps          []grid.Step
}

// A neighbour is a cell that may be entered, and the number of moves that lead to it.
type neighbour struct{ cell, moves int }

// newVicinity knows the cells of g.
func newVicinity[N any](g grid.Grid) vicinity[N] {
	o := vicinity[N]{states: g.Size()}
	for axis, steps := range stepsOf(g) {
		o.axes = append(o.axes, stepping{uint32(g.Stride(axis)), uint32(g.Len(axis)), steps})
	}
	return o
}

// around appends the neighbours of x, once along an axis.
func (o *vicinity[N]) around(all []neighbour, x int) []neighbour {
	for _, along := range o.axes {
		at := int(uint32(x) / along.stride % along.length)
		end := int(along.length)
		for i := range along.steps {
			s := &along.steps[i]
			to := at + s.Cells
			if to >= 0 && to < end && o.v.Open(x+s.By) {
				all = append(all, neighbour{x + s.By, s.Moves})
			}
		}
	}
	return all
}

// A seen is what a cell knows of its neighbours.
type seen[N any] struct {
	top        int // t; -1 without one
	sum, scale N
}

func newInformed[N numbers.Number[N]](g grid.Grid) *informed[N] {
	o := &informed[N]{vicinity: newVicinity[N](g)}
	o.eachCell = newEachCell(o.states, o.see)
	return o
}

// at finds Z at a level.
func (o *informed[N]) at(v chains.View[N]) chains.Row[N] {
	row := o.single(v)
	o.findAll(o.states)
	return row
}

// single knows no cell beforehand.
func (o *informed[N]) single(v chains.View[N]) chains.Row[N] {
	o.v = v
	o.one, o.two = v.Num(1), v.Num(2)
	o.forget()
	return o.row
}

// see finds Z of a cell.
func (o *informed[N]) see(x int) seen[N] {
	found := seen[N]{top: -1, sum: o.v.Num(0), scale: o.v.Num(0)}
	o.seeing = o.around(o.seeing[:0], x)
	o.weights = o.weights[:0]
	for _, y := range o.seeing {
		if found.top < 0 || o.v.Compare(y.cell, found.top) > 0 {
			found.top = y.cell
		}
	}
	if found.top < 0 {
		return found
	}
	for _, y := range o.seeing {
		weight := o.weight(found.top, y)
		o.weights = append(o.weights, weight)
		found.sum = found.sum.Plus(weight)
	}
	if o.v.Has(x) {
		found.scale = o.v.Rise(x, found.top).Over(o.two)
	}
	return found
}

// weight is K(x,y) sqrt(f(y)/f(x)) / exp(scale(x)), with K in moves. top is t of x.
func (o *informed[N]) weight(top int, to neighbour) N {
	moves := o.v.Num(float64(to.moves))
	return o.v.Exp(o.v.Rise(top, to.cell).Over(o.two)).Times(moves)
}

func (o *informed[N]) row(x int, visit func(y int, weight N)) {
	here := o.of(x)
	if here.top < 0 {
		visit(x, o.one)
		return
	}
	o.rowing = o.around(o.rowing[:0], x)
	for _, to := range o.rowing {
		y := to.cell
		proposed := o.weight(here.top, to).Over(here.sum)
		if !o.v.Has(x) {
			visit(y, proposed)
			continue
		}
		there := o.of(y)
		if there.top < 0 { // x is a wall that has mass
			visit(y, proposed)
			continue
		}
		accepted := o.accepted(here, there)
		visit(y, proposed.Times(accepted))
		visit(x, proposed.Times(o.one.Rest(accepted)))
	}
}

// accepted is min(1, Z(x)/Z(y)), with what is seen here at x and there at y.
func (o *informed[N]) accepted(here, there seen[N]) N {
	ratio := o.v.Exp(here.scale.Minus(there.scale)).Times(here.sum).Over(there.sum)
	return ratio.Min(o.one)
}

// drawnInformed makes steps of single cells: the proposal first, and then it is accepted or not. A row looks at the
// neighbours of all neighbours, and a step at those of one.
func drawnInformed(o *informed[numbers.Float]) chains.Draws {
	var odds []float64
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		o.single(v)
		return func(x int, d chains.Dice) int {
			here := o.see(x)
			if here.top < 0 {
				return x
			}
			odds = odds[:0]
			for _, weight := range o.weights {
				odds = append(odds, float64(weight))
			}
			y := o.seeing[d.Pick(odds)].cell
			if !v.Has(x) {
				return y
			}
			there := o.of(y)
			if there.top < 0 { // x is a wall that has mass
				return y
			}
			accepted := o.accepted(here, there)
			odds = append(odds[:0], float64(accepted), float64(o.one.Rest(accepted)))
			if d.Pick(odds) == 1 {
				return x
			}
			return y
		}
	}
}
