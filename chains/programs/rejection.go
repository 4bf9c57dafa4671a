package programs

import (
	"math"

	"breadboard/chains"
)

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
