// Package numbers has the three kinds of number that a kernel's flows are computed with. A kernel is written once, over
// any Number:
//
//   - Float is a float64, for the numbers that people read.
//   - Interval is two big floats with the real number between them, for the proof, and with many bits for the oracle of
//     tests.
//   - Wide is a float64 with a wider exponent, for levels whose masses lie below every float.
//
// A kernel keeps its digits in float64 if it multiplies, divides, adds and takes the smaller of two, and subtracts no
// numbers that may be near each other. Where two numbers can only be told apart by comparing them, it asks for AtMost,
// which is false for intervals that overlap.
package numbers

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
)

// A Number is a real number N that a kernel computes with. No method changes its operands.
type Number[N any] interface {
	// Of is v, as a number of the same kind and precision.
	Of(v float64) N
	Plus(N) N
	Minus(N) N
	Times(N) N
	// Over is the quotient by a positive number.
	Over(N) N
	Min(N) N
	Max(N) N
	// Rest is the difference to a number that is known not to be larger: what rounding takes below 0 is 0.
	Rest(N) N
	// Left returns 1, this number, less a sum of probabilities; 0 if rounding cannot tell the two apart.
	Left(sum N) N
	// Or is this number or the other one, if it cannot be known which.
	Or(N) N
	Root() N
	Exp() N
	// Log is the logarithm of a positive number.
	Log() N
	// IsZero reports whether the number is certainly 0.
	IsZero() bool
	// AtMost reports whether the number is certainly not larger than the other one.
	AtMost(N) bool
	// Compare orders numbers for sorting. Where AtMost tells two numbers apart, it does so the same way.
	Compare(N) int
	// Floors is the least and the largest that the number may be rounded down to.
	Floors() (low, high int)
}

// Least is the mass that stands for none in float64, where a mass is divided by. The dividend is then 0 too, since
// nothing flows to a cell without mass. It is far below any mass that a level may have.
const Least = 1e-300

// A Float is a float64.
type Float float64

func (x Float) Of(v float64) Float  { return Float(v) }
func (x Float) Plus(y Float) Float  { return x + y }
func (x Float) Minus(y Float) Float { return x - y }
func (x Float) Times(y Float) Float { return x * y }
func (x Float) Over(y Float) Float  { return x / y }
func (x Float) Min(y Float) Float   { return min(x, y) }
func (x Float) Max(y Float) Float   { return max(x, y) }
func (x Float) Rest(y Float) Float  { return max(x-y, 0) }
func (x Float) Left(y Float) Float  { return Float(left(float64(x - y))) }
func (x Float) Or(Float) Float      { return x } // float64 numbers are always told apart
func (x Float) Root() Float         { return Float(math.Sqrt(float64(x))) }
func (x Float) Exp() Float          { return Float(math.Exp(float64(x))) }
func (x Float) Log() Float          { return Float(math.Log(float64(x))) }
func (x Float) IsZero() bool        { return x == 0 }
func (x Float) AtMost(y Float) bool { return x <= y }
func (x Float) Compare(y Float) int { return cmp.Compare(x, y) }
func (x Float) Floors() (_, _ int)  { return int(math.Floor(float64(x))), int(math.Floor(float64(x))) }

// left is a difference to 1, and 0 if it is within the rounding of some terms.
func left(d float64) float64 {
	const rounding = 0x1p-49
	if d < rounding {
		return 0
	}
	return d
}

func smaller(x, y *big.Float) *big.Float {
	if y.Cmp(x) < 0 {
		return y
	}
	return x
}

func larger(x, y *big.Float) *big.Float {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

// An Interval is a real number known to lie between two others. Each operation sets z to
// an interval that holds its result for all numbers in the operands' intervals. By
// monotony the least and the greatest result are at ends of them: lo is computed there
// rounding down and hi rounding up. z is none of the operands, which saves math/big an
// allocation.
//
// The zero value has neither precision nor rounding; use Intervals.
type Interval struct{ Lo, Hi big.Float }

// Intervals returns n zeros of that many bits.
func Intervals(bits uint, n int) []Interval {
	v := make([]Interval, n)
	for i := range v {
		v[i].Lo.SetPrec(bits).SetMode(big.ToNegativeInf)
		v[i].Hi.SetPrec(bits).SetMode(big.ToPositiveInf)
	}
	return v
}

// Zero returns a zero of that many bits.
func Zero(bits uint) *Interval { return &Intervals(bits, 1)[0] }

// apart panics if z cannot hold an interval, or is an operand.
func (z *Interval) apart(x, y *Interval) {
	if z == x || z == y {
		panic("numbers: an operand set to the result")
	}
	if z.Lo.Mode() != big.ToNegativeInf || z.Hi.Mode() != big.ToPositiveInf {
		panic("numbers: a real of no precision")
	}
}

// Set sets z to x.
func (z *Interval) Set(x *Interval) *Interval {
	if z == x {
		return z
	}
	z.apart(x, x)
	z.Lo.Set(&x.Lo)
	z.Hi.Set(&x.Hi)
	return z
}

// SetFloat sets z to v, which is exact at 53 bits or more.
func (z *Interval) SetFloat(v float64) *Interval {
	z.apart(nil, nil)
	z.Lo.SetFloat64(v)
	z.Hi.SetFloat64(v)
	return z
}

// SetInt sets z to v.
func (z *Interval) SetInt(v int64) *Interval {
	z.apart(nil, nil)
	z.Lo.SetInt64(v)
	z.Hi.SetInt64(v)
	return z
}

// Add sets z to x + y.
func (z *Interval) Add(x, y *Interval) *Interval {
	z.apart(x, y)
	plus(&z.Lo, &x.Lo, &y.Lo)
	plus(&z.Hi, &x.Hi, &y.Hi)
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

// Sub sets z to x - y.
func (z *Interval) Sub(x, y *Interval) *Interval {
	z.apart(x, y)
	z.Lo.Sub(&x.Lo, &y.Hi)
	z.Hi.Sub(&x.Hi, &y.Lo)
	return z
}

// Positive cuts off the negative part of z, where the number cannot lie.
func (z *Interval) Positive() *Interval {
	if z.Hi.Sign() < 0 {
		panic(fmt.Sprintf("numbers: %v is negative", z))
	}
	if z.Lo.Sign() < 0 {
		z.Lo.SetInt64(0)
	}
	return z
}

// Mul sets z to x y. The least and the greatest product are products of ends: of the lower
// ends and of the upper ends if nothing is negative.
func (z *Interval) Mul(x, y *Interval) *Interval {
	z.apart(x, y)
	if x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 {
		z.Lo.Mul(&x.Lo, &y.Lo)
		z.Hi.Mul(&x.Hi, &y.Hi)
		return z
	}
	z.Lo.SetInf(false)
	z.Hi.SetInf(true)
	product := Zero(z.Lo.Prec())
	for _, x := range []*big.Float{&x.Lo, &x.Hi} {
		for _, y := range []*big.Float{&y.Lo, &y.Hi} {
			if product.Lo.Mul(x, y).Cmp(&z.Lo) < 0 {
				z.Lo.Set(&product.Lo)
			}
			if product.Hi.Mul(x, y).Cmp(&z.Hi) > 0 {
				z.Hi.Set(&product.Hi)
			}
		}
	}
	return z
}

// Quo sets z to x / y; y is positive.
func (z *Interval) Quo(x, y *Interval) *Interval {
	z.apart(x, y)
	if y.Lo.Sign() <= 0 {
		panic(fmt.Sprintf("numbers: a quotient by %v", y))
	}
	low, high := &y.Hi, &y.Lo
	if x.Lo.Sign() < 0 {
		low = &y.Lo
	}
	if x.Hi.Sign() < 0 {
		high = &y.Hi
	}
	z.Lo.Quo(&x.Lo, low)
	z.Hi.Quo(&x.Hi, high)
	return z
}

// Neg sets z to -x.
func (z *Interval) Neg(x *Interval) *Interval {
	z.apart(x, x)
	z.Lo.Neg(&x.Hi)
	z.Hi.Neg(&x.Lo)
	return z
}

// Is reports whether x is certainly v, 0 or 1.
func (x *Interval) Is(v int) bool {
	if v == 0 {
		return x.Lo.Sign() == 0 && x.Hi.Sign() == 0
	}
	return x.Lo.Cmp(unit) == 0 && x.Hi.Cmp(unit) == 0
}

var unit = big.NewFloat(1)

// String is the interval, for messages.
func (x *Interval) String() string { return fmt.Sprintf("[%.20g, %.20g]", &x.Lo, &x.Hi) }

// The methods of a Number make a new interval each, of the precision of x, unless an operand is the result.

func (x *Interval) like() *Interval             { return Zero(x.Lo.Prec()) }
func (x *Interval) Minus(y *Interval) *Interval { return x.like().Sub(x, y) }

func (x *Interval) Plus(y *Interval) *Interval {
	switch {
	case x.Is(0):
		return y
	case y.Is(0):
		return x
	}
	return x.like().Add(x, y)
}

func (x *Interval) Times(y *Interval) *Interval {
	switch {
	case x.Is(1) || y.Is(0):
		return y
	case y.Is(1) || x.Is(0):
		return x
	}
	return x.like().Mul(x, y)
}

func (x *Interval) Over(y *Interval) *Interval {
	if x.Is(0) {
		return x
	}
	return x.like().Quo(x, y)
}

// Min is x or y itself if it is known which is the smaller.
func (x *Interval) Min(y *Interval) *Interval {
	switch {
	case x.AtMost(y):
		return x
	case y.AtMost(x):
		return y
	}
	z := x.like()
	z.Lo.Set(smaller(&x.Lo, &y.Lo))
	z.Hi.Set(smaller(&x.Hi, &y.Hi))
	return z
}

// Max is x or y itself if it is known which is the larger.
func (x *Interval) Max(y *Interval) *Interval {
	switch {
	case x.AtMost(y):
		return y
	case y.AtMost(x):
		return x
	}
	z := x.like()
	z.Lo.Set(larger(&x.Lo, &y.Lo))
	z.Hi.Set(larger(&x.Hi, &y.Hi))
	return z
}

// Rest is 0 if x and y are the same interval, because they are then the same number.
func (x *Interval) Rest(y *Interval) *Interval {
	switch {
	case x == y:
		return x.like()
	case y.Is(0):
		return x
	}
	return x.like().Sub(x, y).Positive()
}

// Of is v, which is exact at 53 bits or more.
func (x *Interval) Of(v float64) *Interval { return x.like().SetFloat(v) }

// Vanishing is a power of two that no mass comes near, and whose square math/big still has an exponent for.
func (x *Interval) Vanishing() *Interval {
	z := x.like().SetInt(1)
	z.Lo.SetMantExp(&z.Lo, -1<<28) // of the precision that it has
	z.Hi.SetMantExp(&z.Hi, -1<<28)
	return z
}

// Root is the root of a number that is not negative. That of math/big has some more bits, and both ends are moved by a
// unit in the last place.
func (x *Interval) Root() *Interval {
	if x.Is(0) || x.Is(1) {
		return x
	}
	z := x.like()
	bits := int(x.Lo.Prec())
	root := func(v *big.Float) (at, unitInPlace *big.Float) {
		const more = 16
		at = new(big.Float).SetPrec(uint(bits + more)).Sqrt(new(big.Float).Set(v))
		return at, new(big.Float).SetMantExp(unit, at.MantExp(nil)-bits)
	}
	if x.Lo.Sign() > 0 {
		at, place := root(&x.Lo)
		z.Lo.Sub(at, place)
	}
	at, place := root(&x.Hi)
	z.Hi.Add(at, place)
	return z
}

// Exp is e^x.
func (x *Interval) Exp() *Interval { return calculatorOf(x.Lo.Prec()).Exp(x.like(), x) }

// Log is the logarithm of a positive number.
func (x *Interval) Log() *Interval { return calculatorOf(x.Lo.Prec()).Log(x.like(), x) }

// Left holds 0 if that may be so.
func (x *Interval) Left(y *Interval) *Interval { return x.Rest(y) }

// Or holds both.
func (x *Interval) Or(y *Interval) *Interval {
	if x == y {
		return x
	}
	z := x.like()
	z.Lo.Set(smaller(&x.Lo, &y.Lo))
	z.Hi.Set(larger(&x.Hi, &y.Hi))
	return z
}

// AtMost is false if the intervals overlap by more than an end.
func (x *Interval) AtMost(y *Interval) bool { return x == y || x.Hi.Cmp(&y.Lo) <= 0 }
func (x *Interval) IsZero() bool            { return x.Is(0) }
func (x *Interval) Compare(y *Interval) int { return x.Lo.Cmp(&y.Lo) }
func (x *Interval) Floors() (low, high int) { return floor(&x.Lo), floor(&x.Hi) }

func floor(x *big.Float) int {
	whole, acc := x.Int64() // towards 0
	if acc == big.Above {
		whole--
	}
	return int(whole)
}
