package samplers

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/exact/timeaverage"
	"breadboard/experiments/columns"
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

// exactly returns the scores of a kernel on a density, and the truth of each function from each start, in
// this order.
func (d design) exactly(ctx context.Context, e entry, s score.Subject) (scores []score.Row, all [][]truth,
	err error) {
	values := make([][]float64, len(e.functions))
	for f, function := range e.functions {
		values[f] = s.Values(function.Of)
	}
	starts, halfway, occupied := d.laws(e, s, writeOut(s.Operator(), s.OnStates(s.P)))
	ns := append([]int{d.n / 10, d.n / 2, d.n}, d.budgets...)
	measured, err := s.Chain().Measure(ctx, values, append(starts, halfway...), ns)
	if err != nil {
		return nil, nil, err
	}
	limits := s.Limits(values)
	all = make([][]truth, len(values))
	for f, function := range e.functions {
		mean, _ := function.Truth(s.P)
		for i, start := range e.starts {
			one, two := measured[f][i], measured[f][len(e.starts)+i]
			all[f] = append(all[f], truth{whole: one[2], first: one[1], last: two[1], early: one[0].Bias,
				power: power(occupied[i], values[f], mean), limit: limits[f].MSE})
			for k, budget := range d.budgets {
				scores = append(scores, score.Row{Density: s.Density, Kernel: s.Kernel, Function: function.Name,
					Start: start.Name, Accuracy: one[3+k], Budget: budget, Limit: columns.Real(limits[f].Efficiency)})
			}
		}
	}
	return scores, all, nil
}

// laws are, for each start, its law, that after half of the steps, and the mean law over all steps. From a
// start that no chains are drawn from, only the first is right.
func (d design) laws(e entry, s score.Subject, written rows) (starts, halfway, occupied [][]float64) {
	for _, start := range e.starts {
		law := s.OnStates(start.Law)
		half, mean := law, law
		if slices.Contains(d.sampled, start.Name) && !slices.Equal(start.Law, s.P) { // that stays as it is
			half, mean = written.follow(law, d.n)
		}
		starts, halfway, occupied = append(starts, law), append(halfway, half), append(occupied, mean)
	}
	return starts, halfway, occupied
}

// power is the mean of (h - mean)² under a law.
func power(law, h []float64, mean float64) (sum float64) {
	for x, p := range law {
		if p > 0 {
			sum += p * (h[x] - mean) * (h[x] - mean)
		}
	}
	return sum
}

// pooled is the real ESS of the mean over all draws of k chains.
func (t truth) pooled(k int) float64 {
	return t.whole.Spread / (t.whole.Bias*t.whole.Bias + t.whole.Variance/float64(k))
}

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
	return diagnostics.ExactRHat(t.first.N, within, between)
}

// geweke is the exact counterpart of Geweke's z: the expected difference between the first tenth of
// a chain and its last half, over the standard error that both would have if they were long. That
// is 0 from an exact start: then Geweke's z looks for what is not there.
func (t truth) geweke() float64 {
	n := float64(t.whole.N)
	return (t.early - t.last.Bias) / math.Sqrt(t.limit*(1/math.Floor(n/10)+1/float64(t.last.N)))
}

// rows are those of an operator, written out: the moves of state x are from[x] to from[x+1].
type rows struct {
	from []int
	to   []int32
	p    []float64
}

// writeOut writes out an operator that is aimed at the law p. A state whose mass is below any float has
// none: instead of moving there the chain stays.
func writeOut(op chains.Operator, p []float64) rows {
	r := rows{from: []int{0}}
	for x := range p {
		stay := chains.StayProbability(op, x)
		op.Row(x, func(y int, prob float64) {
			if p[y] == 0 {
				stay += prob
				return
			}
			r.to, r.p = append(r.to, int32(y)), append(r.p, prob)
		})
		r.to, r.p = append(r.to, int32(x)), append(r.p, stay)
		r.from = append(r.from, len(r.to))
	}
	return r
}

// follow returns the law after n/2 steps from a law, and its mean over steps 1 to n.
func (r rows) follow(law []float64, n int) (half, mean []float64) {
	now, next, mean := slices.Clone(law), make([]float64, len(law)), make([]float64, len(law))
	for step := 1; step <= n; step++ {
		clear(next) // nothing is subtracted, so that a state that no way leads to has no mass
		for x, mass := range now {
			if mass > 0 {
				p := r.p[r.from[x]:r.from[x+1]]
				for k, y := range r.to[r.from[x]:r.from[x+1]] {
					next[y] += mass * p[k]
				}
			}
		}
		now, next = next, now
		for x, p := range now {
			mean[x] += p / float64(n)
		}
		if step == n/2 {
			half = slices.Clone(now)
		}
	}
	return half, mean
}
