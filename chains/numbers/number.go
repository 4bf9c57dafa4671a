// Package numbers has the two kinds of number that a kernel's flows are computed with. A kernel is written once, over
// any Number:
//
//   - Float is a float64, for the numbers in reports.
//   - Interval is two big floats with the real number between them: for levels whose masses lie below every float, for
//     the proof, and with many bits for the oracle of tests.
//
// A kernel keeps its digits in float64 if it multiplies, divides, adds and takes the smaller of two, and subtracts no
// numbers that may be near each other. To compare two numbers it calls AtMost, which is false for intervals that
// overlap.
package numbers

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
)

// A Number is a real number N that a kernel computes with. No method changes its operands.
type Number[N any] interface {
	// Of returns v, as a number of the same kind and precision.
	Of(v float64) N
	Plus(N) N
	Minus(N) N
	Times(N) N
	// Over returns the quotient by a positive number.
	Over(N) N
	Min(N) N
	Max(N) N
	// Excess returns the difference to a number that is known not to be larger. A difference below 0 by rounding is 0.
	Excess(N) N
	// Left returns this number, 1, less a sum of probabilities; 0 if the difference is within rounding or below 0.
	Left(sum N) N
	// Or returns a number that may be this one or the other, if it is not known which.
	Or(N) N
	Root() N
	Exp() N
	// Log returns the logarithm of a positive number.
	Log() N
	// IsZero reports whether the number is certainly 0.
	IsZero() bool
	// AtMost reports whether the number is certainly not larger than the other one.
	AtMost(N) bool
	// Compare orders numbers for sorting, in the order of AtMost where that knows one.
	Compare(N) int
	// Floors returns the least and the largest integer that the number may round down to.
	Floors() (low, high int)
}

// Least is the mass that stands for 0 in float64 as a divisor. The dividend is then 0 too, because nothing flows to a
// cell without mass. Least is far below any mass that a level may have.
const Least = 1e-300

// A Float is a float64.
type Float float64

func (x Float) Of(v float64) Float   { return Float(v) }
func (x Float) Plus(y Float) Float   { return x + y }
func (x Float) Minus(y Float) Float  { return x - y }
func (x Float) Times(y Float) Float  { return x * y }
func (x Float) Over(y Float) Float   { return x / y }
func (x Float) Min(y Float) Float    { return min(x, y) }
func (x Float) Max(y Float) Float    { return max(x, y) }
func (x Float) Excess(y Float) Float { return max(x-y, 0) }
func (x Float) Or(Float) Float       { return x } // float64 numbers are always distinguished
func (x Float) Root() Float          { return Float(math.Sqrt(float64(x))) }
func (x Float) Exp() Float           { return Float(math.Exp(float64(x))) }
func (x Float) Log() Float           { return Float(math.Log(float64(x))) }
func (x Float) IsZero() bool         { return x == 0 }
func (x Float) AtMost(y Float) bool  { return x <= y }
func (x Float) Compare(y Float) int  { return cmp.Compare(x, y) }
func (x Float) Floors() (_, _ int)   { return int(math.Floor(float64(x))), int(math.Floor(float64(x))) }

// Left returns 0 if the difference is within the rounding of some terms.
func (x Float) Left(y Float) Float {
	const rounding = 0x1p-49
	if x-y < rounding {
		return 0
	}
	return x - y
}

// An Interval is a real number known to lie between two others. Each operation returns an interval, of the precision of
// the first operand, that holds its result for all numbers in the operands' intervals. If that is an operand it returns
// the operand itself. By monotony the least and the greatest result are at ends of the operands: Lo is computed there
// rounding down and Hi rounding up.
//
// The zero value has neither precision nor rounding; use Zero.
type Interval struct{ Lo, Hi big.Float }

// Zero returns a zero of this many bits.
func Zero(bits uint) *Interval {
	z := &Interval{}
	z.Lo.SetPrec(bits).SetMode(big.ToNegativeInf)
	z.Hi.SetPrec(bits).SetMode(big.ToPositiveInf)
	return z
}

// between returns the interval of this many bits from one number to another.
func between(bits uint, low, high *big.Float) *Interval {
	z := Zero(bits)
	z.Lo.Set(low)
	z.Hi.Set(high)
	return z
}

func (x *Interval) like() *Interval { return Zero(x.Lo.Prec()) }

// Rounded returns x with this many bits.
func (x *Interval) Rounded(bits uint) *Interval { return between(bits, &x.Lo, &x.Hi) }

// Of returns v, which is exact at 53 bits or more.
func (x *Interval) Of(v float64) *Interval {
	z := x.like()
	z.Lo.SetFloat64(v)
	z.Hi.SetFloat64(v)
	return z
}

// Masses below every float have Bits bits: after a hundred thousand levels an interval is 1e-13 wide.
const Bits = 64

// MostNats bounds the size of the logarithms that LogMass takes. math/big has exponents for products of such masses.
const MostNats = 1e8

// The logarithm of 2: the nearest float64 and the rest.
const (
	ln2High = 0x1.62e42fefa39efp-1
	ln2Low  = math.Ln2 - ln2High
)

// Mass returns e^logMass to a few roundings of a float64, as one number; 0 for -Inf.
func Mass(logMass float64) *Interval {
	z := Zero(Bits)
	if math.IsInf(logMass, -1) {
		return z
	}
	v := min(max(logMass, -MostNats), MostNats)
	k := math.Round(v / ln2High)
	nats := k * ln2High
	rest := math.FMA(k, ln2High, -nats) + k*ln2Low
	m := math.Exp(v - nats)    // the difference is exact
	m += m * math.Expm1(-rest) // separately: the difference would be rounded at the size of v
	z = z.Of(m)
	z.Lo.SetMantExp(&z.Lo, int(k))
	z.Hi.Set(&z.Lo)
	return z
}

// LogMass returns the logarithm of the least mass in x, -Inf of 0: a mass is there only if that is certain.
func (x *Interval) LogMass() float64 {
	var m big.Float
	e := x.Lo.MantExp(&m)
	return math.Log(toFloat(&m)) + float64(e)*math.Ln2
}

// Float returns the nearest float64 to the least number in x.
func (x *Interval) Float() float64 { return toFloat(&x.Lo) }

func toFloat(v *big.Float) float64 {
	f, _ := v.Float64()
	return f
}

func (x *Interval) Plus(y *Interval) *Interval {
	switch {
	case x.Is(0):
		return y
	case y.Is(0):
		return x
	}
	z := x.like()
	plus(&z.Lo, &x.Lo, &y.Lo)
	plus(&z.Hi, &x.Hi, &y.Hi)
	return z
}

// plus sets z to x + y by z's rounding. If one of two numbers lies below every bit that z has of the other, math/big
// would write out all bits between the two. Instead plus rounds the sum to the larger number, or to the next above or
// below it. math/big handles infinite numbers, which have no bits.
func plus(z, x, y *big.Float) {
	if x.Sign() != 0 && y.Sign() != 0 && !x.IsInf() && !y.IsInf() {
		if x.MantExp(nil) < y.MantExp(nil) {
			x, y = y, x
		}
		if least := x.MantExp(nil) - int(z.Prec()) - 2; y.MantExp(nil) < least {
			if (y.Sign() > 0) == (z.Mode() == big.ToNegativeInf) {
				z.Set(x)
				return
			}
			var next big.Float
			z.Add(x, next.SetMantExp(next.SetInt64(int64(y.Sign())), least))
			return
		}
	}
	z.Add(x, y)
}

func (x *Interval) Minus(y *Interval) *Interval {
	z := x.like()
	var less big.Float
	plus(&z.Lo, &x.Lo, less.Neg(&y.Hi))
	plus(&z.Hi, &x.Hi, less.Neg(&y.Lo))
	return z
}

// Times returns x y. The least and the greatest product are products of ends: of the lower ends and of the upper ends
// if nothing is negative.
func (x *Interval) Times(y *Interval) *Interval {
	switch {
	case x.Is(1) || y.Is(0):
		return y
	case y.Is(1) || x.Is(0):
		return x
	}
	z := x.like()
	if x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 {
		z.Lo.Mul(&x.Lo, &y.Lo)
		z.Hi.Mul(&x.Hi, &y.Hi)
		return z
	}
	z.Lo.SetInf(false)
	z.Hi.SetInf(true)
	product := x.like()
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

// Over returns x / y; y is positive.
func (x *Interval) Over(y *Interval) *Interval {
	if y.Lo.Sign() <= 0 {
		panic(fmt.Sprintf("numbers: a quotient by %v", y))
	}
	if x.Is(0) {
		return x
	}
	low, high := &y.Hi, &y.Lo
	if x.Lo.Sign() < 0 {
		low = &y.Lo
	}
	if x.Hi.Sign() < 0 {
		high = &y.Hi
	}
	z := x.like()
	z.Lo.Quo(&x.Lo, low)
	z.Hi.Quo(&x.Hi, high)
	return z
}

// Positive cuts off the negative part of x, where the number cannot lie.
func (x *Interval) Positive() *Interval {
	if x.Hi.Sign() < 0 {
		panic(fmt.Sprintf("numbers: %v is negative", x))
	}
	if x.Lo.Sign() >= 0 {
		return x
	}
	return between(x.Lo.Prec(), new(big.Float), &x.Hi)
}

// Is reports whether x is certainly v, 0 or 1.
func (x *Interval) Is(v int) bool {
	if v == 0 {
		return x.Lo.Sign() == 0 && x.Hi.Sign() == 0
	}
	return x.Lo.Cmp(unit) == 0 && x.Hi.Cmp(unit) == 0
}

var unit = big.NewFloat(1)

// String returns the interval, for messages.
func (x *Interval) String() string { return fmt.Sprintf("[%.20g, %.20g]", &x.Lo, &x.Hi) }

// Min returns x or y itself if the smaller is known, or else the interval of both.
func (x *Interval) Min(y *Interval) *Interval {
	if x.AtMost(y) {
		return x
	}
	if y.AtMost(x) {
		return y
	}
	return x.Or(y)
}

// Max returns x or y itself if the larger is known, or else the interval of both.
func (x *Interval) Max(y *Interval) *Interval {
	if x.AtMost(y) {
		return y
	}
	if y.AtMost(x) {
		return x
	}
	return x.Or(y)
}

// Excess returns x - y, cut at 0. It is 0 if x and y are the same interval: they are then the same number.
func (x *Interval) Excess(y *Interval) *Interval {
	switch {
	case x == y:
		return x.like()
	case y.Is(0):
		return x
	}
	return x.Minus(y).Positive()
}

// Vanishing returns a power of two far below every mass. math/big still has an exponent for its square.
func (x *Interval) Vanishing() *Interval {
	z := x.Of(1)
	z.Lo.SetMantExp(&z.Lo, -1<<28) // of the precision that it has
	z.Hi.SetMantExp(&z.Hi, -1<<28)
	return z
}

// Root returns the root of a number that is not negative. math/big computes it with some more bits, and both ends move
// by a unit in the last place.
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

// Left returns x - y, which holds 0 if they may be equal. Probabilities that were rounded to float64 may sum to more
// than 1 for certain, and nothing is then left.
func (x *Interval) Left(y *Interval) *Interval {
	if x.AtMost(y) {
		return x.like()
	}
	return x.Excess(y)
}

// Or returns the interval of both.
func (x *Interval) Or(y *Interval) *Interval {
	if x == y {
		return x
	}
	low, high := &x.Lo, &x.Hi
	if y.Lo.Cmp(low) < 0 {
		low = &y.Lo
	}
	if y.Hi.Cmp(high) > 0 {
		high = &y.Hi
	}
	return between(x.Lo.Prec(), low, high)
}

// AtMost returns false if the intervals overlap by more than an end.
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
