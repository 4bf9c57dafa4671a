package programs

import "breadboard/chains"

// Importance is simple importance sampling from p_1 to p_T. If p_1 is the prior of a model it is
// likelihood weighting forward (BDMC, Section 3.1), and the harmonic mean estimator in reverse
// (Section 3.2).
type Importance struct {
	Problem
	ends ends
}

// NewImportance returns the program.
func NewImportance(p Problem) Importance { return Importance{p, newEnds(p)} }

// Cost is 1: a run computes one density, for its weight.
func (p Importance) Cost() float64 { return 1 }

// Law is p_1.
func (p Importance) Law() (q, logq []float64) { return p.ends.first, p.ends.logFirst }

// Forward draws x from p_1 and weighs it by f_T/f_1.
func (p Importance) Forward(d chains.Dice) (x int, logw float64) {
	x = p.ends.draw(d)
	return x, p.ends.logw[x] + p.ends.rise
}

// Reverse returns the weight of x; there is nothing to draw.
func (p Importance) Reverse(x int, _ chains.Dice) float64 { return p.ends.logw[x] + p.ends.rise }
