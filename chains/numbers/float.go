package numbers

import (
	"cmp"
	"math"
)

// A Float is a float64.
type Float float64

// Plus is x + y.
func (x Float) Plus(y Float) Float { return x + y }

// Minus is x - y.
func (x Float) Minus(y Float) Float { return x - y }

// Times is x y.
func (x Float) Times(y Float) Float { return x * y }

// Over is x / y.
func (x Float) Over(y Float) Float { return x / y }

// Min is the smaller of x and y.
func (x Float) Min(y Float) Float { return min(x, y) }

// Max is the larger of x and y.
func (x Float) Max(y Float) Float { return max(x, y) }

// Rest is x - y, and 0 if rounding made y larger.
func (x Float) Rest(y Float) Float { return max(x-y, 0) }

// Or is x: float64 numbers are always told apart.
func (x Float) Or(Float) Float { return x }

// IsZero reports whether x is 0.
func (x Float) IsZero() bool { return x == 0 }

// AtMost reports whether x <= y.
func (x Float) AtMost(y Float) bool { return x <= y }

// Compare orders by size.
func (x Float) Compare(y Float) int { return cmp.Compare(x, y) }

// Floors is x rounded down.
func (x Float) Floors() (low, high int) {
	return int(math.Floor(float64(x))), int(math.Floor(float64(x)))
}
