package programs

import (
	"math"

	"breadboard/chains"
)

// SMCData is particle learning (BDMC, Algorithm 2): sequential Monte Carlo through the
// observations of a model, resampled after each. All latents are explicit from the start
// (Section 3.4.1, Eq. 23). One of the particles is returned.
type SMCData struct {
	Problem
	P int // the number of particles, at least 1
	Sequence
}

// NewSMCData returns the program; the error says what the problem lacks.
func NewSMCData(p Problem, particles int, s Sequence) (SMCData, error) {
	return SMCData{p, particles, s}, lacking("smc-data", p)
}

// Cost counts the weights and the kernel steps of all particles.
func (p SMCData) Cost() float64 { return float64(p.P) * p.cost(p.Problem) }

// Path returns the steps of the particles, with constants taken off the log densities. So rise is
// to be added to the log w of a run along the path.
func (p SMCData) Path() (path Path, rise float64) {
	a, rise := p.lowered(p.Problem)
	return p.path(p.Problem, a), rise
}

// Forward runs the particles from the prior and picks one of them.
func (p SMCData) Forward(d chains.Dice) (x int, logw float64) {
	path, rise := p.Path()
	c := newCrowd(p.P, math.Inf(1))
	logw = c.free(path, d)
	return c.one(d), logw + rise
}

// Reverse is the conditional run, as in SMC.Reverse.
func (p SMCData) Reverse(x int, d chains.Dice) float64 {
	path, rise := p.Path()
	return newCrowd(p.P, math.Inf(1)).keeping(x, path, d) + rise
}
