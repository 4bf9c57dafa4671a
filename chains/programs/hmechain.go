package programs

import "breadboard/chains"

// HMEChain is the harmonic mean estimator along a chain (BDMC, Section 3.2, with the states of
// a chain for samples). That estimator is the reverse run: a chain of K states begins at an
// exact sample x, its kernel leaves the target invariant, and
//
//	1/w = mean over k of f_1(x_k)/f_T(x_k)
//
// is unbiased for 1/R. A forward run needs no exact sample. By the law of the package its law is
// R/w times the law of the stationary chain, and that is a mean over k: in term k the state x_k
// is a draw from p_1, and the chain runs from there both ways. So a forward run first picks the
// place k. It returns x_1.
type HMEChain struct {
	Problem
	K    int // the number of states, at least 1
	ends ends
}

// NewHMEChain returns the program along a chain of K states.
func NewHMEChain(p Problem, K int) HMEChain { return HMEChain{p, K, newEnds(p)} }

// Cost counts a density a state for the weight, and the kernel's steps.
func (p HMEChain) Cost() float64 { return float64(p.K) + float64(p.K-1)*p.stepCost() }

// Forward draws the state of one place from p_1, and runs the chain from there both ways.
func (p HMEChain) Forward(d chains.Dice) (x int, logw float64) {
	k := place(p.K, d)
	h := newStationary(p.Problem).around(p.ends.draw(d), k, p.K, d)
	return h[0], p.harmonic(h)
}

// Reverse runs the chain from x.
func (p HMEChain) Reverse(x int, d chains.Dice) float64 {
	return p.harmonic(newStationary(p.Problem).around(x, 0, p.K, d))
}

// harmonic is the log of the harmonic mean of f_T/f_1 along a chain.
func (p HMEChain) harmonic(h []int) float64 {
	inverse := make([]float64, len(h))
	for k, x := range h {
		inverse[k] = -p.ends.logw[x]
	}
	return p.ends.rise - logMean(inverse)
}
