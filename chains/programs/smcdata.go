package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

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
	xs, logws := p.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Forwards makes a run with each of the dice. All take in the observations together.
func (p SMCData) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	path, rise := p.Path()
	xs, logw = forwards(path, p.P, math.Inf(1), dice)
	floats.AddConst(rise, logw)
	return xs, logw
}

// Reverse is the conditional run, as in SMC.Reverse.
func (p SMCData) Reverse(x int, d chains.Dice) float64 {
	return p.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Reverses makes a conditional run to each x. All take in the observations together.
func (p SMCData) Reverses(xs []int, dice []chains.Dice) (logw []float64) {
	path, rise := p.Path()
	logw = reverses(path, p.P, math.Inf(1), xs, dice)
	floats.AddConst(rise, logw)
	return logw
}
