// Package particles is sequential Monte Carlo over particles of any type: paths of hidden states,
// or partitions of the data so far. It is the sampler of AIDE's Algorithm 3, and its reverse is the
// generalised conditional SMC of Algorithm 1. Package programs has SMC over the cells of a grid,
// along the levels of an annealing.
//
// A Sequence says how one particle goes from step to step and how it is weighed; and, in reverse,
// where a particle may have come from. Its target grows: p_t is a density over the particles of
// step t, and the last is the target of the program. With k the law of a step forward, ℓ that of
// the step back, and w the weight,
//
//	p_{t-1}(x) k(x, y) w(x, y) = p_t(y) ℓ(y, x)
//
// (supplement, Eq. 1). The weight belongs to the pair: particles are weighed after they have moved,
// and then resampled.
package particles

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Sequence takes one particle through the steps 0..Len()-1. Its values do not change, and
// goroutines may share them. Neither method may change the particle that it is given.
type Sequence[X any] interface {
	// Len is the number of steps, at least 1.
	Len() int
	// Forward draws the particle of step t that comes after x, with the log weight of the step. At
	// t = 0 there is no x before it, and x is the zero X.
	Forward(t int, x X, d chains.Dice) (next X, logw float64)
	// Back draws the particle of step t-1 that x of step t came from, with the log weight of step t.
	// At t = 0 the particle before is of no use.
	Back(t int, x X, d chains.Dice) (before X, logw float64)
}

// SMC takes P particles through a sequence. At every step the particles of the step before are
// resampled by weight, and each offspring moves and is weighed. log w is the sum of the logs of the
// mean weights. One of the last particles is returned, by weight.
type SMC[X any] struct {
	Sequence[X]
	P int // the number of particles, at least 1
}

// Forward runs the particles. If all weights are 0 it stops there, and log w is -Inf.
func (s SMC[X]) Forward(d chains.Dice) (x X, logw float64) {
	c := s.newCrowd()
	for t := range s.Len() {
		c.step(t, d, 0)
		if logw += c.logMean(); math.IsInf(logw, -1) {
			return c.now[0], logw
		}
	}
	return c.now[d.Pick(chains.Normalized(c.logw))], logw
}

// Reverse is the conditional run. The particle that became x is drawn back to its start, and is then
// kept: it is never replaced. The others are free, and may descend from it. log w is +Inf if no
// forward run returns x along these steps.
func (s SMC[X]) Reverse(x X, d chains.Dice) (logw float64) {
	kept := make([]X, s.Len())
	weights := make([]float64, s.Len())
	kept[s.Len()-1] = x
	for t := s.Len() - 1; t >= 0; t-- {
		var before X
		if before, weights[t] = s.Back(t, kept[t], d); math.IsInf(weights[t], 0) {
			return math.Inf(1) // the particle is never kept forward, or never proposed
		}
		if t > 0 {
			kept[t-1] = before
		}
	}
	c := s.newCrowd()
	for t := range s.Len() {
		c.step(t, d, 1)
		c.now[0], c.logw[0] = kept[t], weights[t]
		logw += c.logMean()
	}
	return logw
}

// A crowd is particles of one step, with their weights, and those of the step before.
type crowd[X any] struct {
	SMC[X]
	before, now []X
	logw        []float64
}

func (s SMC[X]) newCrowd() *crowd[X] {
	return &crowd[X]{s, make([]X, s.P), make([]X, s.P), make([]float64, s.P)}
}

// step resamples the particles and takes them to step t; the first few are left to the caller.
func (c *crowd[X]) step(t int, d chains.Dice, few int) {
	c.before, c.now = c.now, c.before
	var shares chains.Law
	if t > 0 && few < c.P {
		shares = chains.NewLaw(chains.Normalized(c.logw))
	}
	for j := few; j < c.P; j++ {
		var from X
		if t > 0 {
			from = c.before[shares.Draw(d)]
		}
		c.now[j], c.logw[j] = c.Sequence.Forward(t, from, d)
	}
}

// logMean is the log of the mean weight.
func (c *crowd[X]) logMean() float64 {
	return floats.LogSumExp(c.logw) - math.Log(float64(c.P))
}
