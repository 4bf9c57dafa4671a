package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// geometric is the path of geometric averages, log f = -(1-beta) from - beta to. from and
// to are distances below the largest values of both ends, so that nothing cancels.
func geometric(c *calculator, from, to []float64) (*path, error) {
	e, err := newEnds(c, from, to)
	if err != nil {
		return nil, err
	}
	below, first, last := zero(c.work), zero(c.work).setFloat(e.from.top), zero(c.work).setFloat(e.to.top)
	logf := func(z *interval, i int, beta *interval) bool {
		if e.from.none[i] && !beta.is(1) || e.to.none[i] && !beta.is(0) {
			return false
		}
		z.neg(c.between(below, beta, &e.from.below[i], &e.to.below[i]))
		return true
	}
	return byClass(c, e, logf, func(z, beta *interval) { c.between(z, beta, first, last) }), nil
}

// powerMeans is the path of power means of the normalised ends: log f is log((1-beta) p_1^r
// + beta p_T^r) / r, and the geometric one if r is 0. Its log densities lie (1-beta) log
// Z_1 + beta log Z_T below those of chains.QPath. At both ends the largest is taken off
// instead, so that cells with equal log f in the input stay equal. It returns an error if
// the powers span too much.
func powerMeans(c *calculator, b *chains.QPath) (*path, error) {
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
	power := zero(c.work).sub(c.one, zero(c.work).setFloat(q))
	inverse := zero(c.work)
	if r > 0 {
		inverse.quo(c.one, power)
	} else {
		inverse.neg(zero(c.work).quo(c.one, zero(c.work).neg(power)))
	}
	return powers(c, e, r < 0, power, inverse), nil
}

// powers is the path by r = power, which may be negative, and 1/r.
func powers(c *calculator, e *ends, negative bool, power, inverse *interval) *path {
	first, logZ1 := e.raised(c, e.from, power)
	last, logZT := e.raised(c, e.to, power)
	mean, log := zero(c.work), zero(c.work)
	logf := func(z *interval, i int, beta *interval) bool {
		no1, noT := e.from.none[i], e.to.none[i]
		switch {
		case beta.is(0):
			z.neg(&e.from.below[i])
			return !no1
		case beta.is(1):
			z.neg(&e.to.below[i])
			return !noT
		case no1 && noT || negative && (no1 || noT):
			return false
		}
		c.log(log, c.between(mean, beta, &first[i], &last[i]))
		z.mul(log, inverse)
		return true
	}
	top1, topT := zero(c.work).setFloat(e.from.top), zero(c.work).setFloat(e.to.top)
	log1, logT := zero(c.work).add(top1, logZ1), zero(c.work).add(topT, logZT)
	return byClass(c, e, logf, func(z, beta *interval) {
		switch {
		case beta.is(0):
			z.set(top1)
		case beta.is(1):
			z.set(topT)
		default:
			c.between(z, beta, log1, logT)
		}
	})
}

// byClass returns a path between two ends. logf sets z to the log density of class i,
// and reports false if there is no mass.
func byClass(c *calculator, e *ends, logf func(z *interval, i int, beta *interval) bool,
	constant func(z, beta *interval)) *path {
	log := zero(c.work)
	at := func(to, f []interval, none []bool, beta *interval) {
		for i := range f {
			if none[i] = !logf(log, i, beta); none[i] {
				f[i].setInt(0)
			} else {
				to[i].set(log)
				c.exp(&f[i], log)
			}
		}
	}
	return &path{of: e.of, classes: len(e.cells), at: at, constant: constant}
}
