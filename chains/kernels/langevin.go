package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Langevin is the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie 1996) on whole numbers,
// with the proposal of Zhang, Liu and Liu (2022): along every axis by itself the walker moves by
// m with probability proportional to
//
//	exp(g m / 2 - m² / 2 Size²),
//
// where g is the slope of log f there. drift.go says what g is at borders and walls, how far m
// reaches, and where a steep g is cut. With q(x,y) for the product over the axes, y is accepted with
// min(1, f(y) q(y,x) / f(x) q(x,y)), and a wall is rejected. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible. It is the case of one step of Hamiltonian.
type Langevin struct{ Size float64 }

// On returns the operator on g. It panics if the size is not from 0.25 to 16.
func (k Langevin) On(g grid.Grid) chains.Operator {
	o := &langevin{drifts: newDrifts(g, k.Size), v: make([]int, g.Axes())}
	w := operators.NewWritten(g.Size(), operators.WallsOf(g), o.rows)
	w.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		o.pull(w.Level, dst, base, f, p, share)
	}
	return w
}

// Facts counts the proposal and the neighbours of both ends, whose slopes it takes. A program that
// remembers the slope of the cell that it starts from computes the neighbours of one end less.
func (k Langevin) Facts(g grid.Grid) chains.Facts {
	return written(1+2*reach(g, 2), within(g, windowOf(k.Size)), driftBytes(g, k.Size))
}

type langevin struct {
	*drifts
	v []int // the move in hand
}

func (o *langevin) rows(l *chains.Level) operators.RowFunc {
	logf, odds := l.LogF(), operators.OddsAt(l)
	o.aim(logf)
	return func(x int, visit func(y int, p float64)) {
		o.eachFirst(x, o.v, func(y int) {
			if y != x && !o.shut(logf, y) {
				visit(y, o.between(odds, x, y))
			}
		})
	}
}

// between is T(x,y) for the move in hand.
func (o *langevin) between(odds operators.Odds, x, y int) float64 {
	return hastings(odds, x, y, o.draws(x, o.v, 1), o.draws(y, o.v, -1))
}

// pull goes along every pair of cells once.
func (o *langevin) pull(l *chains.Level, dst, base, f *chains.Pair, p []float64, share float64) {
	logf, odds := l.LogF(), operators.OddsAt(l)
	o.aim(logf)
	operators.Identity{}.PullPair(dst, base, f, share)
	for x := range p {
		if o.shut(logf, x) {
			continue
		}
		o.eachFirst(x, o.v, func(y int) {
			if y <= x || o.shut(logf, y) {
				return
			}
			there := share * o.between(odds, x, y)
			back := there * (p[x] / p[y])
			g0, g1 := f[0][y]-f[0][x], f[1][y]-f[1][x]
			dst[0][x] += there * g0
			dst[1][x] += there * g1
			dst[0][y] -= back * g0
			dst[1][y] -= back * g1
		})
	}
}
