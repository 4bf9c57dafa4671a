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
// where g is the slope of log f there. leap says what g is at borders and walls, how far m
// reaches, and where a steep g is cut. With q(x,y) for the product over the axes, y is accepted with
// min(1, f(y) q(y,x) / f(x) q(x,y)), and a wall is rejected. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible. It is the case of one step of Hamiltonian. On a ring, where m and
// m plus its length lead to the same y, q and the flow are those of one m.
//
// Three labels and more have no slope, and all others are as far. There the proposal is that for one-hot vectors: along
// its axis the walker draws label c with probability proportional to
//
//	exp(d(c) / 2 - 1 / 2 Size²),   d(c) = log f(x with c) - log f(x),
//
// and stays with 1. Two one-hot vectors lie sqrt(2) apart and count as one cell here, so Size² is half of the step size
// of the paper. The gradient times the difference of the vectors is d(c) wherever log f is linear in each of them, as
// that of Potts is. As g is 0 beside a wall, d(c) is 0 where x with c is a wall or has no mass. The cut is the same:
// d(c)/2 lies within 1/Size of 0. So a spin is a label of two.
type Langevin struct{ Size float64 }

// On returns the operator on g. It panics if the size is not from 0.25 to 16.
func (k Langevin) On(g grid.Grid) chains.Operator {
	if !toAll(g, k.Size) {
		return Hamiltonian{1, k.Size}.On(g)
	}
	def := k.Definition(g).(chains.Outcomes)
	fast := newLeaning(g, k.Size)
	def.Float = fast.at
	o := operators.NewWritten(g, operators.WallsOf(g), def)
	o.PullsBy(func(dst, base, f *chains.Pair, p []float64, share float64) {
		o.Outcomes() // sees the level, if it has not been seen
		fast.pull(dst, base, f, p, share)
	})
	return o
}

func (k Langevin) Definition(g grid.Grid) chains.Definition {
	return Hamiltonian{1, k.Size}.Definition(g)
}

// Facts counts the proposal and the neighbours of both ends, whose slopes it takes. A program that
// remembers the slope of the cell that it starts from computes the neighbours of one end less.
func (k Langevin) Facts(g grid.Grid) chains.Facts {
	bytes := driftBytes(g, k.Size)
	far := within(g, windowOf(k.Size))
	terms := byRows * far
	if toAll(g, k.Size) {
		bytes += halvesBytes(g)
		terms = far // a flow is by two products of what both halves keep, and takes as long as any other
	}
	return summed(written(1+2*beside(g), far, bytes), terms)
}

// toLabels sets law to what the labels of an axis are drawn in proportion to, by m from 0 to their number less 1: the
// label that is m further than that of x, round and round.
func (o *leap[N]) toLabels(law []N, x, axis int) {
	law[o.room] = o.view.Num(1)
	two := o.view.Num(2)
	most := o.view.Num(1).Over(o.view.Num(o.size))
	for m := 1; m < o.grid.Len(axis); m++ {
		d := o.zero
		if y, _ := o.grid.Along(x, axis, m); o.view.Open(x) && o.view.Open(y) {
			d = o.view.Rise(x, y)
		}
		lean := d.Over(two).Max(o.zero.Minus(most)).Min(most)
		law[o.room+m] = o.bell[1].Times(o.view.Exp(lean))
	}
}

// roomOf is the longest first move along any axis: the window, or the way round all labels.
func roomOf(g grid.Grid, size float64) int {
	room := windowOf(size)
	for a, n := range g.Lens() {
		if g.Kind(a) == grid.Any {
			room = max(room, n-1)
		}
	}
	return room
}

// toAll reports whether a move may lead from each cell to each other, in one way. A ring has two.
func toAll(g grid.Grid, size float64) bool {
	for a, n := range g.Lens() {
		if g.Kind(a) == grid.Ring || g.Kind(a) == grid.Line && n > windowOf(size)+1 {
			return false
		}
	}
	return g.Size() > 1
}
