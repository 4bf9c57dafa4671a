package numbers

import (
	"math"
	"math/big"
	"slices"
	"sync"
)

// A calculator has the functions that math/big lacks, for one precision of arguments. Goroutines may share it.
type calculator struct {
	one     *Interval   // 1, with the bits of intermediate results
	inverse []*Interval // 1/k!; the last bounds the sum of all later terms
	ln2     *Interval
}

// The series takes arguments below 2^-tiny. Its result is then squared as often as the argument was halved, and each
// squaring doubles the relative error. guardBits more than pays for that.
const (
	tiny      = 16
	guardBits = 64
)

// mostHalvings is the largest number of halvings. So an argument may be as large as 2^24;
// math/big has exponents for the exponentials of such arguments.
const mostHalvings = tiny + 24

func newCalculator(bits uint) *calculator {
	work := bits + guardBits
	c := &calculator{one: Zero(work).Of(1)}
	// 1/k! until the terms left out are below the last bit: for 0 <= y < 2^-tiny
	// the sum over k >= n of y^(k-n)/k! lies between 1/n! and (1/n!)/(1-y), which is
	// less than (1/n!)(1 + 2^(1-tiny)).
	c.inverse = []*Interval{c.one}
	for k := 1; ; k++ {
		next := c.inverse[k-1].Over(c.one.Of(float64(k)))
		c.inverse = append(c.inverse, next)
		if next.Hi.MantExp(nil)-k*tiny+1-tiny < -int(work) {
			tail := next.Times(c.one.Of(1 + math.Ldexp(1, 1-tiny)))
			next.Hi.Set(&tail.Hi)
			break
		}
	}
	c.ln2 = c.logNear(big.NewFloat(2))
	return c
}

// calculators holds the calculators by the bits of arguments.
var calculators sync.Map

// calculatorOf returns the calculator for arguments of this many bits.
func calculatorOf(bits uint) *calculator {
	known, ok := calculators.Load(bits)
	if !ok {
		known, _ = calculators.LoadOrStore(bits, newCalculator(bits))
	}
	return known.(*calculator)
}

// Exp returns e^x, which rises with x.
func (x *Interval) Exp() *Interval {
	c := calculatorOf(x.Lo.Prec())
	low := c.exp(&x.Lo)
	high := low
	if x.Lo.Cmp(&x.Hi) != 0 {
		high = c.exp(&x.Hi)
	}
	return between(x.Lo.Prec(), &low.Lo, &high.Hi)
}

// exp returns e^v. It halves |v| until it is small, sums Taylor's series, and squares the sum as often as it halved.
// All terms are positive. A negative v gives the inverse.
func (c *calculator) exp(v *big.Float) *Interval {
	if v.Sign() == 0 {
		return c.one
	}
	halvings := max(v.MantExp(nil)+tiny, 0)
	if halvings > mostHalvings {
		panic("numbers: the exponential of a number above 2^24")
	}
	part := new(big.Float).SetMantExp(v, -halvings)
	part.Abs(part)
	y := between(max(c.one.Lo.Prec(), v.Prec()), part, part)
	last := len(c.inverse) - 1
	sum := c.inverse[last]
	for _, term := range slices.Backward(c.inverse[:last]) {
		sum = sum.Times(y).Plus(term)
	}
	for range halvings {
		sum = sum.Times(sum)
	}
	if v.Sign() < 0 {
		return c.one.Over(sum)
	}
	return sum
}

// Log returns log x, x positive. For x = [lo, lo+w] this is log lo + [0, w/lo].
func (x *Interval) Log() *Interval {
	if x.Lo.Sign() <= 0 {
		panic("numbers: the logarithm of " + x.String())
	}
	c := calculatorOf(x.Lo.Prec())
	mant := new(big.Float)
	e := x.Lo.MantExp(mant)
	if mant.Cmp(big.NewFloat(0.7)) < 0 { // near 1 the exponent is 0, and nothing cancels
		mant.SetMantExp(mant, 1)
		e--
	}
	width := c.one.Of(0)
	width.Hi.Sub(&x.Hi, &x.Lo)
	width.Hi.Quo(&width.Hi, &x.Lo)
	return c.ln2.Times(c.one.Of(float64(e))).Plus(c.logNear(mant)).Plus(width).Rounded(x.Lo.Prec())
}

// logNear returns log m, m between 1/2 and 2. With an estimate l it is
// l + log(1+e), 1 + e = m exp(-l). While e² counts, the first terms of log(1+e) improve l. Then e - e² <= log(1+e) <= e
// is enough, which holds from e = -1/2 on.
func (c *calculator) logNear(m *big.Float) *Interval {
	work := c.one.Lo.Prec()
	number := between(max(work, m.Prec()), m, m)
	start, _ := m.Float64()
	l := c.one.Of(math.Log(start))
	for {
		off := c.exp(new(big.Float).Neg(&l.Lo)).Times(number).Minus(c.one)
		square := off.Times(off)
		if square.Hi.Sign() == 0 || square.Hi.MantExp(nil) < -int(work) {
			rest := off.Minus(square)
			rest.Hi.Set(&off.Hi)
			return l.Plus(rest)
		}
		better := new(big.Float).SetPrec(work).Quo(&square.Hi, big.NewFloat(-2))
		better.Add(better, &off.Lo)
		better.Add(better, &l.Lo)
		l = between(work, better, better)
	}
}
