package kernels

import (
	"sync"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// DelayedRejection is the kernel of Tierney and Mira (1999) in two stages. The first is
// bold: any of the n cells is proposed with probability 1/n and accepted with
// a(x,y) = min(1, f(y)/f(x)). If that is rejected, a timid one follows: one of the 2d
// moves, z, is proposed and accepted with
//
//	min(1, f(z) (1 - a(z,y)) / (f(x) (1 - a(x,y)))),
//
// the ratio of the ways back and forth by the same rejected y. The flow of the second
// stage is the sum over y of (min(f(x), f(z)) - f(y))+ / 2dn, which is symmetric in x
// and z. So the kernel is reversible, and by Peskun's order never worse than its first
// stage alone, Independence.
type DelayedRejection struct{}

// On returns the operator on g.
func (DelayedRejection) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g.Size(), operators.WallsOf(g), delayedRows(g))
	o.Pulls = pullDelayed(g)
	return o
}

// delayedRows returns the rows of both stages together.
func delayedRows(g grid.Grid) func(l *chains.Level) operators.RowFunc {
	return func(l *chains.Level) operators.RowFunc {
		odds := operators.OddsAt(l)
		rejected := rejections(odds, g.Size())
		bold, timid := 1/float64(g.Size()), 1/float64(g.Moves())
		return func(x int, visit func(y int, p float64)) {
			near := map[int]bool{}
			for m := range g.Moves() {
				if z, ok := g.Move(x, m); ok {
					near[z] = true
				}
			}
			for y := range rejected {
				if y == x || odds.None(y) || g.Wall(y) {
					continue
				}
				p := bold
				if near[y] {
					low := x
					if odds.Less(y, x) {
						low = y
					}
					p += timid * rejected[low]
				}
				visit(y, p*odds.Accept(x, y))
			}
		}
	}
}

// Facts counts both proposals, and the bytes of a rank and a rejection per cell.
func (DelayedRejection) Facts(g grid.Grid) chains.Facts { return written(2, others(g), 4+8) }

// pullDelayed pulls a pair stage by stage: first like Independence, then by single moves
// whose conductance is the smaller of two rejections. The rejection of x is the sum over
// all cells y of (p(x) - p(y))+ / n.
func pullDelayed(g grid.Grid) func(dst, base, f *chains.Pair, p []float64, share float64) {
	var ranks ranks
	rejected := sync.OnceValue(func() []float64 { return make([]float64, g.Size()) })
	timid := sync.OnceValue(func() *operators.Flows {
		return operators.NewFlows(g, operators.StepsAlong(g), operators.Metropolis.Conduct, 1/float64(g.Moves()))
	})
	return func(dst, base, f *chains.Pair, p []float64, share float64) {
		ranks.sort(p)
		ranks.pullBold(dst, base, f, p, share)
		ranks.excess(rejected(), p)
		timid().PullPair(dst, dst, f, rejected(), p, share)
	}
}

// excess sets e(x) to the mean over all cells y of (p(x) - p(y))+. It adds up from rank
// to rank, so that nothing cancels.
func (r ranks) excess(e, p []float64) {
	sum, last := 0.0, 0.0
	for i, x := range r {
		sum += float64(i) * (p[x] - last)
		last = p[x]
		e[x] = sum / float64(len(p))
	}
}

// rejections returns, for every cell x, the probability that a bold proposal from x is
// rejected: the mean over all cells y of (1 - f(y)/f(x))+.
func rejections(o operators.Odds, n int) []float64 {
	r := make([]float64, n)
	for x := range r {
		for y := range r {
			switch {
			case y == x:
			case o.None(y):
				r[x]++
			default:
				r[x] += o.Reject(x, y)
			}
		}
		r[x] /= float64(n)
	}
	return r
}
