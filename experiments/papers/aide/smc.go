package aide

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// An smc is the authors' SMC on the regression (Algorithm 3), and in reverse the conditional SMC of Algorithm 1. It
// takes in one datum after another. Particles come from the prior. Before each later datum they are resampled by
// weight, and each makes steps of Metropolis-Hastings with proposals from the prior, which are drawn from a table.
// programs.SMC with Data has the same distribution, but makes its path anew in every run.
type smc struct {
	prior     chains.Distribution
	logs      [][]float64 // logs[t][x] is the log likelihood of the first t data
	steps     int
	particles int
}

func newSMC(r regression, steps, particles int) smc {
	s := smc{prior: chains.NewDistribution(chains.Normalized(r.steps[0])), steps: steps, particles: particles}
	for _, joint := range r.steps {
		s.logs = append(s.logs, floats.SubTo(make([]float64, len(joint)), joint, r.steps[0]))
	}
	return s
}

// Forward returns one of the last particles, by weight.
func (s smc) Forward(d chains.Dice) (x int, logw float64) {
	now, weights, logw := s.run(nil, d)
	return now[d.Pick(chains.Normalized(weights))], logw
}

// Reverse draws the particle that became x back to its start, by the same moves, which are reversible. It is never
// replaced; the others are free, and may descend from it.
func (s smc) Reverse(x int, d chains.Dice) (logw float64) {
	kept := make([]int, len(s.logs)-1)
	for t := len(kept) - 1; t >= 0; t-- {
		kept[t] = x
		if t > 0 {
			x = s.move(t, x, d)
		}
	}
	_, _, logw = s.run(kept, d)
	return logw
}

// run returns the particles after the last datum with their log weights. log w is the sum of the logs of the mean
// weights. The first particle is the kept one, if there is one.
func (s smc) run(kept []int, d chains.Dice) (now []int, weights []float64, logw float64) {
	now = make([]int, s.particles)
	before := make([]int, s.particles)
	weights = make([]float64, s.particles)
	for t := range len(s.logs) - 1 {
		before, now = now, before
		var shares chains.Distribution
		if t > 0 {
			shares = chains.NewDistribution(chains.Normalized(weights))
		}
		for j := range now {
			switch {
			case j == 0 && kept != nil:
				now[j] = kept[t]
			case t == 0:
				now[j] = s.prior.Draw(d)
			default:
				now[j] = s.move(t, before[shares.Draw(d)], d)
			}
			weights[j] = s.logs[t+1][now[j]] - s.logs[t][now[j]]
		}
		logw += floats.LogSumExp(weights) - math.Log(float64(s.particles))
	}
	return now, weights, logw
}

// move leaves the posterior of the first t data invariant.
func (s smc) move(t, x int, d chains.Dice) int {
	for range s.steps {
		y := s.prior.Draw(d)
		rise := s.logs[t][y] - s.logs[t][x]
		if rise >= 0 {
			x = y
		} else if a := math.Exp(rise); a > 0 && d.Pick([]float64{a, 1 - a}) == 0 {
			x = y
		}
	}
	return x
}
