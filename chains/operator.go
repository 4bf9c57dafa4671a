package chains

// An Operator is a kernel on one grid, aimed at one density at a time. All methods but
// Aim speak of the density that it was aimed at last; before there is one they panic or
// return nonsense.
type Operator interface {
	// Aim makes the operator leave l's density invariant from now on. It may keep what
	// l hands out: l does not move until the next Aim.
	Aim(l *Level)
	// Row visits every y != x that one step from x can reach, once, with its
	// probability; what is left of 1 is the probability of staying.
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

// Dice pick among weighted outcomes. Seeded dice draw, enumerating dice walk
// every outcome: what is written against Dice can be sampled by the million
// and, on a tiny space, summed exactly.
type Dice interface {
	// Pick returns i with probability weights[i] / sum of weights. Weights are
	// finite, none is negative and one at least is positive.
	Pick(weights []float64) int
}

// An operator may know more. It says so by the methods below, each alone in an interface;
// what it does not know is computed from its rows.

// Pair is two functions on the same cells.
type Pair = [2][]float64

// A PairPuller has a fast path: it pulls two functions at once from the masses p alone,
// without an exponential, and for less than twice the price of one. Exact runs use it
// wherever a level has P. For a reversible operator a pull is a push as well: it takes
// q/p to (qT)/p. What p leaves invariant is then kept to rounding, because what goes from
// x to y and what comes back are the same products.
type PairPuller interface {
	// PullPair sets dst to base + share (T f - f), for both functions: to T f if base
	// is f and share is 1. Mixtures and products are sums of such terms. The operator
	// was aimed at a level that has P.
	//
	// dst may be base, and base may be f, but dst may not be f. All of f is finite,
	// also where p is 0; there dst must be finite, and nobody looks at its value.
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

// A Stayer knows the probability of staying to its own last digit. What a row leaves of 1
// is good to 1e-16 of 1 alone.
type Stayer interface {
	// Stay is the probability that one step from x leads to x.
	Stay(x int) float64
}

// Stay is the probability that one step of op from x leads to x. If op is no Stayer, it is
// what the row leaves of 1, and 0 if rounding alone explains that.
func Stay(op Operator, x int) float64 {
	if s, ok := op.(Stayer); ok {
		return s.Stay(x)
	}
	const unit = 0x1p-52
	stay, entries := 1.0, 1.0
	op.Row(x, func(_ int, p float64) { stay, entries = stay-p, entries+1 })
	if stay < entries*unit {
		return 0
	}
	return stay
}

// A LawPusher pushes a law without subtracting.
type LawPusher interface {
	// PushLaw is Push of a measure that is nowhere negative. Every cell of dst is a sum
	// of terms that are not negative, so that each keeps its own digits.
	PushLaw(dst, q []float64)
}

// PushLaw is Push of a measure that is nowhere negative, every cell to its own last digit.
// Push moves mass by flows: of a cell that everything leaves it keeps what rounding left,
// 1e-17 of what was there, and cannot tell that from 0. PushLaw adds up what stays and what
// comes. From ParallelFrom cells on it is Push.
func PushLaw(op Operator, dst, q []float64) {
	if len(q) >= ParallelFrom {
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
			dst[x] += mass * Stay(op, x)
		}
	}
}
