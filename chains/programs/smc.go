package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// SMC is sequential Monte Carlo through the levels of the annealing (Del Moral, Doucet and
// Jasra 2006). P particles start at p_1. At t = 2..T they are weighed by f_t/f_{t-1},
// resampled, and moved by T_t. log w is the sum of the logs of the mean weights. One of the
// particles is returned.
type SMC struct {
	Problem
	P int // the number of particles, at least 1
	// Share says when to resample: if the effective sample size of the weights falls below
	// Share times P. With +Inf the particles are resampled at every level.
	Share float64
}

// Cost is P times the cost of AIS.
func (p SMC) Cost() float64 { return float64(p.P) * AIS{p.Problem}.Cost() }

// Adaptive reports whether the program looks at the weights before it resamples.
func (p SMC) Adaptive() bool { return !math.IsInf(p.Share, 1) }

// Path returns the steps of the particles, with constants taken off the log densities. So rise is
// to be added to the log w of a run along the path.
func (p SMC) Path() (path Path, rise float64) {
	a, rise := p.Lowered()
	return newLevels(a, 1), rise
}

// Forward runs the particles and picks one of them, by the weights since the last resampling.
// If all weights are 0 it stops there, and log w is -Inf.
func (p SMC) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := p.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Forwards makes a run with each of the dice. All go from level to level together, so that a level is
// computed once.
func (p SMC) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	path, rise := p.Path()
	xs, logw = forwards(path, p.P, p.Share, dice)
	floats.AddConst(rise, logw)
	return xs, logw
}

// Reverse is the conditional run of Andrieu, Doucet and Holenstein (2010). The path that led
// to x is drawn by the reversals, and one particle follows it. The others are free. A free
// particle may have the kept one as its ancestor, and then it goes its own way. The number of
// the kept particle does not matter, because particles are exchangeable. Nor does it matter if
// they are resampled only now and then: whether they are depends on the weights of all
// particles, and so the decision is the same in both directions. log w is +Inf if no forward run
// takes the path.
func (p SMC) Reverse(x int, d chains.Dice) float64 {
	return p.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Reverses makes a conditional run to each x. All go from level to level together.
func (p SMC) Reverses(xs []int, dice []chains.Dice) (logw []float64) {
	path, rise := p.Path()
	logw = reverses(path, p.P, p.Share, xs, dice)
	floats.AddConst(rise, logw)
	return logw
}
