package chains

import (
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/crew"
)

// An Operator is a kernel on one grid, aimed at one density at a time. All methods but Aim
// speak of the density that it was last aimed at; before the first Aim they panic or return
// nonsense.
type Operator interface {
	// Aim makes the operator leave l's density invariant from now on. It may keep the
	// slices that l returns, because l does not move before the next Aim.
	Aim(l *Level)
	// Row visits every y != x that one step from x can reach, once, with its probability;
	// the rest of 1 is the probability of staying. It comes in the same order each time, or
	// the same dice would not take the same steps: the order of a Go map does not do.
	Row(x int, visit func(y int, p float64))
	// Push sets dst to the measure q after one step: dst(y) is the sum over x of
	// q(x) T(x,y). q may be signed. dst and q do not overlap.
	Push(dst, q []float64)
	// Pull sets dst to the expectation of f after one step: dst(x) is the sum over y of
	// T(x,y) f(y). dst and f do not overlap.
	Pull(dst, f []float64)
	// Step draws the next state from x.
	Step(x int, d Dice) int
	// Reversal is the operator p(y) T(y,x) / p(x), aimed wherever this one is: the
	// operator itself if it is reversible.
	Reversal() Operator
}

// Dice pick among weighted outcomes. Seeded dice draw; enumerating dice walk every outcome.
// Code that uses Dice can thus be sampled by the million and, on a tiny space, summed
// exactly.
type Dice interface {
	// Pick returns i with probability weights[i] / sum of weights. Weights are
	// finite, none is negative and one at least is positive.
	Pick(weights []float64) int
}

// An operator may have more methods, each declared below in an interface of its own. Where
// it lacks one, the result is computed from its rows.

// Pair is two functions on the same cells.
type Pair = [2][]float64

// A PairPuller has a fast path: it pulls two functions at once from the masses p alone,
// without an exponential, and for less than twice the price of one. Exact runs use it at
// every level that has P. For a reversible operator a pull is a push as well: it takes q/p
// to (qT)/p. p stays invariant to rounding, because the flow from x to y and the flow back
// are the same products.
type PairPuller interface {
	// PullPair sets dst to base + share (T f - f), for both functions: to T f if base
	// is f and share is 1. Mixtures and products are sums of such terms. The operator
	// was aimed at a level that has P.
	//
	// dst may be base, and base may be f, but dst may not be f. All of f is finite, also
	// where p is 0; there dst must be finite, and its value is not used.
	PullPair(dst, base, f *Pair, share float64)
}

// A Differentiable operator knows how its push changes with the density that it leaves
// invariant.
type Differentiable interface {
	// PushSlope sets dst to the derivative of the pushed measure, the sum over x of
	// q(x) dT(x,y), as log f changes at the rate slope; if T has a corner, to the
	// derivative forward along slope. dst sums to 0. dst and q do not overlap.
	PushSlope(dst, q, slope []float64)
}

// A Stayer knows the probability of staying to its own last digit. 1 less the sum of a row
// has an error of 1e-16, which can be all of it.
type Stayer interface {
	// Stay is the probability that one step from x leads to x.
	Stay(x int) float64
}

// Rower is an operator's rows.
type Rower interface {
	Row(x int, visit func(y int, p float64))
}

// StayProbability is the probability that one step of op from x leads to x. If op is no Stayer, it is what is
// Remaining.
func StayProbability(op Rower, x int) float64 {
	if s, ok := op.(Stayer); ok {
		return s.Stay(x)
	}
	return Remaining(op, x)
}

// Remaining is 1 less the sum of the row of x, and 0 if that is within rounding.
func Remaining(op Rower, x int) float64 {
	const unit = 0x1p-52
	stay, entries := 1.0, 1.0
	op.Row(x, func(_ int, p float64) { stay, entries = stay-p, entries+1 })
	if stay < entries*unit {
		return 0
	}
	return stay
}

// A Proposer is a reversible operator that makes one of several proposals, each as probable, and accepts it by the log
// densities of two cells alone. So a step can be made where nothing else is known of the level: none of these methods
// asks where the operator is aimed.
type Proposer interface {
	// Proposals is their number.
	Proposals() int
	// Propose returns where proposal i leads from x. Without ok the walker stays.
	Propose(x, i int) (y int, ok bool)
	// Accept is the probability of accepting y, a cell with mass, where log f rises by so much from x to y.
	Accept(rise float64) float64
}

// A LawPusher pushes a law without subtracting.
type LawPusher interface {
	// PushLaw is Push of a measure that is nowhere negative. Every cell of dst is a sum
	// of terms that are not negative, so that each keeps its own digits.
	PushLaw(dst, q []float64)
}

// PushLaw is Push of a measure that is nowhere negative, every cell to its own last digit.
// Push moves mass by flows. In a cell that everything leaves it keeps a rounding error,
// 1e-17 of the mass that was there, and cannot tell that from 0. PushLaw adds up the mass
// that stays and the mass that comes. From crew.ParallelFrom cells on it is Push.
func PushLaw(op Operator, dst, q []float64) {
	if len(q) >= crew.ParallelFrom {
		op.Push(dst, q)
		return
	}
	if o, ok := op.(LawPusher); ok {
		o.PushLaw(dst, q)
		return
	}
	clear(dst)
	for x, mass := range q {
		if mass > 0 {
			op.Row(x, func(y int, p float64) { dst[y] += mass * p })
			dst[x] += mass * StayProbability(op, x)
		}
	}
}

// A Gather adds up what several rows put into the same cell.
type Gather struct {
	mass []float64
	at   []int // the cells that have got something, each once
}

// NewGather returns a Gather of n cells, which is empty.
func NewGather(n int) *Gather { return &Gather{mass: make([]float64, n)} }

// Put adds p, which is not negative, to what y has.
func (g *Gather) Put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// Empty visits every cell that has something with its sum, in the order in which they came, and forgets the sums.
func (g *Gather) Empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}

// A Law is a law over places that many draws are made from, such as the cells of a large grid. It
// keeps the sums of its weights, so that a draw need not look at each weight.
type Law struct{ weights, upTo []float64 }

// A Searcher is Dice that can also draw by bisection of cumulative weights.
type Searcher interface {
	Dice
	// Search returns i with probability (upTo[i] - upTo[i-1]) / the last of upTo.
	Search(upTo []float64) int
}

// NewLaw returns the law with these weights, which are as for Dice.Pick. The caller must not
// change them.
func NewLaw(weights []float64) Law {
	l, sum := Law{weights, make([]float64, len(weights))}, 0.0
	for i, w := range weights {
		sum += w
		l.upTo[i] = sum
	}
	return l
}

// Draw returns i with probability weights[i] / sum of weights.
func (l Law) Draw(d Dice) int {
	if s, ok := d.(Searcher); ok {
		return s.Search(l.upTo)
	}
	return d.Pick(l.weights)
}

// A Divider is Dice that can also make many draws between two outcomes at once.
type Divider interface {
	Dice
	// Divide returns how many of n draws have the first of two outcomes, of weights a and b.
	Divide(n int, a, b float64) int
}

// Split sets counts to how often each outcome is drawn in n draws: one multinomial draw, by binomials that each divide
// what is left between an outcome and those before it. Dice that cannot Divide pick among the binomial's n+1 values.
// So a split can be walked, and a Divider takes as long for a billion draws as for a thousand.
func (l Law) Split(d Dice, n int, counts []int) {
	clear(counts)
	for i := len(counts) - 1; i > 0 && n > 0; i-- {
		counts[i] = divide(d, n, l.weights[i], l.upTo[i-1])
		n -= counts[i]
	}
	counts[0] += n
}

// divide is Divide of any dice.
func divide(d Dice, n int, a, b float64) int {
	switch fast, ok := d.(Divider); {
	case a == 0:
		return 0
	case b == 0:
		return n
	case ok:
		return fast.Divide(n, a, b)
	}
	law, values := distuv.Binomial{N: float64(n), P: a / (a + b)}, make([]float64, n+1)
	for k := range values {
		values[k] = law.Prob(float64(k))
	}
	return d.Pick(values)
}
