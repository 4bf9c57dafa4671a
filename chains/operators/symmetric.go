package operators

import (
	"math"

	"breadboard/chains"
	"breadboard/grid"
)

// Symmetric is the operator of Metropolis with symmetric proposals: from x it proposes
// every y != x that near visits, each with the same probability, and accepts with
// min(1, f(y)/f(x)). It is reversible: p(x) T(x,y) is Propose times the smaller of p(x)
// and p(y).
type Symmetric struct {
	*Written
	Propose float64
	// Pulls is PullPair by p, which has no mass in walls.
	Pulls func(dst, base, f *chains.Pair, p []float64, share float64)

	near   func(x int, visit func(y int))
	grid   grid.Grid
	walls  Walls
	single single
}

// NewSymmetric returns the operator on g. near visits x from y if it visits y from x.
// Walls are never entered. The caller sets Pulls.
func NewSymmetric(g grid.Grid, propose float64, near func(x int, visit func(y int))) *Symmetric {
	rows := func(l *chains.Level) RowFunc {
		odds := OddsAt(l)
		return func(x int, visit func(y int, p float64)) {
			near(x, func(y int) {
				if !odds.None(y) && !g.Wall(y) {
					visit(y, propose*odds.Accept(x, y))
				}
			})
		}
	}
	return &Symmetric{Written: NewWritten(g.Size(), rows), Propose: propose, near: near, grid: g, walls: WallsOf(g)}
}

// On a large space the list of rows would be too long: there Row, Step, Push and Pull
// do without it.

func (o *Symmetric) Row(x int, visit func(y int, p float64)) {
	if o.N < chains.ParallelFrom {
		o.Written.Row(x, visit)
		return
	}
	o.rows(o.Level)(x, visit)
}

func (o *Symmetric) Step(x int, d chains.Dice) int {
	if o.N < chains.ParallelFrom {
		return o.Written.Step(x, d)
	}
	return StepByRow(o, x, d)
}

func (o *Symmetric) Push(dst, q []float64) {
	if o.N < chains.ParallelFrom || !o.single.push(o, o.Level, o.walls, dst, q) {
		o.Written.Push(dst, q)
	}
}

func (o *Symmetric) Pull(dst, f []float64) {
	if o.N < chains.ParallelFrom || !o.single.pull(o, o.Level, o.walls, dst, f) {
		o.Written.Pull(dst, f)
	}
}

// PushLaw adds up what goes and what is rejected. Of the 1/Propose proposals those that
// near does not visit lead off the grid, and stay.
func (o *Symmetric) PushLaw(dst, q []float64) {
	clear(dst)
	odds := OddsAt(o.Level)
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		stay, nowhere := 0.0, math.Round(1/o.Propose)
		o.near(x, func(y int) {
			nowhere--
			if odds.None(y) || o.grid.Wall(y) {
				stay++
				return
			}
			dst[y] += mass * o.Propose * odds.Accept(x, y)
			stay += odds.Reject(x, y)
		})
		dst[x] += mass * o.Propose * (stay + nowhere)
	}
}

// PullPair needs rows only if walls have mass.
func (o *Symmetric) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.Level.Masses()
	if o.walls.HaveMass(p) {
		o.Written.PullPair(dst, base, f, share)
		return
	}
	o.Pulls(dst, base, f, p, share)
}

func (o *Symmetric) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *Symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		to, p := o.row(x)
		for i, y := range to {
			flow := mass * o.Propose * metropolisTurn(p[i]/o.Propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}
