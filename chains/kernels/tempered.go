package kernels

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Tempered is the tempered transition of Neal (1996, "Sampling from multimodal distributions using tempered
// transitions"): an annealing turned into one step. It goes up through the densities
//
//	f_i = f^(1/2^i),   i = 1 to Levels,
//
// each flatter than the one before, and down again. On the way up it makes a step of Metropolis at each, and on the way
// down another. The step up at f_i leads from u_(i-1) to u_i, and that down from d_i to d_(i-1); u_0 = x is the start,
// d_0 = y the end, and at the top d_n = u_n. The whole path is accepted with
//
//	min(1, product over i of [f_i(u_(i-1)) / f_(i-1)(u_(i-1))] [f_(i-1)(d_(i-1)) / f_i(d_(i-1))]).
//
// If it is not, the walker stays. The way back makes the same steps in the opposite order, with the inverse of this
// quotient, so that the kernel is reversible. The rows are sums over all paths, of which there are moves^(2 Levels):
// two levels are the most.
//
// f is the density of the level where the kernel is, on any bridge. From a cell without mass all is accepted.
type Tempered struct{ Levels int }

// MostTempered is the largest number of levels.
const MostTempered = 2

// mostPaths is the largest number of paths from one cell. They take some 20 ns each: a level of 2^9 cells with 10,000
// paths each takes a tenth of a second.
const mostPaths = 100_000

// Fits refuses boxes on which the paths are too many.
func (k Tempered) Fits(g grid.Grid) error {
	if n := k.paths(g); n > mostPaths {
		return fmt.Errorf("a row adds up all paths of %d steps, which are %.0f, more than %d", 2*k.Levels, n, mostPaths)
	}
	return nil
}

// paths is the number of paths from a cell, where each step may lead along any move or stay.
func (k Tempered) paths(g grid.Grid) float64 {
	return math.Pow(float64(g.Moves()+1), float64(2*k.Levels))
}

// On returns the operator on g. It panics if Definition does.
func (k Tempered) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	o.PullsBy(o.PullRows)
	return o
}

// Definition panics if the levels are not 1 or 2.
func (k Tempered) Definition(g grid.Grid) chains.Definition {
	if k.Levels < 1 || k.Levels > MostTempered {
		panic(fmt.Sprintf("kernels: tempered transitions of %d levels", k.Levels))
	}
	return chains.Outcomes{
		Out:      1,
		Float:    newPathsUp[numbers.Float](g, k.Levels).at,
		Interval: newPathsUp[*numbers.Interval](g, k.Levels).at,
		Wide:     newPathsUp[numbers.Wide](g, k.Levels).at,
		Single:   newPathsUp[numbers.Float](g, k.Levels).at,
	}
}

// Facts counts a proposal for each step.
func (k Tempered) Facts(g grid.Grid) chains.Facts {
	steps := 2 * k.Levels
	facts := written(float64(steps), min(math.Pow(1+beside(g), float64(steps))-1, others(g)), 0)
	facts.Paths = k.paths(g)
	const each = 180 // a path has a quotient for each of its steps, and for each weight
	return summed(facts, each*facts.Paths)
}

// pathsUp walks through the paths of a step: up, and down again.
type pathsUp[N numbers.Number[N]] struct {
	grid   grid.Grid
	levels int

	v         chains.View[N]
	one, none N
	each      N // the probability of a move

	// The path under way:
	visit func(y int, weight N)
	x     int
	has   bool // x has mass
}

func newPathsUp[N numbers.Number[N]](g grid.Grid, levels int) *pathsUp[N] {
	return &pathsUp[N]{grid: g, levels: levels}
}

func (o *pathsUp[N]) at(v chains.View[N]) chains.Row[N] {
	o.v = v
	o.one, o.none = v.Num(1), v.Num(0)
	o.each = o.one
	if o.grid.Moves() > 0 {
		o.each = o.one.Over(v.Num(float64(o.grid.Moves())))
	}
	return o.row
}

func (o *pathsUp[N]) row(x int, visit func(y int, weight N)) {
	o.x = x
	o.visit = visit
	o.has = o.v.Has(x)
	o.up(x, 1, o.one, o.none)
}

// up is at u_(i-1), with the probability of the path up to there and the log of the quotient up to there.
func (o *pathsUp[N]) up(u, i int, weight, logq N) {
	if i > o.levels {
		o.down(u, o.levels, weight, logq)
		return
	}
	logq = logq.Plus(o.loss(u, i))
	o.steps(u, i, func(to int, p N) { o.up(to, i+1, weight.Times(p), logq) })
}

// down is at d_i.
func (o *pathsUp[N]) down(d, i int, weight, logq N) {
	o.steps(d, i, func(to int, p N) {
		path := weight.Times(p)
		log := logq.Minus(o.loss(to, i))
		if i > 1 {
			o.down(to, i-1, path, log)
			return
		}
		o.end(to, path, log)
	})
}

// end accepts the path to y, or stays.
func (o *pathsUp[N]) end(y int, path, logq N) {
	if !o.has { // all is accepted
		o.visit(y, path)
		return
	}
	accepted := o.v.Exp(logq.Min(o.none))
	o.visit(y, path.Times(accepted))
	o.visit(o.x, path.Times(o.one.Rest(accepted)))
}

// loss is log f_i - log f_(i-1) at u, less that at x: (2^-i - 2^-(i-1)) times the rise from x, which is -2^-i times it.
func (o *pathsUp[N]) loss(u, i int) N {
	if !o.has {
		return o.none
	}
	return o.none.Minus(o.v.Rise(o.x, u).Times(o.power(i)))
}

// power is 2^-i.
func (o *pathsUp[N]) power(i int) N { return o.v.Num(math.Ldexp(1, -i)) }

// flat is min(1, f_i(y)/f_i(x)), and 1 less that. The root of a is short of 1 by (1 - a)/(1 + root), which has all
// digits where a difference would have none.
func (o *pathsUp[N]) flat(x, y, i int) (accepted, rejected N) {
	accepted, rejected = o.v.Metropolis(x, y)
	rise := o.v.Rise(x, y)
	for root := 1; root <= i; root++ {
		accepted = o.v.Exp(rise.Times(o.power(root)).Min(o.none))
		rejected = rejected.Over(o.one.Plus(accepted))
	}
	return accepted, rejected
}

// steps visits the outcomes of a step of Metropolis at f_i.
func (o *pathsUp[N]) steps(from, i int, visit func(to int, p N)) {
	stay := o.none
	for m := range o.grid.Moves() {
		to, ok := o.grid.Move(from, m)
		if !ok || !o.v.Open(to) {
			stay = stay.Plus(o.each)
			continue
		}
		if !o.v.Has(from) {
			visit(to, o.each)
			continue
		}
		accepted, rejected := o.flat(from, to, i)
		visit(to, o.each.Times(accepted))
		stay = stay.Plus(o.each.Times(rejected))
	}
	if o.grid.Moves() == 0 {
		stay = o.one
	}
	if !stay.IsZero() {
		visit(from, stay)
	}
}
