// Package numbers has what a definition of a kernel is computed with. A definition is written once, over
// any Number, and is instantiated twice:
//
//   - Float is a float64: the rows of the plain path.
//   - Interval is two big floats with the real number between them: the rows of the certificate, and with many bits
//     those of the tests' oracle.
//
// A definition that is good for both keeps its digits in float64. It makes quotients of densities, and
// means of means, and takes no difference of numbers that may be near each other. Where two numbers can
// only be told apart by comparing them, it asks for AtMost, which is false for intervals that overlap.
package numbers

import (
	"cmp"
	"math"
	"math/big"
)

// A Number is a real number N that a definition computes with. No method changes its operands.
type Number[N any] interface {
	Plus(N) N
	Minus(N) N
	Times(N) N
	// Over is the quotient by a positive number.
	Over(N) N
	Min(N) N
	Max(N) N
	// Rest is the difference to a number that is known not to be larger: what rounding takes below 0 is 0.
	Rest(N) N
	// Or is this number or the other one, if it cannot be known which.
	Or(N) N
	// IsZero reports whether the number is certainly 0.
	IsZero() bool
	// AtMost reports whether the number is certainly not larger than the other one.
	AtMost(N) bool
	// Compare orders numbers for sorting. Where AtMost tells two numbers apart, it does so the same way.
	Compare(N) int
	// Floors is the least and the largest that the number may be rounded down to.
	Floors() (low, high int)
}

// A Float is a float64.
type Float float64

func (x Float) Plus(y Float) Float  { return x + y }
func (x Float) Minus(y Float) Float { return x - y }
func (x Float) Times(y Float) Float { return x * y }
func (x Float) Over(y Float) Float  { return x / y }
func (x Float) Min(y Float) Float   { return min(x, y) }
func (x Float) Max(y Float) Float   { return max(x, y) }
func (x Float) Rest(y Float) Float  { return max(x-y, 0) }
func (x Float) Or(Float) Float      { return x } // float64 numbers are always told apart
func (x Float) IsZero() bool        { return x == 0 }
func (x Float) AtMost(y Float) bool { return x <= y }
func (x Float) Compare(y Float) int { return cmp.Compare(x, y) }
func (x Float) Floors() (_, _ int)  { return int(math.Floor(float64(x))), int(math.Floor(float64(x))) }

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
