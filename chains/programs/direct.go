package programs

import (
	"math"

	"breadboard/chains"
)

// Posterior draws from the target itself and costs nothing. AIDE measures other programs against
// it as the gold standard. The weight of every run is R, so J = B = 0.
type Posterior struct {
	Problem
	q, logq []float64
	logw    float64
	law     chains.Law
}

// NewPosterior returns the program.
func NewPosterior(p Problem) Posterior {
	low, rise := p.Lowered()
	first, last := low.Ends()
	q, logq := normalized(last)
	return Posterior{p, q, logq, chains.LogSum(last) - chains.LogSum(first) + rise, chains.NewLaw(q)}
}

// Cost is 0: nobody is charged for the draw.
func (p Posterior) Cost() float64 { return 0 }

// Law is the target.
func (p Posterior) Law() (q, logq []float64) { return p.q, p.logq }

// Forward draws x from the target.
func (p Posterior) Forward(d chains.Dice) (x int, logw float64) { return p.law.Draw(d), p.logw }

// Reverse returns log R; there is nothing to draw.
func (p Posterior) Reverse(int, chains.Dice) float64 { return p.logw }

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

// Rejection draws cells from p_1 until one is accepted. It accepts x with probability w(x)/M,
// where w is f_T/f_1, and M is the largest w of a cell with mass under p_1. The cell that it
// returns is an exact draw from the target, restricted to the cells with mass under p_1. A trial
// is accepted with probability A = E_{p_1}[w]/M. The weight of a run is the target's density
// over the density of the draw. It is AM for every run, and AM is R if p_1 has mass wherever the
// target has.
//
// The number of trials and the accepted cell are independent. So Forward draws only the cell,
// and Cost counts the trials: with M = 20 R there are 20 on average. A loop over trials would
// return a cell with the same law, but under enumerating dice it would never end.
type Rejection struct {
	Problem
	q, logq []float64
	logw    float64 // log AM
	trials  float64 // 1/A
	law     chains.Law
}

// NewRejection returns the program.
func NewRejection(p Problem) Rejection {
	low, rise := p.Lowered()
	first, last := low.Ends()
	logM, accepted := math.Inf(-1), make([]float64, len(last))
	for x, logf := range first {
		accepted[x] = math.Inf(-1)
		if !math.IsInf(logf, -1) {
			accepted[x] = last[x]
			logM = max(logM, last[x]-logf)
		}
	}
	logAM := chains.LogSum(accepted) - chains.LogSum(first)
	q, logq := normalized(accepted)
	return Rejection{p, q, logq, logAM + rise, math.Exp(logM - logAM), chains.NewLaw(q)}
}

// Cost is the mean number of trials, 1/A. A trial computes one density.
func (p Rejection) Cost() float64 { return p.trials }

// Law is the target on the cells with mass under p_1.
func (p Rejection) Law() (q, logq []float64) { return p.q, p.logq }

// Forward draws the cell that is accepted.
func (p Rejection) Forward(d chains.Dice) (x int, logw float64) { return p.law.Draw(d), p.logw }

// Reverse returns log AM, or +Inf if x is never proposed.
func (p Rejection) Reverse(x int, _ chains.Dice) float64 {
	if math.IsInf(p.logq[x], -1) {
		return math.Inf(1)
	}
	return p.logw
}
