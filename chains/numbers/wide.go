package numbers

import (
	"cmp"
	"math"
)

// A Wide is a float64 with a wider exponent: M times 2^E. It holds a mass of e^-2000 with all its digits, and its
// quotient by another. Each operation rounds as in float64. M is 0, or its size is from 1/2 to below 1.
type Wide struct {
	M float64
	E int64
}

// wide returns m times 2^e.
func wide(m float64, e int64) Wide {
	m, more := math.Frexp(m)
	if m == 0 {
		return Wide{}
	}
	return Wide{m, e + int64(more)}
}

// WideOf returns v, which is finite.
func WideOf(v float64) Wide { return wide(v, 0) }

// The logarithm of 2: the nearest float64 and the rest.
const (
	ln2High = 0x1.62e42fefa39efp-1
	ln2Low  = math.Ln2 - ln2High
)

// mostE is the exponent, 1e17 nats, beyond which neighbouring exponents have the same logarithm in float64.
const mostE = 1 << 57

// WideExp returns e^v, to a few roundings; 0 for -Inf.
func WideExp(v float64) Wide {
	if math.IsInf(v, -1) {
		return Wide{}
	}
	k := math.Round(v / ln2High)
	if math.Abs(k) >= mostE {
		return wide(1, int64(math.Copysign(mostE, k)))
	}
	nats := k * ln2High
	rest := math.FMA(k, ln2High, -nats) + k*ln2Low
	m := math.Exp(v - nats)    // the difference is exact
	m += m * math.Expm1(-rest) // separately: the difference would be rounded at the size of v
	return wide(m, int64(k))
}

// Exp returns e^x.
func (x Wide) Exp() Wide { return WideExp(x.Float()) }

// Log returns the logarithm of a positive number.
func (x Wide) Log() Wide { return WideOf(x.LogFloat()) }

// LogFloat returns the logarithm of a number that is not negative: -Inf of 0.
func (x Wide) LogFloat() float64 { return math.Log(x.M) + float64(x.E)*math.Ln2 }

// Float returns the nearest float64, 0 below the smallest and infinite above the largest.
func (x Wide) Float() float64 {
	const beyond = 2000 // all exponents of float64
	return math.Ldexp(x.M, int(min(max(x.E, -beyond), beyond)))
}

func (x Wide) Plus(y Wide) Wide {
	switch {
	case x.M == 0:
		return y
	case y.M == 0:
		return x
	case x.E < y.E:
		x, y = y, x
	}
	const beyond = 100 // more than the bits of x: a smaller y rounds away
	return wide(x.M+math.Ldexp(y.M, int(max(y.E-x.E, -beyond))), x.E)
}

// Of returns v.
func (x Wide) Of(v float64) Wide { return WideOf(v) }

// Vanishing returns a number below every exponential.
func (x Wide) Vanishing() Wide { return wide(1, -2*mostE) }

// Root returns the root of a number that is not negative. Of an odd exponent M takes one.
func (x Wide) Root() Wide {
	odd := x.E & 1
	return wide(math.Sqrt(math.Ldexp(x.M, int(odd))), (x.E-odd)/2)
}

func (x Wide) Minus(y Wide) Wide { return x.Plus(Wide{-y.M, y.E}) }
func (x Wide) Times(y Wide) Wide { return wide(x.M*y.M, x.E+y.E) }
func (x Wide) Over(y Wide) Wide  { return wide(x.M/y.M, x.E-y.E) }

func (x Wide) Min(y Wide) Wide {
	if y.Compare(x) < 0 {
		return y
	}
	return x
}

func (x Wide) Max(y Wide) Wide {
	if x.Compare(y) < 0 {
		return y
	}
	return x
}

func (x Wide) Excess(y Wide) Wide { return x.Minus(y).Max(Wide{}) }
func (x Wide) Left(y Wide) Wide   { return WideOf(left(x.Minus(y).Float())) }
func (x Wide) Or(Wide) Wide       { return x } // as float64 numbers, always distinguished
func (x Wide) IsZero() bool       { return x.M == 0 }
func (x Wide) AtMost(y Wide) bool { return x.Compare(y) <= 0 }

// Compare returns the sign of the difference, which is 0 for equal numbers alone.
func (x Wide) Compare(y Wide) int { return cmp.Compare(x.Minus(y).M, 0) }

func (x Wide) Floors() (low, high int) {
	at := int(math.Floor(x.Float()))
	return at, at
}
