package numbers

import "math/big"

// The methods of a Number make a new interval each, of the precision of x, unless an operand is the result.

func (x *Interval) like() *Interval { return Zero(x.Lo.Prec()) }

// Plus is x + y.
func (x *Interval) Plus(y *Interval) *Interval {
	switch {
	case x.Is(0):
		return y
	case y.Is(0):
		return x
	}
	return x.like().Add(x, y)
}

// Minus is x - y.
func (x *Interval) Minus(y *Interval) *Interval { return x.like().Sub(x, y) }

// Times is x y.
func (x *Interval) Times(y *Interval) *Interval {
	switch {
	case x.Is(1) || y.Is(0):
		return y
	case y.Is(1) || x.Is(0):
		return x
	}
	return x.like().Mul(x, y)
}

// Over is x / y.
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
	return x.like().SetMin(x, y)
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
	return x.like().SetRest(x, y)
}

// Or holds both.
func (x *Interval) Or(y *Interval) *Interval {
	if x == y {
		return x
	}
	z := x.like()
	z.Lo.Set(&x.Lo)
	if y.Lo.Cmp(&x.Lo) < 0 {
		z.Lo.Set(&y.Lo)
	}
	z.Hi.Set(larger(&x.Hi, &y.Hi))
	return z
}

func larger(x, y *big.Float) *big.Float {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

// IsZero reports whether both ends are 0.
func (x *Interval) IsZero() bool { return x.Is(0) }

// AtMost is false if the intervals overlap by more than an end.
func (x *Interval) AtMost(y *Interval) bool { return x == y || x.Hi.Cmp(&y.Lo) <= 0 }

// Compare orders by the lower ends.
func (x *Interval) Compare(y *Interval) int { return x.Lo.Cmp(&y.Lo) }

// Floors is both ends rounded down.
func (x *Interval) Floors() (low, high int) { return floor(&x.Lo), floor(&x.Hi) }

func floor(x *big.Float) int {
	whole, acc := x.Int64() // towards 0
	if acc == big.Above {
		whole--
	}
	return int(whole)
}
