package chains

import (
	"gonum.org/v1/gonum/stat/distuv"
)

// Dice pick among weighted outcomes. Seeded dice draw; enumerating dice walk every outcome.
// Code that uses Dice can thus be sampled by the million and, on a tiny space, summed
// exactly.
type Dice interface {
	// Pick returns i with probability weights[i] / sum of weights. Weights are
	// finite, none is negative and one at least is positive.
	Pick(weights []float64) int
}

// A Law is a law over places that many draws are made from, such as the cells of a large grid. It
// keeps the sums of its weights, so that a draw need not look at each weight.
type Law struct{ weights, upTo []float64 }

// A Searcher is Dice that can also draw by bisection of cumulative weights.
type Searcher interface {
	Dice
	// Search returns i with probability (upTo[i] - upTo[i-1]) / the last of upTo.
	Search(upTo []float64) int
}

// NewLaw returns the law with these weights, which are as for Dice.Pick. The caller must not
// change them.
func NewLaw(weights []float64) Law {
	l, sum := Law{weights, make([]float64, len(weights))}, 0.0
	for i, w := range weights {
		sum += w
		l.upTo[i] = sum
	}
	return l
}

// Draw returns i with probability weights[i] / sum of weights.
func (l Law) Draw(d Dice) int {
	if s, ok := d.(Searcher); ok {
		return s.Search(l.upTo)
	}
	return d.Pick(l.weights)
}

// A Divider is Dice that can also make many draws between two outcomes at once.
type Divider interface {
	Dice
	// Divide returns how many of n draws have the first of two outcomes, of weights a and b.
	Divide(n int, a, b float64) int
}

// Split sets counts to how often each outcome is drawn in n draws: one multinomial draw, by binomials that each divide
// what is left between an outcome and those before it. Dice that cannot Divide pick among the binomial's n+1 values.
// So a split can be walked, and a Divider takes as long for a billion draws as for a thousand.
func (l Law) Split(d Dice, n int, counts []int) {
	clear(counts)
	for i := len(counts) - 1; i > 0 && n > 0; i-- {
		counts[i] = divide(d, n, l.weights[i], l.upTo[i-1])
		n -= counts[i]
	}
	counts[0] += n
}

// divide is Divide of any dice.
func divide(d Dice, n int, a, b float64) int {
	switch fast, ok := d.(Divider); {
	case a == 0:
		return 0
	case b == 0:
		return n
	case ok:
		return fast.Divide(n, a, b)
	}
	law := distuv.Binomial{N: float64(n), P: a / (a + b)}
	values := make([]float64, n+1)
	for k := range values {
		values[k] = law.Prob(float64(k))
	}
	return d.Pick(values)
}
