package chains

import (
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// DelayedRejection is the kernel of Tierney and Mira (1999) in two stages. First
// a bold one: any of the n cells is proposed with probability 1/n and accepted
// with a(x,y) = min(1, f(y)/f(x)). Where that is rejected, a timid one: one of the
// 2d moves, z, is proposed and accepted with
//
//	min(1, f(z) (1 - a(z,y)) / (f(x) (1 - a(x,y)))),
//
// the ratio of the ways back and forth by the same rejected y. The flow by the
// second stage is the sum over y of (min(f(x), f(z)) - f(y))+ / 2dn, in which x
// and z can change places: it is reversible, and never worse by Peskun's order
// than its first stage alone, Independence.
type DelayedRejection struct{}

// On returns the operator on g.
func (DelayedRejection) On(g grid.Grid) Operator {
	return &delayed{written: newWritten(g.Size(), delayedRows(g)), grid: g, walls: wallsOf(g)}
}

func delayedRows(g grid.Grid) func(l *Level) ruled {
	return func(l *Level) ruled {
		odds := l.odds()
		turned := rejections(odds, g.Size())
		bold, timid := 1/float64(g.Size()), 1/float64(g.Moves())
		return func(x int, visit func(y int, p float64)) {
			step := map[int]bool{}
			for m := range g.Moves() {
				if z, ok := g.Move(x, m); ok {
					step[z] = true
				}
			}
			for y := range turned {
				if y == x || odds.none(y) || g.Wall(y) {
					continue
				}
				p := bold
				if step[y] {
					low := x
					if odds.less(y, x) {
						low = y
					}
					p += timid * turned[low]
				}
				visit(y, p*odds.accept(x, y))
			}
		}
	}
}

// Cost is 2 where the first proposal is rejected, 1 where it is not.
func (DelayedRejection) Cost(grid.Grid) float64 { return 2 }

// Memory is that of the cells' ranks and of how often each rejects, and of rows of all
// cells.
func (DelayedRejection) Memory(g grid.Grid) (pairs, rows float64) {
	n := float64(g.Size())
	return (4 + 8) * n, writtenRows(n, n-1)
}

// delayed pulls a pair as its two stages: that of Independence, and single moves with
// the smaller of two rejections for a conductance.
type delayed struct {
	*written
	grid     grid.Grid
	walls    []int
	ranks    ranks
	rejected []float64 // by cell x, the sum over y of (p(x) - p(y))+ / n; nil until it is needed
	timid    *flows    // so too
}

func (o *delayed) Reversal() Operator { return o }

func (o *delayed) PullPair(dst, base, f *Pair, share float64) {
	p := o.level.P
	if massive(p, o.walls) { // it flows out of them and not in
		o.written.PullPair(dst, base, f, share)
		return
	}
	if o.timid == nil {
		moves := newLocal(o.grid, byMetropolis)
		o.rejected, o.timid = make([]float64, o.n), newFlows(o.grid, moves.ways(), lanes.Lesser, moves.propose())
	}
	o.ranks.sort(p)
	o.ranks.addBold(dst, base, f, p, share)
	o.ranks.excess(o.rejected, p)
	o.timid.pullPair(dst, dst, f, o.rejected, p, share)
}

// excess sets e to what each cell has more than others that have less, the mean over
// all n: each rank adds to the one before, so that nothing cancels.
func (r ranks) excess(e, p []float64) {
	sum, last := 0.0, 0.0
	for i, x := range r {
		sum += float64(i) * (p[x] - last)
		last = p[x]
		e[x] = sum / float64(len(p))
	}
}

// rejections is, for every cell x, the mean over all cells y of (1 - f(y)/f(x))+,
// the probability that a bold proposal from there is rejected.
func rejections(o odds, n int) []float64 {
	r := make([]float64, n)
	for x := range r {
		for y := range r {
			switch {
			case y == x:
			case o.none(y):
				r[x]++
			default:
				r[x] += o.reject(x, y)
			}
		}
		r[x] /= float64(n)
	}
	return r
}
