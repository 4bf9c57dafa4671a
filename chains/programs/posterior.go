package programs

import "breadboard/chains"

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
