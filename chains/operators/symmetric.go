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

	near func(x int, visit func(y int))
	grid grid.Grid
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
	return &Symmetric{Written: NewReversible(g.Size(), WallsOf(g), rows), Propose: propose, near: near, grid: g}
}

// PushLaw adds up the mass that goes and the mass that is rejected. The 1/Propose
// proposals include those off the grid, which near does not visit; they stay.
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

func (o *Symmetric) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *Symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		to, p := o.row(x)
		for i, y := range to {
			flow := mass * o.Propose * Metropolis.Turn(p[i]/o.Propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}
