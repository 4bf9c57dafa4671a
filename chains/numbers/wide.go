package numbers

import "math"

// A Wide is a float64 with a wider exponent: M times 2^(512 Block). A mass of e^-2000 is one, with all its digits, and
// so is its quotient by another. Each operation rounds as that of float64 does.
//
// M is 0, or its size is from 2^-256 to below 2^256. Products and quotients of such numbers, and sums of those of one
// block, are floats with all their digits; after them the block is chosen again, which is exact.
type Wide struct {
	M     float64
	Block int32
}

const (
	blockBits = 512
	block     = 0x1p512  // one block up
	unblock   = 0x1p-512 // and one down
	mostM     = 0x1p256
	leastM    = 0x1p-256
)

// WideOf is v, which is finite.
func WideOf(v float64) Wide {
	return Wide{v, 0}.normal().normal() // a float may be two blocks from the middle one
}

// normal chooses the block.
func (x Wide) normal() Wide {
	switch size := math.Abs(x.M); {
	case size == 0:
		return Wide{}
	case size >= mostM:
		return Wide{x.M * unblock, x.Block + 1}
	case size < leastM:
		return Wide{x.M * block, x.Block - 1}
	}
	return x
}

// ln2High has 32 bits, so that its products with the numbers of a block's bits are exact; ln2Low is the rest.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// WideExp is e^v, to a few roundings; 0 for -Inf.
func WideExp(v float64) Wide {
	if math.IsInf(v, -1) {
		return Wide{}
	}
	k := math.Round(v / (blockBits * math.Ln2))
	bits := k * blockBits
	m := math.Exp(v - bits*ln2High)
	m += m * math.Expm1(-bits*ln2Low) // apart: the difference would be rounded at the size of v
	return Wide{m, int32(k)}.normal()
}

// Log is the logarithm of a number that is not negative: -Inf of 0.
func (x Wide) Log() float64 { return math.Log(x.M) + float64(x.Block)*blockBits*math.Ln2 }

// Float is the nearest float64, 0 below the smallest and infinite above the largest.
func (x Wide) Float() float64 { return math.Ldexp(x.M, int(x.Block)*blockBits) }

func (x Wide) Plus(y Wide) Wide {
	switch {
	case x.M == 0:
		return y
	case y.M == 0:
		return x
	case x.Block < y.Block:
		x, y = y, x
	}
	switch x.Block - y.Block {
	case 0:
		return Wide{x.M + y.M, x.Block}.normal()
	case 1:
		return Wide{x.M + y.M*unblock, x.Block}.normal()
	}
	return x // y is less than 2^-512 of x
}

func (x Wide) neg() Wide         { return Wide{-x.M, x.Block} }
func (x Wide) Minus(y Wide) Wide { return x.Plus(y.neg()) }
func (x Wide) Times(y Wide) Wide { return Wide{x.M * y.M, x.Block + y.Block}.normal() }
func (x Wide) Over(y Wide) Wide  { return Wide{x.M / y.M, x.Block - y.Block}.normal() }

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

func (x Wide) Rest(y Wide) Wide   { return x.Minus(y).Max(Wide{}) }
func (x Wide) Or(Wide) Wide       { return x } // as float64 numbers, always told apart
func (x Wide) IsZero() bool       { return x.M == 0 }
func (x Wide) AtMost(y Wide) bool { return x.Compare(y) <= 0 }

// Compare goes by the sign of the difference, which is 0 for equal numbers alone.
func (x Wide) Compare(y Wide) int {
	switch d := x.Minus(y).M; {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

func (x Wide) Floors() (low, high int) {
	at := int(math.Floor(x.Float()))
	return at, at
}
