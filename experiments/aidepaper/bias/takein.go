package bias

import (
	"math"

	"breadboard/chains"
)

// A takeIn is the authors' SMC on the regression: it takes in one datum after another. Particles come
// from the prior. Between two data each makes steps of Metropolis-Hastings with proposals from the
// prior. It is particles.Sequence over cells, and draws from tables of the prior's law.
// programs.SMCData obeys the same law, but makes its path anew in every run.
type takeIn struct {
	prior chains.Law
	logs  [][]float64 // logs[t][x] is the log likelihood of the first t data
	steps int
}

func newTakeIn(r regression, steps int) takeIn {
	s := takeIn{prior: chains.NewLaw(chains.Normalized(r.steps[0])), steps: steps}
	for _, joint := range r.steps {
		logs := make([]float64, len(joint))
		for x, v := range joint {
			logs[x] = v - r.steps[0][x]
		}
		s.logs = append(s.logs, logs)
	}
	return s
}

// Len is the number of data.
func (s takeIn) Len() int { return len(s.logs) - 1 }

// Forward draws from the prior, or moves x, and weighs by datum t.
func (s takeIn) Forward(t int, x int, d chains.Dice) (next int, logw float64) {
	if t == 0 {
		next = s.prior.Draw(d)
	} else {
		next = s.move(t, x, d)
	}
	return next, s.weight(t, next)
}

// Back makes the same moves, which are reversible.
func (s takeIn) Back(t int, x int, d chains.Dice) (before int, logw float64) {
	if t > 0 {
		before = s.move(t, x, d)
	}
	return before, s.weight(t, x)
}

// weight is the log likelihood of datum t.
func (s takeIn) weight(t, x int) float64 { return s.logs[t+1][x] - s.logs[t][x] }

// move leaves the posterior of the first t data invariant.
func (s takeIn) move(t, x int, d chains.Dice) int {
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
