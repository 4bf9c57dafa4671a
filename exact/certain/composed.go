package certain

import (
	"math/big"

	"breadboard/chains/numbers"
)

// all are the operators that another is made of.
type all []operator

func (o all) aim() {
	for _, part := range o {
		part.aim()
	}
}

// inTurn makes the steps, in order. Without steps it never moves.
type inTurn struct {
	all   // each once
	steps []operator
}

func (o inTurn) push(dst, q []numbers.Interval) {
	copyIntervals(dst, q)
	next := like(q)
	for _, part := range o.steps {
		part.push(next, dst)
		copyIntervals(dst, next)
	}
}

// pull begins with the last step.
func (o inTurn) pull(dst, h []numbers.Interval) {
	copyIntervals(dst, h)
	next := like(h)
	for i := range o.steps {
		o.steps[len(o.steps)-1-i].pull(next, dst)
		copyIntervals(dst, next)
	}
}

// mixture makes a step of part i with the probability share[i].
type mixture struct {
	all
	share []*numbers.Interval
	one   []numbers.Interval // the result of one part
	sums  []*numbers.Sum
	term  *numbers.Interval
}

func newMixture(l *level, shares []*big.Rat, parts []operator) *mixture {
	n, bits := len(l.of), l.calc.Bits
	share := make([]*numbers.Interval, len(shares))
	for i, s := range shares {
		share[i] = numbers.Zero(bits).SetRat(s)
	}
	return &mixture{all: parts, share: share, one: numbers.Intervals(bits, n), sums: numbers.Sums(bits, n),
		term: numbers.Zero(bits)}
}

func (o *mixture) push(dst, q []numbers.Interval) {
	o.mix(dst, func(part operator) { part.push(o.one, q) })
}

func (o *mixture) pull(dst, h []numbers.Interval) {
	o.mix(dst, func(part operator) { part.pull(o.one, h) })
}

func (o *mixture) mix(dst []numbers.Interval, step func(part operator)) {
	for _, s := range o.sums {
		s.Reset()
	}
	for i, part := range o.all {
		step(part)
		for x := range o.one {
			o.sums[x].Add(o.term.Mul(o.share[i], &o.one[x]))
		}
	}
	for x, s := range o.sums {
		dst[x].Set(s.Total())
	}
}

func copyIntervals(dst, v []numbers.Interval) {
	for x := range v {
		dst[x].Set(&v[x])
	}
}

// like returns zeros, as many as v has and of the same precision.
func like(v []numbers.Interval) []numbers.Interval { return numbers.Intervals(v[0].Lo.Prec(), len(v)) }
