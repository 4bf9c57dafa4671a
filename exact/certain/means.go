package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// geometric is the path of geometric averages, log f = -(1-beta) from - beta to. from and
// to are distances below the largest values of both ends, so that nothing cancels.
func geometric(c *numbers.Calculator, from, to []float64) (*path, error) {
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	below := numbers.Zero(c.Work)
	first, last := numbers.Zero(c.Work).SetFloat(e.from.top), numbers.Zero(c.Work).SetFloat(e.to.top)
	logf := func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		if e.from.none[i] && !beta.Is(1) || e.to.none[i] && !beta.Is(0) {
			return false
		}
		z.Neg(c.Between(below, beta, &e.from.below[i], &e.to.below[i]))
		return true
	}
	return byClass(c, e, logf, func(z, beta *numbers.Interval) { c.Between(z, beta, first, last) }), nil
}

// powerMeans is the path of power means of the normalised ends: log f is log((1-beta) p_1^r
// + beta p_T^r) / r, and the geometric one if r is 0. Its log densities lie (1-beta) log
// Z_1 + beta log Z_T below those of chains.QPath. At both ends the largest is taken off
// instead, so that cells with equal log f in the input stay equal. It returns an error if
// the powers span too much.
func powerMeans(c *numbers.Calculator, b *chains.QPath) (*path, error) {
	from, to, q := b.Ends()
	r := 1 - q // rounded, so it is used for its sign and its size alone
	if r == 0 {
		return geometric(c, from, to)
	}
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	nats := max(chains.LogSpan(from), chains.LogSpan(to)) + math.Log(float64(len(from)))
	if span := math.Abs(r) * nats; span > mostSpan {
		return nil, fmt.Errorf("the power 1-Q = %g of the densities spans %.3g nats; at most %.3g would do", r, span,
			mostSpan)
	}
	power := numbers.Zero(c.Work).Sub(c.One, numbers.Zero(c.Work).SetFloat(q))
	inverse := numbers.Zero(c.Work)
	if r > 0 {
		inverse.Quo(c.One, power)
	} else {
		inverse.Neg(numbers.Zero(c.Work).Quo(c.One, numbers.Zero(c.Work).Neg(power)))
	}
	return powers(c, e, r < 0, power, inverse), nil
}

// powers is the path by r = power, which may be negative, and 1/r.
func powers(c *numbers.Calculator, e *ends, negative bool, power, inverse *numbers.Interval) *path {
	first, logZ1 := e.raised(c, e.from, power)
	last, logZT := e.raised(c, e.to, power)
	mean, log := numbers.Zero(c.Work), numbers.Zero(c.Work)
	logf := func(z *numbers.Interval, i int, beta *numbers.Interval) bool {
		no1, noT := e.from.none[i], e.to.none[i]
		switch {
		case beta.Is(0):
			z.Neg(&e.from.below[i])
			return !no1
		case beta.Is(1):
			z.Neg(&e.to.below[i])
			return !noT
		case no1 && noT || negative && (no1 || noT):
			return false
		}
		c.Log(log, c.Between(mean, beta, &first[i], &last[i]))
		z.Mul(log, inverse)
		return true
	}
	top1, topT := numbers.Zero(c.Work).SetFloat(e.from.top), numbers.Zero(c.Work).SetFloat(e.to.top)
	log1, logT := numbers.Zero(c.Work).Add(top1, logZ1), numbers.Zero(c.Work).Add(topT, logZT)
	return byClass(c, e, logf, func(z, beta *numbers.Interval) {
		switch {
		case beta.Is(0):
			z.Set(top1)
		case beta.Is(1):
			z.Set(topT)
		default:
			c.Between(z, beta, log1, logT)
		}
	})
}

// byClass returns a path between two ends. logf sets z to the log density of class i,
// and reports false if there is no mass.
func byClass(c *numbers.Calculator, e *ends, logf func(z *numbers.Interval, i int, beta *numbers.Interval) bool,
	constant func(z, beta *numbers.Interval)) *path {
	log := numbers.Zero(c.Work)
	at := func(to, f []numbers.Interval, none []bool, beta *numbers.Interval) {
		for i := range f {
			if none[i] = !logf(log, i, beta); none[i] {
				f[i].SetInt(0)
			} else {
				to[i].Set(log)
				c.Exp(&f[i], log)
			}
		}
	}
	return &path{of: e.of, classes: len(e.cells), at: at, constant: constant}
}
