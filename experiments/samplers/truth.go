package samplers

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
)

// A truth is what is exactly so of K chains of N steps: of one start and one function.
type truth struct {
	whole timeaverage.Accuracy // of the mean over one chain
	first timeaverage.Accuracy // of the first half of a chain
	last  timeaverage.Accuracy // of the second half
	early float64              // the bias of the first tenth
	power float64              // the mean of (h - <p, h>)² over the chain
	limit float64              // the asymptotic variance of sqrt(N) times the mean
}

// truths returns the truth of each function from each start, in this order.
func truths(ctx context.Context, s score.Subject, functions []score.Function, starts []score.Start,
	n int) ([][]truth, error) {
	op, states := s.Operator(), s.Chain().States()
	laws := make([][]float64, 2*len(starts)) // where the first half begins, and where the second does
	occupied := make([][]float64, len(starts))
	for i, start := range starts {
		laws[i] = s.OnStates(start.Law)
		if slices.Equal(start.Law, s.P) { // it stays what it is
			laws[len(starts)+i], occupied[i] = laws[i], laws[i]
			continue
		}
		laws[len(starts)+i], occupied[i] = follow(op, laws[i], n)
	}
	values := make([][]float64, len(functions))
	for f, function := range functions {
		values[f] = make([]float64, states)
		for x := range values[f] {
			values[f][x] = function.Of[x/s.Share()]
		}
	}
	all, err := s.Chain().Measure(ctx, values, laws, []int{max(1, n/10), n / 2, n})
	if err != nil {
		return nil, err
	}
	limits := limits(op, s.OnStates(s.P), values)
	out := make([][]truth, len(functions))
	for f, function := range functions {
		mean := expectation(s.P, function.Of)
		for i := range starts {
			one, two := all[f][i], all[f][len(starts)+i]
			power := 0.0
			for x, p := range occupied[i] {
				if p > 0 {
					d := values[f][x] - mean
					power += p * d * d
				}
			}
			out[f] = append(out[f], truth{whole: one[2], first: one[1], last: two[1], early: one[0].Bias,
				power: power, limit: limits[f]})
		}
	}
	return out, nil
}

// limits are the asymptotic variances of functions. They are NaN if the chain does not get from
// every state with mass to every other, or has too many states.
func limits(op chains.Operator, p []float64, functions [][]float64) []float64 {
	if len(p) <= spectra.MaxStates {
		if v, _, err := spectra.Of(op, len(p)).AsymptoticVariances(p, functions); err == nil {
			return v
		}
	}
	return slices.Repeat([]float64{math.NaN()}, len(functions))
}

// follow returns the law of the chain after n/2 steps from a law, and its mean law over n steps.
func follow(op interface{ Push(dst, q []float64) }, law []float64, n int) (half, occupied []float64) {
	now, next, occupied := append([]float64(nil), law...), make([]float64, len(law)), make([]float64, len(law))
	for step := 1; step <= n; step++ {
		op.Push(next, now)
		now, next = next, now
		for x, p := range now {
			occupied[x] += p / float64(n)
		}
		if step == n/2 {
			half = append(half, now...)
		}
	}
	return half, occupied
}

// expectation is <p, h>; cells without mass do not count.
func expectation(p, h []float64) (mean float64) {
	for x, mass := range p {
		if mass > 0 {
			mean += mass * h[x]
		}
	}
	return mean
}

// pooled is the real ESS of the mean over all draws of k chains.
func (t truth) pooled(k int) float64 {
	return t.whole.Spread / (t.whole.Bias*t.whole.Bias + t.whole.Variance/float64(k))
}

// blame is the share of the bias in the mean squared error of one chain.
func (t truth) blame() float64 { return t.whole.Bias * t.whole.Bias / t.whole.MSE() }

// rhat is the exact counterpart of split R-hat: sqrt((n-1)/n + B/W) of the expected variance B
// between the means of the 2k halves of k chains, of n steps each, and of the expected variance W
// within a half (Vehtari et al. 2021, Eqs. 1 to 4). It is +Inf if a chain never moves, and NaN if
// all chains also stand in the same place.
//
// The halves of a chain are dependent. If a and b are their means, the variance among all of them is
//
//	E B = (k (Var a + Var b) + k (E a - E b)²/2 - 2 Var (a+b)/2) / (2k-1).
func (t truth) rhat(k int) float64 {
	a, b, of, n := t.first, t.last, float64(k), float64(t.first.N)
	apart := a.Bias - b.Bias
	between := (of*(a.Variance+b.Variance) + of*apart*apart/2 - 2*t.whole.Variance) / (2*of - 1)
	within := n / (n - 1) * (t.power - (a.MSE()+b.MSE())/2)
	if rounding := 1e-12 * t.power; within < rounding {
		within, between = 0, max(between, 0)
		if between < rounding {
			return math.NaN()
		}
	}
	return math.Sqrt((n-1)/n + between/within)
}

// geweke is the exact counterpart of Geweke's z: the expected difference between the first tenth of
// a chain and its last half, over the standard error that both would have if they were long. That
// is 0 from an exact start: then Geweke's z looks for what is not there.
func (t truth) geweke() float64 {
	n := float64(t.whole.N)
	return (t.early - t.last.Bias) / math.Sqrt(t.limit*(1/math.Floor(n/10)+1/float64(t.last.N)))
}
