package numbers

import "math/big"

// A Big is a big float. Results have the precision of the first operand and are rounded to the nearest.
type Big struct{ *big.Float }

// NewBig returns v in so many bits.
func NewBig(bits uint, v float64) Big { return Big{new(big.Float).SetPrec(bits).SetFloat64(v)} }

func (x Big) like() *big.Float { return new(big.Float).SetPrec(x.Prec()) }

// Plus is x + y.
func (x Big) Plus(y Big) Big { return Big{x.like().Add(x.Float, y.Float)} }

// Minus is x - y.
func (x Big) Minus(y Big) Big { return Big{x.like().Sub(x.Float, y.Float)} }

// Times is x y.
func (x Big) Times(y Big) Big { return Big{x.like().Mul(x.Float, y.Float)} }

// Over is x / y.
func (x Big) Over(y Big) Big { return Big{x.like().Quo(x.Float, y.Float)} }

// Min is the smaller of x and y.
func (x Big) Min(y Big) Big {
	if y.Compare(x) < 0 {
		return y
	}
	return x
}

// Max is the larger of x and y.
func (x Big) Max(y Big) Big {
	if y.Compare(x) > 0 {
		return y
	}
	return x
}

// Rest is x - y, and 0 if rounding made y larger.
func (x Big) Rest(y Big) Big { return x.Minus(y).Max(Big{x.like()}) }

// Or is x: big floats are always told apart.
func (x Big) Or(Big) Big { return x }

// IsZero reports whether x is 0.
func (x Big) IsZero() bool { return x.Sign() == 0 }

// AtMost reports whether x <= y.
func (x Big) AtMost(y Big) bool { return x.Compare(y) <= 0 }

// Compare orders by size.
func (x Big) Compare(y Big) int { return x.Cmp(y.Float) }

// Floors is x rounded down.
func (x Big) Floors() (low, high int) { return floor(x.Float), floor(x.Float) }
