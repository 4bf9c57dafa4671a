package kernels

import (
	"sync"

	"breadboard/chains"
	"breadboard/chains/numbers"
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
	o := operators.NewWritten(g, operators.WallsOf(g), bothStages(g))
	o.Pulls = pullDelayed(g)
	return o
}

// Definition has both stages together.
func (DelayedRejection) Definition(g grid.Grid) chains.Definition { return bothStages(g) }

func bothStages(g grid.Grid) chains.Outcomes {
	return chains.Outcomes{Out: g.Size() * g.Moves(), Rest: true, Kept: 1, Float: stages[numbers.Float](g),
		Interval: stages[*numbers.Interval](g), Big: stages[numbers.Big](g)}
}

// stages are the rows. Let U(x) be the sum of (1 - f(y)/f(x))+ over all cells y. The flow of the second stage
// between x and z is that of the one with less mass, U f/2dn, whichever that is; and U is the less there.
func stages[N numbers.Number[N]](g grid.Grid) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		rejected, bold := make([]N, g.Size()), v.Num(float64(g.Moves()))
		for x := range rejected {
			rejected[x] = rejections(v, g, x)
		}
		return func(x int, visit func(y int, weight N)) {
			near := map[int]bool{}
			for m := range g.Moves() {
				if z, ok := g.Move(x, m); ok {
					near[z] = true
				}
			}
			for y := range rejected {
				if y == x || !v.Open(y) {
					continue
				}
				weight := bold
				if near[y] {
					weight = weight.Plus(rejected[x].Min(rejected[y]))
				}
				accept, _ := v.Metropolis(x, y)
				visit(y, weight.Times(accept))
			}
		}
	}
}

// rejections is U.
func rejections[N numbers.Number[N]](v chains.View[N], g grid.Grid, x int) N {
	none, sum := 0, v.Num(0)
	for y := range g.Size() {
		switch {
		case y == x:
		case !v.Has(y):
			none++
		default:
			_, reject := v.Metropolis(x, y)
			sum = sum.Plus(reject)
		}
	}
	return sum.Plus(v.Num(float64(none)))
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
