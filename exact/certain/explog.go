package certain

import (
	"math"
	"math/big"
)

// A calculator has the functions that math/big lacks, and scratch for them. It serves
// one goroutine.
type calculator struct {
	bits    uint       // of results
	work    uint       // of intermediate results
	inverse []interval // 1/k!; the last bounds the sum of all later terms
	scratch []interval // two for series, three for between
	one     *interval
	ln2     *interval
}

// The series takes arguments below 2^-tiny. Its result is then squared as often as the
// argument was halved, and each squaring doubles the relative error. guardBits pays for
// that, with room to spare.
const (
	tiny      = 16
	guardBits = 64
)

// mostHalvings is the largest number of halvings. So an argument may be as large as 2^24;
// math/big has exponents for the exponentials of such arguments.
const mostHalvings = tiny + 24

func newCalculator(bits uint) *calculator {
	c := &calculator{bits: bits, work: bits + guardBits, one: zero(bits + guardBits).setInt(1)}
	c.scratch = intervals(c.work, 5)
	// 1/k! until the terms left out are below the last bit: for 0 <= y < 2^-tiny
	// the sum over k >= n of y^(k-n)/k! lies between 1/n! and (1/n!)/(1-y), which is
	// less than (1/n!)(1 + 2^(1-tiny)).
	c.inverse = append(c.inverse, *zero(c.work).setInt(1))
	for k := 1; ; k++ {
		next := zero(c.work)
		next.quo(&c.inverse[k-1], zero(c.work).setInt(int64(k)))
		if next.hi.MantExp(nil)-k*tiny+1-tiny < -int(c.work) {
			more := zero(c.work).setFloat(1 + math.Ldexp(1, 1-tiny))
			tail := zero(c.work).mul(next, more)
			next.hi.Set(&tail.hi)
			c.inverse = append(c.inverse, *next)
			break
		}
		c.inverse = append(c.inverse, *next)
	}
	c.ln2 = zero(c.work)
	c.logNear(c.ln2, big.NewFloat(2))
	return c
}

// between sets z to (1-beta) x + beta y, and returns z.
func (c *calculator) between(z, beta, x, y *interval) *interval {
	rest, first, second := &c.scratch[2], &c.scratch[3], &c.scratch[4]
	rest.sub(c.one, beta)
	return z.add(first.mul(rest, x), second.mul(beta, y))
}

// exp sets z to e^x. For x = [lo, lo+w] this is e^lo [1, e^w], and e^w <= 1 + w + w²
// up to w = 1.
func (c *calculator) exp(z, x *interval) *interval {
	e := zero(c.work)
	c.expOf(e, &x.lo)
	width := zero(c.work)
	width.hi.Sub(&x.hi, &x.lo)
	switch {
	case width.hi.Sign() == 0:
	case width.hi.Cmp(big.NewFloat(1)) <= 0:
		grow, square, wider := zero(c.work), zero(c.work), zero(c.work)
		square.hi.Mul(&width.hi, &width.hi)
		grow.add(width, square)
		wider.add(grow, c.one)
		grow.hi.Mul(&e.hi, &wider.hi)
		e.hi.Set(&grow.hi)
	default:
		top := zero(c.work)
		c.expOf(top, &x.hi)
		e.hi.Set(&top.hi)
	}
	return z.set(e)
}

// expOf sets z, of work bits, to e^v. It halves |v| until it is small, sums Taylor's
// series, whose terms are all positive, and squares the sum as often as it halved. A
// negative v gives the inverse.
func (c *calculator) expOf(z *interval, v *big.Float) {
	if v.Sign() == 0 {
		z.setInt(1)
		return
	}
	halvings := max(v.MantExp(nil)+tiny, 0)
	if halvings > mostHalvings {
		panic("certain: the exponential of a number above 2^24")
	}
	y, part, sum := zero(max(c.work, v.Prec())), &c.scratch[0], &c.scratch[1]
	y.lo.SetMantExp(v, -halvings).Abs(&y.lo)
	y.hi.Set(&y.lo)
	sum.set(&c.inverse[len(c.inverse)-1])
	for k := len(c.inverse) - 2; k >= 0; k-- {
		part.mul(sum, y)
		sum.add(part, &c.inverse[k])
	}
	for range halvings {
		part.mul(sum, sum)
		part, sum = sum, part
	}
	if v.Sign() < 0 {
		z.quo(c.one, sum)
	} else {
		z.set(sum)
	}
}

// log sets z to log x, x positive. For x = [lo, lo+w] this is log lo + [0, w/lo].
func (c *calculator) log(z, x *interval) *interval {
	if x.lo.Sign() <= 0 {
		panic("certain: the logarithm of " + x.String())
	}
	mant := new(big.Float)
	e := x.lo.MantExp(mant)
	if mant.Cmp(big.NewFloat(0.7)) < 0 { // near 1 the exponent is 0, and nothing cancels
		mant.SetMantExp(mant, 1)
		e--
	}
	l, shift, sum := zero(c.work), zero(c.work), zero(c.work)
	c.logNear(l, mant)
	shift.mul(c.ln2, zero(c.work).setInt(int64(e)))
	sum.add(l, shift)
	width := zero(c.work)
	width.hi.Sub(&x.hi, &x.lo)
	l.set(width)
	width.hi.Quo(&l.hi, &x.lo)
	l.add(sum, width)
	return z.set(l)
}

// logNear sets z, of work bits, to log m, m between 1/2 and 2. With an estimate l it is
// l + log(1+e), 1 + e = m exp(-l). As long as e² counts, the first terms of log(1+e)
// improve l. Then e - e² <= log(1+e) <= e is enough, which holds from e = -1/2 on.
func (c *calculator) logNear(z *interval, m *big.Float) {
	start, _ := m.Float64()
	l, off, product := zero(c.work).setFloat(math.Log(start)), zero(c.work), zero(c.work)
	number, inverse, minus, square := zero(max(c.work, m.Prec())), zero(c.work), zero(c.work), zero(c.work)
	number.lo.Set(m)
	number.hi.Set(m)
	for {
		minus.neg(l)
		c.expOf(inverse, &minus.lo)
		product.mul(number, inverse)
		off.sub(product, c.one)
		square.mul(off, off)
		if square.hi.Sign() == 0 || square.hi.MantExp(nil) < -int(c.work) {
			break
		}
		better := new(big.Float).SetPrec(c.work).Quo(&square.hi, big.NewFloat(-2))
		better.Add(better, &off.lo)
		better.Add(better, &l.lo)
		l.lo.Set(better)
		l.hi.Set(better)
	}
	square.hi.Neg(&square.hi) // off - off², at the lower end
	square.lo.Set(&square.hi)
	product.add(off, square)
	off.lo.Set(&product.lo)
	z.add(l, off)
}
