package certain

import (
	"fmt"
	"math/big"
)

// An interval is a real number known to lie between two others. Each operation sets z to
// an interval that holds its result for all numbers in the operands' intervals. By
// monotony the least and the greatest result are at ends of them: lo is computed there
// rounding down and hi rounding up. z is none of the operands, which saves math/big an
// allocation.
//
// The zero value has neither precision nor rounding; use intervals.
type interval struct{ lo, hi big.Float }

// intervals returns n zeros of that many bits.
func intervals(bits uint, n int) []interval {
	v := make([]interval, n)
	for i := range v {
		v[i].lo.SetPrec(bits).SetMode(big.ToNegativeInf)
		v[i].hi.SetPrec(bits).SetMode(big.ToPositiveInf)
	}
	return v
}

// zero returns a zero of that many bits.
func zero(bits uint) *interval { return &intervals(bits, 1)[0] }

// apart panics if z cannot hold an interval, or is an operand.
func (z *interval) apart(x, y *interval) {
	if z == x || z == y {
		panic("certain: an operand set to the result")
	}
	if z.lo.Mode() != big.ToNegativeInf || z.hi.Mode() != big.ToPositiveInf {
		panic("certain: a real of no precision")
	}
}

func (z *interval) set(x *interval) *interval {
	if z == x {
		return z
	}
	z.apart(x, x)
	z.lo.Set(&x.lo)
	z.hi.Set(&x.hi)
	return z
}

// setFloat sets z to v, which is exact at 53 bits or more.
func (z *interval) setFloat(v float64) *interval {
	z.apart(nil, nil)
	z.lo.SetFloat64(v)
	z.hi.SetFloat64(v)
	return z
}

func (z *interval) setInt(v int64) *interval {
	z.apart(nil, nil)
	z.lo.SetInt64(v)
	z.hi.SetInt64(v)
	return z
}

func (z *interval) add(x, y *interval) *interval {
	z.apart(x, y)
	plus(&z.lo, &x.lo, &y.lo)
	plus(&z.hi, &x.hi, &y.hi)
	return z
}

// plus sets z to x + y by z's rounding. If one of two positive numbers lies below every
// bit that z has of the other, math/big would write out all bits between the two. Such a
// sum is rounded to the larger number, or to the next above it. math/big handles infinite
// numbers, which have no bits.
func plus(z, x, y *big.Float) {
	if x.Sign() > 0 && y.Sign() > 0 && !x.IsInf() && !y.IsInf() {
		if x.MantExp(nil) < y.MantExp(nil) {
			x, y = y, x
		}
		if least := x.MantExp(nil) - int(z.Prec()) - 2; y.MantExp(nil) < least {
			if z.Mode() == big.ToNegativeInf {
				z.Set(x)
				return
			}
			var above big.Float
			z.Add(x, above.SetMantExp(above.SetInt64(1), least))
			return
		}
	}
	z.Add(x, y)
}

func (z *interval) sub(x, y *interval) *interval {
	z.apart(x, y)
	z.lo.Sub(&x.lo, &y.hi)
	z.hi.Sub(&x.hi, &y.lo)
	return z
}

// rest sets z to x - y, which is known not to be negative, as in 1 - p.
func (z *interval) rest(x, y *interval) *interval { return z.sub(x, y).positive() }

// positive cuts off the negative part of z, where the number cannot lie.
func (z *interval) positive() *interval {
	if z.hi.Sign() < 0 {
		panic(fmt.Sprintf("certain: %v is negative", z))
	}
	if z.lo.Sign() < 0 {
		z.lo.SetInt64(0)
	}
	return z
}

// mul sets z to x y. The least and the greatest product are products of ends: of the lower
// ends and of the upper ends if nothing is negative.
func (z *interval) mul(x, y *interval) *interval {
	z.apart(x, y)
	if x.lo.Sign() >= 0 && y.lo.Sign() >= 0 {
		z.lo.Mul(&x.lo, &y.lo)
		z.hi.Mul(&x.hi, &y.hi)
		return z
	}
	z.lo.SetInf(false)
	z.hi.SetInf(true)
	product := zero(z.lo.Prec())
	for _, x := range []*big.Float{&x.lo, &x.hi} {
		for _, y := range []*big.Float{&y.lo, &y.hi} {
			if product.lo.Mul(x, y).Cmp(&z.lo) < 0 {
				z.lo.Set(&product.lo)
			}
			if product.hi.Mul(x, y).Cmp(&z.hi) > 0 {
				z.hi.Set(&product.hi)
			}
		}
	}
	return z
}

// quo sets z to x / y; y is positive.
func (z *interval) quo(x, y *interval) *interval {
	z.apart(x, y)
	if y.lo.Sign() <= 0 {
		panic(fmt.Sprintf("certain: a quotient by %v", y))
	}
	low, high := &y.hi, &y.lo
	if x.lo.Sign() < 0 {
		low = &y.lo
	}
	if x.hi.Sign() < 0 {
		high = &y.hi
	}
	z.lo.Quo(&x.lo, low)
	z.hi.Quo(&x.hi, high)
	return z
}

// min sets z to the smaller of x and y, which rise with both.
func (z *interval) min(x, y *interval) *interval {
	z.apart(x, y)
	z.lo.Set(&x.lo)
	if y.lo.Cmp(&x.lo) < 0 {
		z.lo.Set(&y.lo)
	}
	z.hi.Set(&x.hi)
	if y.hi.Cmp(&x.hi) < 0 {
		z.hi.Set(&y.hi)
	}
	return z
}

func (z *interval) neg(x *interval) *interval {
	z.apart(x, x)
	z.lo.Neg(&x.hi)
	z.hi.Neg(&x.lo)
	return z
}

// is reports whether x is certainly v, 0 or 1.
func (x *interval) is(v int) bool {
	if v == 0 {
		return x.lo.Sign() == 0 && x.hi.Sign() == 0
	}
	return x.lo.Cmp(unit) == 0 && x.hi.Cmp(unit) == 0
}

// same reports whether x and y are certainly the same number: each is a single one.
func (x *interval) same(y *interval) bool {
	return x.lo.Cmp(&x.hi) == 0 && y.lo.Cmp(&y.hi) == 0 && x.lo.Cmp(&y.lo) == 0
}

var unit = big.NewFloat(1)

// String is the interval, for messages.
func (x *interval) String() string { return fmt.Sprintf("[%.20g, %.20g]", &x.lo, &x.hi) }

// A sum is added up in two places by turns, so that no operand is the result.
type sum struct {
	v   []interval
	now int
}

func newSum(bits uint) *sum { return &sum{v: intervals(bits, 2)} }

func sums(bits uint, n int) []*sum {
	all := make([]*sum, n)
	for i := range all {
		all[i] = newSum(bits)
	}
	return all
}

func (s *sum) reset() { s.v[s.now].setInt(0) }

func (s *sum) add(x *interval) {
	if s.v[s.now].is(0) {
		s.v[s.now].set(x)
		return
	}
	s.v[1-s.now].add(&s.v[s.now], x)
	s.now = 1 - s.now
}

// total is the sum so far, good until something is added.
func (s *sum) total() *interval { return &s.v[s.now] }
