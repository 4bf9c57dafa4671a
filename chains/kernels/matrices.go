package kernels

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Matrices is a kernel given level by level: a transition matrix for each beta, or one for
// all. Nothing makes the matrices leave a density invariant. Their diagonals are not read: a
// walker stays with the probability that the rest of its row leaves of 1.
//
// The reversal is p(y) T(y,x) / p(x), by Bayes, from the density of the level. From cells
// without mass it stays. If T does not leave p invariant, the rows of the reversal do not
// sum to 1, and exact results say so.
type Matrices struct {
	N int // cells
	// Betas, rising, has one beta for each matrix; it is nil if one matrix serves all.
	Betas []float64
	// First is the level of P[0] in the schedule of the matrices, 1 or 2; 0 if there is none.
	// It tells matrices of one beta apart, if the schedule stands still.
	First int
	// Rounded says that T leaves p invariant except for the rounding of its entries. The
	// reversal is then p(y) T(y,x) / (pT)(x), whose rows sum to 1: where p is tiny, rounding
	// takes those of p(y) T(y,x) / p(x) past 1.
	Rounded bool
	// P are the matrices by row: P[i][x*N+y] is the probability at Betas[i] of going from
	// x to y.
	P [][]float64
}

// On returns the operator on g. It panics unless g has N cells and there is a matrix of
// N x N numbers for every beta.
func (k Matrices) On(g grid.Grid) chains.Operator {
	if g.Size() != k.N || len(k.P) != max(len(k.Betas), 1) {
		panic(fmt.Sprintf("kernels: %d matrices of %d cells for %d betas on a grid of %d",
			len(k.P), k.N, len(k.Betas), g.Size()))
	}
	for i, p := range k.P {
		if len(p) != k.N*k.N {
			panic(fmt.Sprintf("kernels: matrix %d has %d numbers; %d cells take %d", i+1, len(p), k.N, k.N*k.N))
		}
	}
	o := operators.NewWritten(g, nil, k.Definition(g))
	operators.Reverse(o, operators.NewWritten(g, nil, chains.Outcomes{Out: 1, Rest: true, Float: k.bayes}))
	return o
}

func (k Matrices) Definition(grid.Grid) chains.Definition {
	return chains.Outcomes{
		Out:      1,
		Rest:     true,
		Float:    ahead[numbers.Float](k),
		Interval: ahead[*numbers.Interval](k),
		Wide:     ahead[numbers.Wide](k),
	}
}

// Facts counts a move to every other cell, because the rows are written out.
func (k Matrices) Facts(g grid.Grid) chains.Facts { return written(math.NaN(), others(g), 0) }

// near is the rounding of a beta that was written in decimals.
const near = 1e-12

// of returns the matrix for a level: the one of its place, if that has its beta, and otherwise the first of its beta.
// It panics if there is none.
func (k Matrices) of(t int, beta float64) []float64 {
	if k.Betas == nil {
		return k.P[0]
	}
	i := t - k.First
	if k.First == 0 || i < 0 || i >= len(k.Betas) || math.Abs(k.Betas[i]-beta) > near {
		i, _ = slices.BinarySearch(k.Betas, beta-near)
	}
	if i == len(k.Betas) || k.Betas[i] > beta+near {
		panic(fmt.Sprintf("kernels: no matrix for beta = %v", beta))
	}
	return k.P[i]
}

// ahead has the rows of the matrix. Their numbers are taken as they are.
func ahead[N any](k Matrices) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		m := k.of(v.Place())
		return func(x int, visit func(y int, weight N)) {
			for y, p := range m[x*k.N:][:k.N] {
				if y != x && p != 0 {
					visit(y, v.Num(p))
				}
			}
		}
	}
}

// bayes has the rows of the reversal.
func (k Matrices) bayes(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
	m := k.of(v.Place())
	flows := func(x int, visit func(y int, p numbers.Float)) {
		for y := range k.N {
			if p := m[y*k.N+x]; y != x && p != 0 && v.Has(x) && v.Has(y) {
				visit(y, numbers.Float(p)*v.Quotient(y, x))
			}
		}
	}
	if !k.Rounded {
		return flows
	}
	ahead := ahead[numbers.Float](k)(v)
	return func(x int, visit func(y int, p numbers.Float)) {
		into := numbers.Float(1) // (pT)(x) / p(x)
		ahead(x, func(_ int, p numbers.Float) { into -= p })
		flows(x, func(_ int, p numbers.Float) { into += p })
		flows(x, func(y int, p numbers.Float) { visit(y, p/into) })
	}
}

// A Rule is a kernel given by its rows. It visits every y != x that one step from x can
// reach, with its probability, for the log density logf on g. It may visit a y more than
// once, which adds up, and in any order; what is left of 1 stays at x. It must not visit a y without mass
// (logf = -Inf); x itself may be such a cell.
type Rule func(g grid.Grid, logf []float64, x int, visit func(y int, p float64))

// Rows is the shortest way to bring a kernel: one function, from which Push, Pull and Step
// follow. To make it fast, embed its operator in one that also has PullPair.
type Rows struct {
	To   Rule
	Back Rule // the rows of the time reversal; nil if the kernel is reversible
}

func (k Rows) On(g grid.Grid) chains.Operator {
	o := &rows{grid: g, rule: k.To}
	o.back = o
	if k.Back != nil {
		o.back = &rows{grid: g, rule: k.Back, back: o}
	}
	return o
}

type rows struct {
	grid  grid.Grid
	rule  Rule
	back  *rows
	level *chains.Level
}

// Aim also aims the reversal.
func (o *rows) Aim(l *chains.Level) { o.level, o.back.level = l, l }

func (o *rows) Reversal() chains.Operator { return o.back }

// Row visits each cell once, in their order, with the sum of what the rule gives it.
func (o *rows) Row(x int, visit func(y int, p float64)) {
	all := make([]given, 0, 8)
	o.rule(o.grid, o.level.LogF(), x, func(y int, p float64) { all = append(all, given{y, p}) })
	slices.SortStableFunc(all, func(a, b given) int { return cmp.Compare(a.y, b.y) })
	for i := 0; i < len(all); {
		y, sum := all[i].y, 0.0
		for ; i < len(all) && all[i].y == y; i++ {
			sum += all[i].p
		}
		visit(y, sum)
	}
}

// given is a visit of a rule.
type given struct {
	y int
	p float64
}

func (o *rows) Push(dst, q []float64) { operators.PushByRows(o, dst, q) }

func (o *rows) Pull(dst, f []float64) {
	for x := range f {
		operators.PullRow(o, dst, f, x)
	}
}

func (o *rows) Step(x int, d chains.Dice) int { return operators.StepByRow(o, x, d) }
