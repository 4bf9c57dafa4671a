package chains

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Lowerable is a bridge that can take constants off its ends.
type Lowerable interface {
	// Lowered returns the same path of distributions with both ends lowered: the log
	// density at beta is less by a constant plus beta times rise. A bridge that is made
	// of another computes its rise from the other's. If it added up both constants first,
	// two of 1e12 that differ by 1 would leave four digits of the rise.
	Lowered() (b Bridge, rise float64)
}

// Lowered returns the annealing as it should be computed in float64: without the
// constants in its log densities. A constant says nothing about p_t, but 1e15 of it
// rounds a log density to eighths, and differences of log f are then wrong in their
// first digit. So the largest log density is taken off each end, and all that is computed
// is the same bit for bit, whatever constant log f came with, if it could be added exactly.
// All expectations stay what they are, except that log w and log R are less by rise.
//
// Lowered is for whoever computes. What is proved about an annealing is proved about
// the one that was given, so package certain does not call it.
func (a Annealing) Lowered() (low Annealing, rise float64) {
	b, ok := a.Bridge.(Lowerable)
	if !ok {
		return a, 0
	}
	a.Bridge, rise = b.Lowered()
	return a, rise
}

// lowered takes the largest log density off, and returns it. A difference is rounded no
// worse than the density's span. On a large space, of which a copy would be felt, the
// largest is left if it is within the span.
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

// Lowered lowers both ends.
func (b Geometric) Lowered() (_ Bridge, rise float64) {
	var first, last float64
	b.From, first = lowered(b.From)
	b.To, last = lowered(b.To)
	return b, last - first
}

// Lowered lowers both ends. The path of distributions stays, because both ends are
// normalised before they are averaged.
func (b *QPath) Lowered() (_ Bridge, rise float64) {
	from, first := lowered(b.from)
	to, last := lowered(b.to)
	if first == 0 && last == 0 {
		return b, 0
	}
	return NewQPath(from, to, b.q), last - first
}
