package numbers

import (
	"math"
	"math/big"
	"sync"
)

// A Calculator has the functions that math/big lacks. It may be shared.
type Calculator struct {
	Bits    uint       // of results
	Work    uint       // of intermediate results
	inverse []Interval // 1/k!; the last bounds the sum of all later terms
	One     *Interval
	ln2     *Interval
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

// NewCalculator returns a calculator whose results have so many bits.
func NewCalculator(bits uint) *Calculator {
	c := &Calculator{Bits: bits, Work: bits + guardBits, One: Zero(bits + guardBits).SetInt(1)}
	// 1/k! until the terms left out are below the last bit: for 0 <= y < 2^-tiny
	// the sum over k >= n of y^(k-n)/k! lies between 1/n! and (1/n!)/(1-y), which is
	// less than (1/n!)(1 + 2^(1-tiny)).
	c.inverse = append(c.inverse, *Zero(c.Work).SetInt(1))
	for k := 1; ; k++ {
		next := Zero(c.Work)
		next.Quo(&c.inverse[k-1], Zero(c.Work).SetInt(int64(k)))
		if next.Hi.MantExp(nil)-k*tiny+1-tiny < -int(c.Work) {
			more := Zero(c.Work).SetFloat(1 + math.Ldexp(1, 1-tiny))
			tail := Zero(c.Work).Mul(next, more)
			next.Hi.Set(&tail.Hi)
			c.inverse = append(c.inverse, *next)
			break
		}
		c.inverse = append(c.inverse, *next)
	}
	c.ln2 = Zero(c.Work)
	c.logNear(c.ln2, big.NewFloat(2))
	return c
}

// calculators are by their bits.
var calculators sync.Map

// calculatorOf returns the calculator of so many bits.
func calculatorOf(bits uint) *Calculator {
	known, ok := calculators.Load(bits)
	if !ok {
		known, _ = calculators.LoadOrStore(bits, NewCalculator(bits))
	}
	return known.(*Calculator)
}

// Between sets z to (1-beta) x + beta y, and returns z.
func (c *Calculator) Between(z, beta, x, y *Interval) *Interval {
	rest := Zero(c.Work).Sub(c.One, beta)
	return z.Add(Zero(c.Work).Mul(rest, x), Zero(c.Work).Mul(beta, y))
}

// Average sets z to (1-beta) from + beta to, as Between does, for a cell of a bridge. An end without mass is nil, and
// the cell then has mass at the other end alone. Average reports whether it has any.
func (c *Calculator) Average(z, beta, from, to *Interval) bool {
	switch {
	case from == nil && to == nil, from == nil && !beta.Is(1), to == nil && !beta.Is(0):
		return false
	case from == nil:
		z.Set(to)
	case to == nil:
		z.Set(from)
	default:
		c.Between(z, beta, from, to)
	}
	return true
}

// Exp sets z to e^x, which rises with x.
func (c *Calculator) Exp(z, x *Interval) *Interval {
	e := Zero(c.Work)
	c.expOf(e, &x.Lo)
	if x.Lo.Cmp(&x.Hi) != 0 {
		top := Zero(c.Work)
		c.expOf(top, &x.Hi)
		e.Hi.Set(&top.Hi)
	}
	return z.Set(e)
}

// expOf sets z, of work bits, to e^v. It halves |v| until it is small, sums Taylor's
// series, whose terms are all positive, and squares the sum as often as it halved. A
// negative v gives the inverse.
func (c *Calculator) expOf(z *Interval, v *big.Float) {
	if v.Sign() == 0 {
		z.SetInt(1)
		return
	}
	halvings := max(v.MantExp(nil)+tiny, 0)
	if halvings > mostHalvings {
		panic("numbers: the exponential of a number above 2^24")
	}
	y := Zero(max(c.Work, v.Prec()))
	part := Zero(c.Work)
	sum := Zero(c.Work)
	y.Lo.SetMantExp(v, -halvings).Abs(&y.Lo)
	y.Hi.Set(&y.Lo)
	sum.Set(&c.inverse[len(c.inverse)-1])
	for k := len(c.inverse) - 2; k >= 0; k-- {
		part.Mul(sum, y)
		sum.Add(part, &c.inverse[k])
	}
	for range halvings {
		part.Mul(sum, sum)
		part, sum = sum, part
	}
	if v.Sign() < 0 {
		z.Quo(c.One, sum)
	} else {
		z.Set(sum)
	}
}

// Log sets z to log x, x positive. For x = [lo, lo+w] this is log lo + [0, w/lo].
func (c *Calculator) Log(z, x *Interval) *Interval {
	if x.Lo.Sign() <= 0 {
		panic("numbers: the logarithm of " + x.String())
	}
	mant := new(big.Float)
	e := x.Lo.MantExp(mant)
	if mant.Cmp(big.NewFloat(0.7)) < 0 { // near 1 the exponent is 0, and nothing cancels
		mant.SetMantExp(mant, 1)
		e--
	}
	l := Zero(c.Work)
	shift := Zero(c.Work)
	sum := Zero(c.Work)
	c.logNear(l, mant)
	shift.Mul(c.ln2, Zero(c.Work).SetInt(int64(e)))
	sum.Add(l, shift)
	width := Zero(c.Work)
	width.Hi.Sub(&x.Hi, &x.Lo)
	l.Set(width)
	width.Hi.Quo(&l.Hi, &x.Lo)
	l.Add(sum, width)
	return z.Set(l)
}

// logNear sets z, of work bits, to log m, m between 1/2 and 2. With an estimate l it is
// l + log(1+e), 1 + e = m exp(-l). As long as e² counts, the first terms of log(1+e)
// improve l. Then e - e² <= log(1+e) <= e is enough, which holds from e = -1/2 on.
func (c *Calculator) logNear(z *Interval, m *big.Float) {
	start, _ := m.Float64()
	l := Zero(c.Work).SetFloat(math.Log(start))
	off := Zero(c.Work)
	product := Zero(c.Work)
	number := Zero(max(c.Work, m.Prec()))
	inverse := Zero(c.Work)
	minus := Zero(c.Work)
	square := Zero(c.Work)
	number.Lo.Set(m)
	number.Hi.Set(m)
	for {
		minus.Neg(l)
		c.expOf(inverse, &minus.Lo)
		product.Mul(number, inverse)
		off.Sub(product, c.One)
		square.Mul(off, off)
		if square.Hi.Sign() == 0 || square.Hi.MantExp(nil) < -int(c.Work) {
			break
		}
		better := new(big.Float).SetPrec(c.Work).Quo(&square.Hi, big.NewFloat(-2))
		better.Add(better, &off.Lo)
		better.Add(better, &l.Lo)
		l.Lo.Set(better)
		l.Hi.Set(better)
	}
	square.Hi.Neg(&square.Hi) // off - off², at the lower end
	square.Lo.Set(&square.Hi)
	product.Add(off, square)
	off.Lo.Set(&product.Lo)
	z.Add(l, off)
}
