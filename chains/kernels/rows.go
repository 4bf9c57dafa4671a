package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// A Rule is a kernel given by its rows. It visits every y != x that one step from x can
// reach, with its probability, for the log density logf on g. It may visit a y more than
// once; what is left of 1 stays at x. It must not visit a y without mass (logf = -Inf); x
// itself may be such a cell. The order is the same each time, or the same dice would not take
// the same step: a rule that collects its y in a Go map sorts them before it visits them.
type Rule func(g grid.Grid, logf []float64, x int, visit func(y int, p float64))

// Rows is the shortest way to bring a kernel: one function, from which Push, Pull and Step
// follow. To make it fast, embed its operator in one that also has PullPair.
type Rows struct {
	To   Rule
	Back Rule // the rows of the time reversal; nil if the kernel is reversible
}

// On returns the operator on g.
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

func (o *rows) Row(x int, visit func(y int, p float64)) { o.rule(o.grid, o.level.LogF(), x, visit) }

func (o *rows) Push(dst, q []float64) {
	copy(dst, q)
	for x := range q {
		if q[x] == 0 {
			continue
		}
		o.Row(x, func(y int, p float64) {
			dst[x] -= q[x] * p
			dst[y] += q[x] * p
		})
	}
}

func (o *rows) Pull(dst, f []float64) {
	for x := range f {
		dst[x] = f[x]
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
	}
}

func (o *rows) Step(x int, d chains.Dice) int { return operators.StepByRow(o, x, d) }
