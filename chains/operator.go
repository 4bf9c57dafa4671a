package chains

import "breadboard/grid"

// A Kernel makes, for any density on a grid, a Markov operator that leaves the
// density invariant. Kernels are values and may be shared; operators may not.
type Kernel interface {
	On(g grid.Grid) Operator
}

// An Operator is a kernel on one grid, aimed at one density at a time. All
// other methods speak of the density it was aimed at last, and panic or answer
// nonsense before there is one.
type Operator interface {
	// Aim makes the operator leave l's density invariant, from now on. It may
	// keep what l hands out: l stays where it is until the next Aim.
	Aim(l *Level)
	// Row visits every y != x that one step from x can reach, once, with its
	// probability; what is left of 1 is the probability of staying.
	Row(x int, visit func(y int, p float64))
	// Push sets dst to the measure q after one step: dst(y) is the sum over x
	// of q(x) T(x,y). q may be signed. dst and q do not overlap.
	Push(dst, q []float64)
	// Pull sets dst to the expectation of f after one step: dst(x) is the sum
	// over y of T(x,y) f(y). dst and f do not overlap.
	Pull(dst, f []float64)
	// Step draws the next state from x.
	Step(x int, d Dice) int
	// Reversal is the operator p(y) T(y,x) / p(x), aimed wherever this one is:
	// the operator itself where that is reversible.
	Reversal() Operator
}

// A PairPuller is an operator that pulls two functions by way of p alone, when it
// was aimed at a level that has P: without an exponential, and for less than twice
// the price of one. Of a reversible operator that is a push as well: q/p becomes
// (qT)/p. What p leaves invariant is then kept to rounding, because what goes from
// x to y and what comes back are the same products.
type PairPuller interface {
	// PullPair is Pull on both. All of f is finite, also where p is 0; there dst is
	// finite, and nothing else is said of it. dst and f do not overlap.
	PullPair(dst, f *[2][]float64)
}

// A Differentiable operator knows how its push changes with the density that it
// leaves invariant.
type Differentiable interface {
	// PushSlope sets dst to the derivative of the pushed measure, the sum over x
	// of q(x) dT(x,y), as log f changes at the rate slope; where T has a corner, to
	// the derivative forward along slope. dst sums to 0. dst and q do not overlap.
	PushSlope(dst, q, slope []float64)
}

// A Stayer is an operator that knows the probability of staying to its own last
// digit: what a row leaves of 1 is good to 1e-16 of 1 alone.
type Stayer interface {
	// Stay is the probability that one step from x leads to x.
	Stay(x int) float64
}
