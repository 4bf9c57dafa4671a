package chains

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Lowerable is a bridge that can take constants off its ends.
type Lowerable interface {
	// Lowered returns the same path of distributions with both ends lowered: the
	// log density at beta is less by (1-beta) first + beta last.
	Lowered() (b Bridge, first, last float64)
}

// Lowered returns the annealing as it should be computed in float64: without the
// constants in its log densities. A constant says nothing about p_t, but 1e15 of it
// rounds a log density to eighths, and differences of log f are then wrong in their
// first digit. So a constant that exceeds the density's span is taken off each end.
// All expectations stay what they are, except that log w and log R are less by rise.
//
// Lowered is for whoever computes. What is proved about an annealing is proved about
// the one that was given, so package certain does not call it.
func (a Annealing) Lowered() (low Annealing, rise float64) {
	b, ok := a.Bridge.(Lowerable)
	if !ok {
		return a, 0
	}
	var first, last float64
	a.Bridge, first, last = b.Lowered()
	return a, last - first
}

// lowered takes the largest log density off if it exceeds the span, and returns it.
// The difference is exact if the constant is at least twice the span, and is rounded
// no worse than the span itself otherwise.
func lowered(logf []float64) ([]float64, float64) {
	top := floats.Max(logf)
	if math.Abs(top) <= LogSpan(logf) {
		return logf, 0
	}
	low := make([]float64, len(logf))
	for x, v := range logf {
		low[x] = v - top
	}
	return low, top
}

// Lowered lowers both ends.
func (b Geometric) Lowered() (_ Bridge, first, last float64) {
	b.From, first = lowered(b.From)
	b.To, last = lowered(b.To)
	return b, first, last
}

// Lowered lowers both ends. The path of distributions stays, because both ends are
// normalised before they are averaged.
func (b *QPath) Lowered() (_ Bridge, first, last float64) {
	from, first := lowered(b.from)
	to, last := lowered(b.to)
	if first == 0 && last == 0 {
		return b, 0, 0
	}
	return NewQPath(from, to, b.q), first, last
}
