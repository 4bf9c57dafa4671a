package programs

import (
	"errors"
	"math"

	"breadboard/chains"
)

// BIC is the Bayesian information criterion (BDMC, Section 6). It estimates log R by
// max log L - k/2 log N, with the likelihood L = f_T/f_1, N observations and k parameters. Of
// the prior it uses only that cells without mass are ruled out. It draws nothing, and it has no
// reverse.
type BIC struct {
	Problem
	at   int // the cell of the largest likelihood
	logw float64
}

func readBIC(a *Args) Maker {
	k := a.WholeOr("k", 0, 1, MostParticles)
	return func(p Problem) (Estimator, error) { return NewBIC(p, k) }
}

// NewBIC returns the estimator with k parameters; if k is 0 it counts the axes of the grid
// instead. The error says that the problem has no observations to count.
func NewBIC(p Problem, k int) (BIC, error) {
	if p.Observed == nil {
		return BIC{}, errors.New("bic counts a model's observations; a model from its prior would do")
	}
	if k == 0 {
		k = p.Grid.Axes()
	}
	e := newEnds(p)
	at, logL := 0, math.Inf(-1)
	for x, logp1 := range e.logFirst {
		if !math.IsInf(logp1, -1) && e.logw[x] > logL {
			at, logL = x, e.logw[x]
		}
	}
	penalty := float64(k) / 2 * math.Log(float64(p.Observed.N()))
	return BIC{p, at, logL - penalty + e.rise}, nil
}

// Cost counts every cell: the largest likelihood is found by looking at all.
func (p BIC) Cost() float64 { return float64(p.Grid.Size()) }

// Forward returns the cell of the largest likelihood, and the criterion.
func (p BIC) Forward(chains.Dice) (x int, logw float64) { return p.at, p.logw }
