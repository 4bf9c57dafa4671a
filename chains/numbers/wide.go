package numbers

import "math"

// A Wide is a float64 with a wider exponent: M times 2^(512 Block). A mass of e^-2000 is one, with all its digits, and
// so is its quotient by another. Each operation rounds as that of float64 does.
//
// M is 0, or its size is from 2^-256 to below 2^256. Products and quotients of such numbers, and sums of those of one
// block, are floats with all their digits; after them the block is chosen again, which is exact.
type Wide struct {
	M     float64
	Block int64
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

// A block has so many nats: the nearest float64 and the rest.
const (
	blockHigh = 0x1.62e42fefa39efp+8
	blockLow  = blockBits*math.Ln2 - blockHigh
)

// mostBlocks is the number of blocks, 1e17 nats, beyond which a float64 tells no number of a block from another.
const mostBlocks = 1 << 48

// WideExp is e^v, to a few roundings; 0 for -Inf.
func WideExp(v float64) Wide {
	if math.IsInf(v, -1) {
		return Wide{}
	}
	k := math.Round(v / blockHigh)
	if math.Abs(k) >= mostBlocks {
		return Wide{1, int64(math.Copysign(mostBlocks, k))}
	}
	nats := k * blockHigh
	rest := math.FMA(k, blockHigh, -nats) + k*blockLow
	m := math.Exp(v - nats)    // the difference is exact
	m += m * math.Expm1(-rest) // apart: the difference would be rounded at the size of v
	return Wide{m, int64(k)}.normal()
}

// Exp is e^x.
func (x Wide) Exp() Wide { return WideExp(x.Float()) }

// Log is the logarithm of a positive number.
func (x Wide) Log() Wide { return WideOf(x.LogFloat()) }

// LogFloat is the logarithm of a number that is not negative: -Inf of 0.
func (x Wide) LogFloat() float64 { return math.Log(x.M) + float64(x.Block)*blockBits*math.Ln2 }

// Float is the nearest float64, 0 below the smallest and infinite above the largest.
func (x Wide) Float() float64 {
	const beyond = 4 // blocks, up or down
	return math.Ldexp(x.M, int(min(max(x.Block, -beyond), beyond))*blockBits)
}

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

// Of is v.
func (x Wide) Of(v float64) Wide { return WideOf(v) }

// Vanishing lies below every exponential.
func (x Wide) Vanishing() Wide { return Wide{1, -2 * mostBlocks} }

// Root is the root of a number that is not negative. Of an odd block one is taken into M.
func (x Wide) Root() Wide {
	if x.Block&1 != 0 {
		return Wide{math.Sqrt(x.M * block), (x.Block - 1) / 2}.normal()
	}
	return Wide{math.Sqrt(x.M), x.Block / 2}
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
func (x Wide) Left(y Wide) Wide   { return WideOf(left(x.Minus(y).Float())) }
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
