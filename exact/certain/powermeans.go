package certain

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// powers is the path of power means of the normalised ends: log f is log((1-beta) p_1^r
// + beta p_T^r) / r, and the geometric one if r is 0. Its log densities lie (1-beta) log
// Z_1 + beta log Z_T below those of chains.QPath. At both ends the largest is taken off
// instead, so that cells which the user made equal are equal.
type powers struct {
	*ends
	c           *calculator
	falls       bool   // r < 0
	inverse     *Real  // 1/r
	first, last []Real // p_1^r and p_T^r by class
	logZ        [2]*Real
	v           []Real // scratch
}

// powerMeans returns the path, or an error if the powers span too much.
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
	o := &powers{ends: e, c: c, falls: r < 0, v: reals(c.work, 5)}
	p1, logZ1 := e.normalized(c, e.from, e.noFrom)
	pT, logZT := e.normalized(c, e.to, e.noTo)
	o.logZ = [2]*Real{logZ1, logZT}
	power := zero(c.work).sub(c.one, zero(c.work).setFloat(q))
	o.first, o.last = raised(c, p1, e.noFrom, power), raised(c, pT, e.noTo, power)
	size := power
	if o.falls {
		size = zero(c.work).neg(power)
	}
	if o.inverse = zero(c.work).quo(c.one, size); o.falls {
		o.inverse = zero(c.work).neg(o.inverse)
	}
	return &path{of: e.of, classes: len(o.first), at: o.at, constant: o.constant}, nil
}

// raised returns powers of the numbers that have these logarithms, and 0 in cells
// marked none.
func raised(c *calculator, log []Real, none []bool, power *Real) []Real {
	v := reals(c.work, len(log))
	for i := range v {
		if !none[i] {
			c.exp(&v[i], zero(c.work).mul(power, &log[i]))
		}
	}
	return v
}

func (o *powers) at(logf, f []Real, none []bool, beta *Real) {
	for i := range f {
		none[i] = o.log(&o.v[0], i, beta)
		if none[i] {
			f[i].setInt(0)
			continue
		}
		logf[i].set(&o.v[0])
		o.c.exp(&f[i], &o.v[0])
	}
}

// log sets z to log f of a class, unless there is no mass.
func (o *powers) log(z *Real, i int, beta *Real) (none bool) {
	switch {
	case beta.is(0):
		z.neg(&o.from[i])
		return o.noFrom[i]
	case beta.is(1):
		z.neg(&o.to[i])
		return o.noTo[i]
	case o.noFrom[i] && o.noTo[i] || o.falls && (o.noFrom[i] || o.noTo[i]):
		return true
	}
	rest, a, b, both := &o.v[1], &o.v[2], &o.v[3], &o.v[4]
	rest.sub(o.c.one, beta)
	both.add(a.mul(rest, &o.first[i]), b.mul(beta, &o.last[i]))
	o.c.log(a, both)
	z.mul(a, o.inverse)
	return false
}

func (o *powers) constant(z, beta *Real) {
	work := o.c.work
	first, last := zero(work).setFloat(o.topFrom), zero(work).setFloat(o.topTo)
	switch {
	case beta.is(0):
		z.set(first)
	case beta.is(1):
		z.set(last)
	default:
		rest := zero(work).sub(o.c.one, beta)
		first, last = zero(work).add(first, o.logZ[0]), zero(work).add(last, o.logZ[1])
		z.add(zero(work).mul(rest, first), zero(work).mul(beta, last))
	}
}
