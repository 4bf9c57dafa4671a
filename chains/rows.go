package chains

import "breadboard/grid"

// A Rule is a kernel given by its rows: it visits every y != x that one step
// from x can reach, with its probability, for the log density logf on g. A y
// may be visited more than once; what is left of 1 stays at x. No y without mass
// (logf = -Inf) is to be visited; x itself may be such a cell.
type Rule func(g grid.Grid, logf []float64, x int, visit func(y int, p float64))

// Rows is the shortest way to bring a kernel: one function, from which pushing,
// pulling and stepping follow.
type Rows struct {
	To   Rule
	Back Rule // the rows of the time reversal; nil where the kernel is reversible
}

// On returns the operator on g.
func (k Rows) On(g grid.Grid) Operator {
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
	level *Level
}

func (o *rows) Aim(l *Level) {
	o.level, o.back.level = l, l
}

func (o *rows) Reversal() Operator { return o.back }

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

func (o *rows) Step(x int, d Dice) int { return stepByRow(o, x, d) }

// stepByRow picks from a row.
func stepByRow(o Operator, x int, d Dice) int {
	to, weights, stay := []int{x}, []float64{0}, 1.0
	o.Row(x, func(y int, p float64) {
		to, weights, stay = append(to, y), append(weights, p), stay-p
	})
	weights[0] = max(stay, 0)
	return to[d.Pick(weights)]
}
