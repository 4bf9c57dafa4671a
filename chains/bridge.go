package chains

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Bridge is a path of densities on the same cells from an initial one, at
// beta = 0, to a target, at beta = 1.
type Bridge interface {
	// At sets dst to the log density at beta, unnormalised.
	At(dst []float64, beta float64)
	// Slope sets dst to the derivative of the log density with respect to beta,
	// up to a constant, the same for all cells: 0 in cells without mass at beta
	// or without mass inside.
	Slope(dst []float64, beta float64)
}

// Geometric is the path of geometric averages, f = From^(1-beta) To^beta: the
// mass of either end is the mass of the whole inside, and the ends are met
// exactly (0 log 0 is 0).
type Geometric struct{ From, To []float64 }

// At sets dst to (1-beta) log From + beta log To. It panics where the three do
// not have the same number of cells.
func (b Geometric) At(dst []float64, beta float64) {
	if len(b.From) != len(dst) || len(b.To) != len(dst) {
		panic(fmt.Sprintf("chains: a bridge from %d to %d cells asked for %d", len(b.From), len(b.To), len(dst)))
	}
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

// Slope sets dst to log To - log From, whatever beta is: 0 where either end has
// no mass. It panics where At does.
func (b Geometric) Slope(dst []float64, _ float64) {
	if len(b.From) != len(dst) || len(b.To) != len(dst) {
		panic(fmt.Sprintf("chains: a bridge from %d to %d cells asked for %d", len(b.From), len(b.To), len(dst)))
	}
	for x := range dst {
		dst[x] = 0
		if !math.IsInf(b.From[x], -1) && !math.IsInf(b.To[x], -1) {
			dst[x] = b.To[x] - b.From[x]
		}
	}
}

// Uniform returns the log density that is 0 where logf has mass and -Inf where
// it has none.
func Uniform(logf []float64) []float64 {
	u := make([]float64, len(logf))
	for x, v := range logf {
		if math.IsInf(v, -1) {
			u[x] = v
		}
	}
	return u
}

// Tempered returns the log density f^beta, over its largest, and -Inf where f has no
// mass, whatever beta is: uniform if beta is 0. The largest is taken off first, because
// a constant in log f would cost its digits: 0.7 times 1e15 is rounded to eighths.
func Tempered(logf []float64, beta float64) []float64 {
	u, top := Uniform(logf), floats.Max(logf)
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			u[x] = beta * (v - top)
		}
	}
	return u
}

// Span is the distance between the largest and the smallest finite log density.
func Span(logf []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	return high - low
}
