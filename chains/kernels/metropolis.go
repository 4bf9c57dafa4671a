package kernels

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Metropolis proposes each of the 2d moves with probability 1/2d and accepts with
// min(1, f(y)/f(x)); moves off the grid are rejected. On a grid of two axes it is the
// kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

func (Metropolis) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Metropolis) }

func (Metropolis) Definition(g grid.Grid) chains.Definition {
	return operators.Metropolis.Definition(g)
}

// Facts counts the proposal.
func (Metropolis) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

func (Barker) On(g grid.Grid) chains.Operator { return operators.NewLocal(g, operators.Barker) }

func (Barker) Definition(g grid.Grid) chains.Definition { return operators.Barker.Definition(g) }

// Facts counts the proposal.
func (Barker) Facts(g grid.Grid) chains.Facts { return proposing(1, reach(g, 2)) }

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one along every
// axis, with equal probability, and accepts with min(1, f(y)/f(x)). Moves off the grid are
// rejected and not left out. Cells at the border would otherwise propose fewer moves, and
// the proposal would not be symmetric.
type King struct{}

func (k King) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, k.Definition(g))
	flows := sync.OnceValue(func() *operators.Flows {
		return operators.NewFlows(g, kingWays(g), operators.Metropolis.Conduct, o.Propose)
	})
	var half [2][]int32
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		if g.Axes() > manyAxes {
			pullAround(g, &half, dst, base, f, p, share*o.Propose)
			return
		}
		flows().PullPair(dst, base, f, p, p, share)
	}
	return o
}

func (King) Definition(g grid.Grid) chains.Definition {
	many := int(math.Pow(3, float64(g.Axes()))) - 1
	return operators.Proposed(many, func(x int, visit func(y int)) {
		for _, by := range around(nil, g, x, 0, g.Axes())[1:] {
			visit(x + int(by))
		}
	}, operators.Metropolis)
}

// Facts counts the proposal. A cell inside the box touches 8 on two long axes.
func (King) Facts(g grid.Grid) chains.Facts { return written(1, within(g, 1), 0) }

// manyAxes is the largest number of axes on which edges are pulled way by way. With more
// axes most ways lead off any box small enough for memory.
const manyAxes = 4

// around lists the offsets of a king's moves from x along the axes first to last, beginning
// with 0. It reuses buf.
func around(buf []int32, g grid.Grid, x, first, last int) []int32 {
	all := append(buf[:0], 0)
	for a := first; a < last; a++ {
		c, stride := g.Coord(x, a), int32(g.Stride(a))
		for _, by := range all {
			if c > 0 {
				all = append(all, by-stride)
			}
			if c < g.Len(a)-1 {
				all = append(all, by+stride)
			}
		}
	}
	return all
}

// pullAround goes from each cell to all its neighbours. It does not store the edges: with
// two cells along every axis they are all pairs of cells. half is a buffer for the offsets
// along the first half of the axes and along the second.
func pullAround(g grid.Grid, half *[2][]int32, dst, base, f *chains.Pair, p []float64, share float64) {
	middle := g.Axes() / 2
	for x, here := range p {
		half[0], half[1] = around(half[0], g, x, 0, middle), around(half[1], g, x, middle, g.Axes())
		f0, f1, g0, g1 := f[0][x], f[1][x], 0.0, 0.0
		for _, far := range half[0] {
			for _, near := range half[1] {
				y := x + int(far+near)
				c := min(here, p[y])
				g0 += c * (f[0][y] - f0)
				g1 += c * (f[1][y] - f1)
			}
		}
		rate := share / (here + operators.Least)
		dst[0][x], dst[1][x] = base[0][x]+rate*g0, base[1][x]+rate*g1
	}
}

// kingWays lists a king's steps, one of each two opposite ones: -1, 0 or 1 along every axis,
// the first that is not 0 being 1. An axis of one cell has none.
func kingWays(g grid.Grid) [][]int {
	ways := [][]int{make([]int, g.Axes())} // the first stays
	for a := range g.Axes() {
		if g.Len(a) == 1 {
			continue
		}
		for i, way := range ways {
			for _, step := range []int{1, -1} {
				if i > 0 || step > 0 {
					more := slices.Clone(way)
					more[a] = step
					ways = append(ways, more)
				}
			}
		}
	}
	return ways[1:]
}

// Independence proposes each of the n cells with probability 1/n, wherever the walker is,
// and accepts with min(1, f(y)/f(x)); walls are rejected. It is reversible, and all its
// eigenvalues are known: Liu (1996).
type Independence struct{}

func (k Independence) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, k.Definition(g))
	ranks := new(ranks)
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		ranks.sort(p)
		ranks.pullBold(dst, base, f, p, share)
	}
	return o
}

func (Independence) Definition(g grid.Grid) chains.Definition {
	return operators.Proposed(g.Size(), func(x int, visit func(y int)) {
		for y := range g.Size() {
			if y != x {
				visit(y)
			}
		}
	}, operators.Metropolis)
}

// Facts counts the proposal, and the bytes of a rank per cell.
func (Independence) Facts(g grid.Grid) chains.Facts { return written(1, others(g), 4) }

// ranks are the cells by their mass, rising. In this order one pass sums up the proposals of
// all cells to all others.
type ranks []int32

// sort ranks the cells by p. It is fast if they are nearly in order already, as they are from
// one level to the next.
func (r *ranks) sort(p []float64) {
	if *r == nil {
		*r = make(ranks, len(p))
		for x := range *r {
			(*r)[x] = int32(x)
		}
	}
	slices.SortFunc(*r, func(x, y int32) int { return cmp.Compare(p[x], p[y]) })
}

// pullBold sets dst to base + share (T f - f) for the kernel that proposes any cell. A
// cell x gains, over all cells y,
//
//	the sum of p(y) (f(y) - f(x)) / p(x) if p(y) is less than p(x), and of f(y) - f(x) if not.
//
// Either sum grows from its smallest term, so that no cell counts beyond its mass.
func (r ranks) pullBold(dst, base, f *chains.Pair, p []float64, share float64) {
	share /= float64(len(p))
	for k := range 2 {
		dst, base, f := dst[k], base[k], f[k]
		mass, sum := 0.0, 0.0
		for _, x := range r {
			v := p[x]
			dst[x] = base[x] + share*(sum-mass*f[x])/(v+operators.Least)
			mass += v
			sum += v * f[x]
		}
		sum = 0
		count := 0.0
		for i := len(r) - 1; i >= 0; i-- {
			x := r[i]
			dst[x] += share * (sum - count*f[x])
			count++
			sum += f[x]
		}
	}
}

// IndependenceFrom proposes a cell from a law q, wherever the walker is. It accepts y from x with
// min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996). With the prior of
// a model for q the ratio is that of the likelihoods. Independence is the case of a uniform q.
type IndependenceFrom struct {
	// LogQ returns the log density of q on a grid, unnormalised. It is finite in every cell.
	LogQ func(g grid.Grid) []float64
}

// On returns the operator on g. It panics if LogQ returns anything but finite numbers, one a cell.
func (k IndependenceFrom) On(g grid.Grid) chains.Operator {
	logq := slices.Clone(k.LogQ(g))
	if len(logq) != g.Size() {
		panic(fmt.Sprintf("kernels: a proposal of %d cells on a grid of %d", len(logq), g.Size()))
	}
	for x, v := range logq {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			panic(fmt.Sprintf("kernels: log q of cell %v is %v", g.Coords(x), v))
		}
	}
	o := &fromLaw{q: chains.Normalized(logq), logq: logq}
	o.rows = Rows{To: o.to}.On(g).(*rows)
	return o
}

// Facts counts the proposal.
func (IndependenceFrom) Facts(g grid.Grid) chains.Facts { return proposing(1, others(g)) }

// fromLaw is the operator. It pushes by the probability of staying, because hardly anything stays in a cell where q is
// far below p.
type fromLaw struct {
	*rows
	q, logq []float64
}

func (o *fromLaw) Reversal() chains.Operator { return o }

// logAccept is the log of the probability that a proposal of y is accepted in x, -Inf for a cell that is not entered.
func (o *fromLaw) logAccept(logf []float64, x, y int) float64 {
	if o.grid.Wall(y) || math.IsInf(logf[y], -1) {
		return math.Inf(-1)
	}
	return min(0, logf[y]-o.logq[y]-(logf[x]-o.logq[x]))
}

func (o *fromLaw) to(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	for y, q := range o.q {
		if p := q * math.Exp(o.logAccept(logf, x, y)); y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay counts the proposal of x itself, and what is rejected of the others.
func (o *fromLaw) Stay(x int) float64 {
	stay, logf := o.q[x], o.level.LogF()
	for y, q := range o.q {
		if y != x {
			stay += q * -math.Expm1(o.logAccept(logf, x, y))
		}
	}
	return stay
}

func (o *fromLaw) Push(dst, q []float64) {
	clear(dst)
	for x, mass := range q {
		if mass != 0 {
			o.Row(x, func(y int, p float64) { dst[y] += mass * p })
			dst[x] += mass * o.Stay(x)
		}
	}
}

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

func (k DelayedRejection) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	var ranks ranks
	rejected := sync.OnceValue(func() []float64 { return make([]float64, g.Size()) })
	timid := sync.OnceValue(func() *operators.Flows {
		return operators.NewFlows(g, operators.StepsAlong(g), operators.Metropolis.Conduct, 1/float64(g.Moves()))
	})
	// A pair is pulled stage by stage: first like Independence, then by single moves whose conductance is the smaller of
	// two rejections. The rejection of x is the sum over all cells y of (p(x) - p(y))+ / n.
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		ranks.sort(p)
		ranks.pullBold(dst, base, f, p, share)
		sum, last := 0.0, 0.0 // added up from rank to rank, so that nothing cancels
		for i, x := range ranks {
			sum += float64(i) * (p[x] - last)
			last = p[x]
			rejected()[x] = sum / float64(len(p))
		}
		timid().PullPair(dst, dst, f, rejected(), p, share)
	}
	return o
}

// Definition has both stages together.
func (DelayedRejection) Definition(g grid.Grid) chains.Definition {
	return chains.Outcomes{Out: g.Size() * g.Moves(), Rest: true, Kept: 1, Float: stages[numbers.Float](g),
		Interval: stages[*numbers.Interval](g)}
}

// stages are the rows. Let U(x) be the sum of (1 - f(y)/f(x))+ over all cells y. The flow of the second stage
// between x and z is that of the one with less mass, U f/2dn, whichever that is; and U is the less there.
func stages[N numbers.Number[N]](g grid.Grid) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		rejected, bold := make([]N, g.Size()), v.Num(float64(g.Moves())) // rejected is U
		for x := range rejected {
			none, sum := 0, v.Num(0)
			for y := range rejected {
				switch {
				case y == x:
				case !v.Has(y):
					none++
				default:
					_, reject := v.Metropolis(x, y)
					sum = sum.Plus(reject)
				}
			}
			rejected[x] = sum.Plus(v.Num(float64(none)))
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

// Facts counts both proposals, and the bytes of a rank and a rejection per cell.
func (DelayedRejection) Facts(g grid.Grid) chains.Facts { return written(2, others(g), 4+8) }
