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
	now, logws, logw := s.run(nil, nil, d)
	if math.IsInf(logw, -1) {
		return now[0], logw
	}
	return now[d.Pick(chains.Normalized(logws))], logw
}

// Reverse is the conditional run. The particle that became x is drawn back to its start, and is then
// kept: it is never replaced. The others are free, and may descend from it. log w is +Inf if no
// forward run returns x along these steps.
func (s SMC[X]) Reverse(x X, d chains.Dice) (logw float64) {
	kept := make([]X, s.Len())
	weights := make([]float64, s.Len())
	for t := s.Len() - 1; t >= 0; t-- {
		kept[t] = x
		if x, weights[t] = s.Back(t, x, d); math.IsInf(weights[t], 0) {
			return math.Inf(1) // the particle is never kept forward, or never proposed
		}
	}
	_, _, logw = s.run(kept, weights, d)
	return logw
}

// run takes the particles through the steps, and returns the last with their log weights. At every step those of the
// step before are resampled. The first is the kept one, with its log weights, if there is one.
func (s SMC[X]) run(kept []X, weights []float64, d chains.Dice) (now []X, logws []float64, logw float64) {
	now = make([]X, s.P)
	before := make([]X, s.P)
	logws = make([]float64, s.P)
	for t := 0; t < s.Len() && !math.IsInf(logw, -1); t++ {
		before, now = now, before
		var shares chains.Law
		if t > 0 {
			shares = chains.NewLaw(chains.Normalized(logws))
		}
		for j := range now {
			if j == 0 && kept != nil {
				now[j], logws[j] = kept[t], weights[t]
				continue
			}
			var from X
			if t > 0 {
				from = before[shares.Draw(d)]
			}
			now[j], logws[j] = s.Sequence.Forward(t, from, d)
		}
		logw += floats.LogSumExp(logws) - math.Log(float64(s.P))
	}
	return now, logws, logw
}
