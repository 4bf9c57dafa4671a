package chains

import (
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
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

// A Lister writes out all its rows at a level.
type Lister interface {
	// Rows are valid until the next Aim. A move may have the probability 0.
	Rows() *lanes.Rows
}

// A BlockPusher pushes eight measures at once without a list of its rows.
type BlockPusher interface {
	// PushBlock is Push of each of the measures. dst and q do not overlap.
	PushBlock(dst, q lanes.Block)
}

// A BandPusher pushes all measures of a chain at once along bands, if its moves are single moves on a small box.
type BandPusher interface {
	// PushBands is Push of each of the measures. It returns false, and does nothing, if there are no bands at this
	// level. dst and q do not overlap.
	PushBands(dst, q *lanes.Measures) bool
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
