package aide

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/hmm"
	"breadboard/chains/programs"
	exactly "breadboard/exact/hmm"
)

// A slipFilter is a filter with the optimal proposal, as the authors coded it. In their conditional run the kept
// particle's weight at step t is p(y_t | x_{t-1} = its state at t), where forward runs have its state at t-1. So the
// two runs belong to different programs, and break the law of package programs.
type slipFilter struct {
	hmm.Filter
	weights [][]float64 // by step and state
}

func newSlipFilter(m *hmm.Model, P int) hmm.Program {
	return slipFilter{hmm.NewFilter(m, programs.Optimal, P), ahead(m)}
}

// Reverse weighs the kept particle by the wrong states, except at the first step, which has one weight.
func (f slipFilter) Reverse(states []int, d chains.Dice) float64 {
	weights := make([]float64, f.Model.Len())
	for t, state := range states {
		weights[t] = f.weights[t][state]
	}
	return f.Keep(states, weights, d)
}

// ahead returns p(y_t | x_{t-1}) by step and by state x_{t-1}; at the first step it is p(y_1).
func ahead(m *hmm.Model) (weights [][]float64) {
	for t := range m.Len() {
		row := make([]float64, m.States())
		for x := range row {
			next := m.Next(x)
			if t == 0 {
				next = m.Initial()
			}
			row[x] = floats.Dot(next, m.Seen(t))
		}
		weights = append(weights, row)
	}
	return weights
}

// slipAlone returns the expectation of AIDE at M = 1 with the slip, between the posterior and one particle with the
// optimal proposal: E_p[wrong log w] - E_q[log w], where q is the distribution of the filter's paths. By the true
// weights, E_q[log w] is log p(y) - KL(q||p).
func slipAlone(m *hmm.Model) float64 {
	posterior, logP := exactly.Posterior(m)
	sum := exactly.PathDivergence(posterior, exactly.Alone(m, programs.Optimal)).Reverse - logP
	weights := ahead(m)
	for t, states := range posterior.Marginals() {
		for x, p := range states {
			sum += p * math.Log(weights[t][x])
		}
	}
	return sum
}
