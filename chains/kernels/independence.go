package kernels

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// sorted is the number of terms that a state counts where states are sorted by their mass, and sums go along the order.
func sorted(g grid.Grid) float64 { return 2 * math.Log2(float64(g.Size())) }

// IndependenceFrom proposes a cell from the law q that the bridge begins at, the prior of a model, wherever the
// walker is. It accepts y from x with min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996).
// With a prior for q the ratio is that of the likelihoods. A cell without
// mass under q is never proposed, and so never left.
type IndependenceFrom struct{}

func (IndependenceFrom) On(g grid.Grid) chains.Operator {
	n := g.Size()
	return &fromLaw{grid: g, q: make([]float64, n), logq: make([]float64, n), logw: make([]float64, n),
		reject: make([]float64, n)}
}

// Facts counts the proposal.
func (IndependenceFrom) Facts(g grid.Grid) chains.Facts {
	return summed(proposing(others(g)), sorted(g))
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
