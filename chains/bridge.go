package chains

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Bridge is a path of densities on the same cells, from an initial one at beta = 0 to a
// target at beta = 1.
type Bridge interface {
	// At sets dst to the log density at beta, unnormalised.
	At(dst []float64, beta float64)
	// Slope sets dst to the derivative of the log density with respect to beta, up to a
	// constant that is the same for all cells. It is 0 in cells without mass at beta, and
	// in cells without mass inside the bridge.
	Slope(dst []float64, beta float64)
}

// Geometric is the path of geometric averages, f = From^(1-beta) To^beta. Between the ends
// a cell has mass if it has mass at both. The ends are met exactly (0 log 0 is 0).
type Geometric struct{ From, To []float64 }

// At sets dst to (1-beta) log From + beta log To. It panics unless all three have the same
// number of cells.
func (b Geometric) At(dst []float64, beta float64) {
	fits(dst, b.From, b.To)
	switch beta {
	case 0:
		copy(dst, b.From)
	case 1:
		copy(dst, b.To)
	default:
		for x := range dst {
			dst[x] = (1-beta)*b.From[x] + beta*b.To[x]
		}
	}
}

// Slope sets dst to log To - log From, whatever beta is, and to 0 in cells where either
// end has no mass. It panics if At does.
func (b Geometric) Slope(dst []float64, _ float64) {
	fits(dst, b.From, b.To)
	for x := range dst {
		dst[x] = 0
		if !math.IsInf(b.From[x], -1) && !math.IsInf(b.To[x], -1) {
			dst[x] = b.To[x] - b.From[x]
		}
	}
}

// fits panics unless all densities have the same number of cells.
func fits(dst, from, to []float64) {
	if len(from) != len(dst) || len(to) != len(dst) {
		panic(fmt.Sprintf("chains: a bridge from %d to %d cells asked for %d", len(from), len(to), len(dst)))
	}
}

// A Lowerable is a bridge that can take constants off its ends.
type Lowerable interface {
	// Lowered returns the same path of distributions with both ends lowered: the log
	// density at beta is less by a constant plus beta times rise. A bridge that wraps
	// another gets its rise from the other's rise. Adding up the ends' constants first
	// would cost digits: two of 1e12 that differ by 1 would leave four digits of the rise.
	Lowered() (b Bridge, rise float64)
}

// Lowered returns the same path of distributions without the constants, if b is Lowerable.
func Lowered(b Bridge) (low Bridge, rise float64) {
	if b, ok := b.(Lowerable); ok {
		return b.Lowered()
	}
	return b, 0
}

// Lowered lowers both ends.
func (b Geometric) Lowered() (_ Bridge, rise float64) {
	var first, last float64
	b.From, first = lowered(b.From)
	b.To, last = lowered(b.To)
	return b, last - first
}

// lowered takes the largest log density off, and returns it. A difference is then rounded
// no worse than the density's span. On a large space a copy costs memory, so the largest
// stays if it is within the span.
func lowered(logf []float64) ([]float64, float64) {
	top := floats.Max(logf)
	if top == 0 || len(logf) >= ParallelFrom && math.Abs(top) <= LogSpan(logf) {
		return logf, 0
	}
	low := make([]float64, len(logf))
	for x, v := range logf {
		low[x] = v - top
	}
	return low, top
}
