package kernels

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// Independence proposes each of the n cells with probability 1/n, wherever the walker is,
// and accepts with min(1, f(y)/f(x)); walls are rejected. It is reversible, and all its
// eigenvalues are known: Liu (1996). The kinds of axes play no part.
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

// Definition proposes the cells.
func (Independence) Definition(g grid.Grid) chains.Definition {
	of := operators.Proposed(g.Size(), func(x int, visit func(y int)) {
		for y := range g.Size() {
			if y != x {
				visit(y)
			}
		}
	}, operators.Metropolis)
	of.Draw = operators.Metropolis.Drawn(func(_ int, d chains.Dice) (y int, ok bool) { return anyCell(g, d), true })
	return of
}

// Facts counts the proposal, and the bytes of a rank per cell.
func (Independence) Facts(g grid.Grid) chains.Facts {
	return summed(written(1, others(g), 4), sorted(g))
}

// sorted is the number of terms that a state counts where states are sorted by their mass, and sums go along the order.
func sorted(g grid.Grid) float64 { return 2 * math.Log2(float64(g.Size())) }

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
		dst := dst[k]
		base := base[k]
		f := f[k]
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

// IndependenceFrom proposes a cell from the law q that the bridge begins at, the prior of a model, wherever the
// walker is. It accepts y from x with min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996).
// With a prior for q the ratio is that of the likelihoods. Independence is the case of a uniform q. A cell without
// mass under q is never proposed, and so never left.
type IndependenceFrom struct{}

func (IndependenceFrom) On(g grid.Grid) chains.Operator {
	n := g.Size()
	return &fromLaw{grid: g, q: make([]float64, n), logq: make([]float64, n), logw: make([]float64, n),
		reject: make([]float64, n)}
}

// Facts counts the proposal.
func (IndependenceFrom) Facts(g grid.Grid) chains.Facts {
	return summed(proposing(1, others(g)), sorted(g))
}

// fromLaw is the operator. Cells in the order of their weights let one pass upward and one downward
// sum up all proposals.
type fromLaw struct {
	grid    grid.Grid
	q, logq []float64
	law     chains.Law
	start   []float64 // what q was made of

	logw   []float64 // log w; -Inf in walls and in cells without mass, which are not entered
	order  []int     // the cells by w, rising
	reject []float64 // by cell: the probability that the proposal is rejected
}

func (o *fromLaw) Reversal() chains.Operator { return o }

// fall is e^(low-high), 1 if they are the same: both may be infinite.
func fall(low, high float64) float64 {
	if low == high {
		return 1
	}
	return math.Exp(low - high)
}

// Aim ranks the cells. The cells below rank x are rejected with 1 - w(y)/w(x). If w rises by a factor
// e^d from one rank to the next, their sum changes from c to c e^-d + (1 - e^-d) q(cells below).
func (o *fromLaw) Aim(l *chains.Level) {
	if o.order == nil {
		for x := range o.logw {
			o.order = append(o.order, x)
		}
	}
	if o.start == nil || &o.start[0] != &l.Start()[0] {
		o.start = l.Start()
		chains.NormalizeLog(o.q, o.logq, o.start)
		o.law = chains.NewLaw(o.q)
	}
	none := 0.0 // what a walker in a cell that is not entered rejects: all proposals of such cells
	for x, v := range l.LogF() {
		if o.logw[x] = v - o.logq[x]; o.grid.Wall(x) || math.IsInf(v, -1) {
			o.logw[x] = math.Inf(-1)
		}
		if math.IsInf(o.logw[x], -1) {
			none += o.q[x]
		}
	}
	slices.SortFunc(o.order, func(x, y int) int { return cmp.Compare(o.logw[x], o.logw[y]) })
	below := 0.0
	reject := 0.0
	last := math.Inf(-1)
	for _, x := range o.order {
		if w := o.logw[x]; math.IsInf(w, -1) {
			o.reject[x] = none
		} else {
			if w > last {
				reject, last = reject*math.Exp(last-w)+below*-math.Expm1(last-w), w
			}
			o.reject[x] = reject
		}
		below += o.q[x]
	}
}

// accept is the probability that a proposal of y is accepted in x.
func (o *fromLaw) accept(x, y int) float64 {
	switch {
	case math.IsInf(o.logw[y], -1):
		return 0
	case o.logw[y] >= o.logw[x]:
		return 1
	}
	return math.Exp(o.logw[y] - o.logw[x])
}

func (o *fromLaw) Row(x int, visit func(y int, p float64)) {
	for y, q := range o.q {
		if a := o.accept(x, y); y != x && a > 0 {
			visit(y, q*a)
		}
	}
}

// Stay counts a rejection, and the proposal of x itself if x is entered.
func (o *fromLaw) Stay(x int) float64 {
	if math.IsInf(o.logw[x], -1) {
		return o.reject[x]
	}
	return o.reject[x] + o.q[x]
}

// Push adds to each cell what comes from cells of less weight, which accept it, and from cells of
// more weight.
func (o *fromLaw) Push(dst, q []float64) {
	sum := 0.0
	for _, x := range o.order {
		dst[x] = o.reject[x] * q[x]
		sum += q[x]
		if !math.IsInf(o.logw[x], -1) {
			dst[x] += o.q[x] * sum
		}
	}
	sum, last := 0.0, 0.0
	for _, x := range slices.Backward(o.order) {
		w := o.logw[x]
		if math.IsInf(w, -1) {
			break
		}
		if sum != 0 {
			sum *= fall(w, last)
		}
		dst[x] += o.q[x] * sum
		sum, last = sum+q[x], w
	}
}

// DeepPush is Push by the same sums, where proposals and acceptances may lie below every float.
func (o *fromLaw) DeepPush(dst, q []numbers.Wide) {
	law := make([]numbers.Wide, len(q))
	var closed numbers.Wide // proposals of cells that are not entered
	for x, v := range o.logq {
		law[x] = numbers.WideExp(v)
		if math.IsInf(o.logw[x], -1) {
			closed = closed.Plus(law[x])
		}
	}
	var below, reject, sum numbers.Wide
	last := math.Inf(-1)
	for _, x := range o.order {
		w := o.logw[x]
		rejected := closed
		if !math.IsInf(w, -1) {
			if w > last {
				kept := numbers.WideOf(-math.Expm1(last - w)) // of proposals that were all accepted so far
				reject = reject.Times(numbers.WideExp(last - w)).Plus(below.Times(kept))
				last = w
			}
			rejected = reject
		}
		below = below.Plus(law[x])
		sum = sum.Plus(q[x])
		dst[x] = rejected.Times(q[x])
		if !math.IsInf(w, -1) {
			dst[x] = dst[x].Plus(law[x].Times(sum))
		}
	}
	sum = numbers.Wide{}
	last = 0
	for _, x := range slices.Backward(o.order) {
		w := o.logw[x]
		if math.IsInf(w, -1) {
			break
		}
		if !sum.IsZero() {
			sum = sum.Times(numbers.WideExp(w - last))
		}
		dst[x] = dst[x].Plus(law[x].Times(sum))
		sum = sum.Plus(q[x])
		last = w
	}
}

// PushLaw is Push, which subtracts nothing.
func (o *fromLaw) PushLaw(dst, q []float64) { o.Push(dst, q) }

// Pull takes the mean over the proposals of less weight and over those of more.
func (o *fromLaw) Pull(dst, f []float64) {
	sum, last := 0.0, math.Inf(-1)
	for _, x := range o.order {
		dst[x] = o.reject[x] * f[x]
		if w := o.logw[x]; !math.IsInf(w, -1) {
			if sum != 0 {
				sum *= fall(last, w)
			}
			sum, last = sum+o.q[x]*f[x], w
			dst[x] += sum
		}
	}
	sum = 0
	for _, x := range slices.Backward(o.order) {
		dst[x] += sum
		if !math.IsInf(o.logw[x], -1) {
			sum += o.q[x] * f[x]
		}
	}
}

// Step draws a proposal, and then whether it is accepted.
func (o *fromLaw) Step(x int, d chains.Dice) int {
	y := o.law.Draw(d)
	if y == x {
		return x
	}
	if a := o.accept(x, y); a == 0 || d.Pick([]float64{a, 1 - a}) == 1 {
		return x
	}
	return y
}

// DelayedRejection is the kernel of Tierney and Mira (1999) in two stages. The first is
// bold: any of the n cells is proposed with probability 1/n and accepted with
// a(x,y) = min(1, f(y)/f(x)). If that is rejected, a timid one follows: one of the grid's
// moves, 2d on lines and rings, is proposed, to z, and accepted with
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
		return operators.NewFlows(g, operators.WaysAlong(g), operators.Metropolis.Conduct, 1/float64(g.Moves()))
	})
	// A pair is pulled stage by stage: first like Independence, then by single moves whose conductance is the smaller
	// of two rejections. The rejection of x is the sum over all cells y of (p(x) - p(y))+ / n.
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
	return chains.Outcomes{
		Out:      g.Size() * g.Moves(),
		Rest:     true,
		Kept:     1,
		Float:    stages[numbers.Float](g),
		Interval: stages[*numbers.Interval](g),
		Wide:     stages[numbers.Wide](g),
		Draw:     inStages(g),
	}
}

// inStages draws as the algorithm does. A proposal that has no mass is always rejected.
func inStages(g grid.Grid) chains.Draws {
	equal := slices.Repeat([]float64{1}, g.Moves())
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		rejects := func(x, y int) float64 {
			if !v.Has(y) {
				return 1
			}
			_, reject := v.Metropolis(x, y)
			return float64(reject)
		}
		return func(x int, d chains.Dice) int {
			y := anyCell(g, d)
			here := rejects(x, y)
			if d.Pick([]float64{1 - here, here}) == 0 {
				if !v.Open(y) {
					return x
				}
				return y
			}
			if len(equal) == 0 {
				return x
			}
			z, ok := g.Move(x, d.Pick(equal))
			if !ok || !v.Open(z) {
				return x
			}
			accept := 1.0 // from a cell without mass
			if v.Has(x) {
				accept = min(1, float64(v.Quotient(z, x))*rejects(z, y)/here)
			}
			if d.Pick([]float64{accept, 1 - accept}) == 1 {
				return x
			}
			return z
		}
	}
}

// anyCell draws a cell, each as probable.
func anyCell(g grid.Grid, d chains.Dice) (y int) {
	for a, n := range g.Lens() {
		y += d.Pick(slices.Repeat([]float64{1}, n)) * g.Stride(a)
	}
	return y
}

// stages are the rows. Let U(x) be the sum of (1 - f(y)/f(x))+ over all cells y. The flow of the second stage
// between x and z is that of the one with less mass, U f/2dn, whichever that is; and U is the less there.
func stages[N numbers.Number[N]](g grid.Grid) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		rejected := make([]N, g.Size())    // U
		first := v.Num(float64(g.Moves())) // the weight of the first stage
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
			near := map[int]int{} // by how many moves
			for m := range g.Moves() {
				if z, ok := g.Move(x, m); ok {
					near[z]++
				}
			}
			for y := range rejected {
				if y == x || !v.Open(y) {
					continue
				}
				weight := first
				for range near[y] {
					weight = weight.Plus(rejected[x].Min(rejected[y]))
				}
				accept, _ := v.Metropolis(x, y)
				visit(y, weight.Times(accept))
			}
		}
	}
}

// Facts counts both proposals, and the bytes of a rank and a rejection per cell.
func (DelayedRejection) Facts(g grid.Grid) chains.Facts {
	const each = 4 // a move along an axis looks up two places in the order
	return summed(written(2, others(g), 4+8), sorted(g)+each*beside(g))
}

// OnOrbits says that it accepts as Metropolis does.
func (Independence) OnOrbits(self chains.Kernel, _ *orbits.Space, _ *operators.Written) (turn Turn) {
	if !isA[Independence](self) {
		return nil
	}
	return metropolisTurn
}
