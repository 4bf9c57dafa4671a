package chains

import "breadboard/grid"

// symmetric is the operator of Metropolis with symmetric proposals: every y != x
// that near visits is proposed from x with the same probability, as x is from y,
// and accepted with min(1, f(y)/f(x)). The rest stays. It is reversible:
// p(x) T(x,y) is propose times the smaller of p(x) and p(y).
type symmetric struct {
	*written
	propose float64
	near    func(x int, visit func(y int))
	grid    grid.Grid
	walls   []int
	spare   spare
	// add is PullPair by way of p, which has no mass in walls.
	add func(dst, base, f *Pair, p []float64, share float64)
}

// newSymmetric returns the operator on g. A wall is never entered. The maker sets
// add.
func newSymmetric(g grid.Grid, propose float64, near func(x int, visit func(y int))) *symmetric {
	rule := func(l *Level) ruled {
		odds := l.odds()
		return func(x int, visit func(y int, p float64)) {
			near(x, func(y int) {
				if !odds.none(y) && !g.Wall(y) {
					visit(y, propose*odds.accept(x, y))
				}
			})
		}
	}
	return &symmetric{written: newWritten(g.Size(), rule), propose: propose, near: near, grid: g, walls: wallsOf(g)}
}

// Row, Step, Push and Pull write no list of a wide space.

func (o *symmetric) Row(x int, visit func(y int, p float64)) {
	if o.n < Wide {
		o.written.Row(x, visit)
		return
	}
	o.rule(o.level)(x, visit)
}

func (o *symmetric) Step(x int, d Dice) int {
	if o.n < Wide {
		return o.written.Step(x, d)
	}
	return stepByRow(o, x, d)
}

func (o *symmetric) Push(dst, q []float64) {
	if o.n < Wide || !o.spare.push(o, o.level, o.walls, dst, q) {
		o.written.Push(dst, q)
	}
}

func (o *symmetric) Pull(dst, f []float64) {
	if o.n < Wide || !o.spare.pull(o, o.level, o.walls, dst, f) {
		o.written.Pull(dst, f)
	}
}

func (o *symmetric) PullPair(dst, base, f *Pair, share float64) {
	p := o.level.weights()
	if massive(p, o.walls) { // it flows out of them and not in
		o.written.PullPair(dst, base, f, share)
		return
	}
	o.add(dst, base, f, p, share)
}

func (o *symmetric) Reversal() Operator { return o }

// PushSlope moves the flows' derivatives.
func (o *symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.level.LogF()
	for x, mass := range q {
		to, p := o.row(x)
		for i, y := range to {
			flow := mass * o.propose * metropolisTurn(p[i]/o.propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}
