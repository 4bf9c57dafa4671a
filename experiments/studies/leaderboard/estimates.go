package leaderboard

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/timeaverage"
)

// An Estimate is a way to estimate the expectation of a function h under the target p.
//
// A chain averages h over its steps, and ten chains over those of all ten. Their bias and variance are exact.
//
// Importance sampling, annealing and sequential Monte Carlo estimate it by weighted runs, E[wh]/E[w] (BDMC, Eq. 14,
// with the weights normalised): sum_k w_k h_k / sum_k w_k. Of one run that is h of its last cell, or the mean of h over
// its particles, and its bias and variance are exact. Of K runs they are BiasK/K and VarianceK/K, up to terms in 1/K²:
//
//	BiasK = -E[ŵ² (h - <p,h>)],    VarianceK = E[ŵ² (h - <p,h>)²],    ŵ = w/R.
type Estimate struct {
	Set      string  `column:"set"`
	Family   string  `column:"family"`
	Target   string  `column:"target"`
	Seed     int     `column:"seed"`
	Kernel   string  `column:"kernel"`
	Function string  `column:"function"`
	Method   string  `column:"method"`
	T        int     `column:"T"`
	Charged  float64 `column:"charged"` // evaluations of a run, of all chains
	Free     float64 `column:"free"`
	Mean     float64 `column:"mean"`     // <p,h>
	Spread   float64 `column:"spread"`   // Var_p[h]
	Bias     float64 `column:"bias"`     // of one run
	Variance float64 `column:"variance"` // of one run
	BiasK    float64 `column:"bias_k"`
	VarK     float64 `column:"variance_k"`
	ESS      float64 `column:"ess"` // 1/E[ŵ²]: that of K runs is K times as much, in the limit
	// The evaluations that are worth one exact draw in the limit of many: of runs VarK/Spread times what one takes, and
	// of a chain those of its average.
	DrawCharged float64 `column:"draw_charged"`
	DrawFree    float64 `column:"draw_free"`
	J           float64 `column:"J"` // of the cell that a run returns, or of the last of a chain
}

// numbers are those that are rounded in files.
func (r *Estimate) numbers() []*float64 {
	return []*float64{&r.Charged, &r.Free, &r.Mean, &r.Spread, &r.Bias, &r.Variance, &r.BiasK, &r.VarK, &r.ESS,
		&r.DrawCharged, &r.DrawFree, &r.J}
}

// The methods. The number of particles stands behind the name.
const (
	oneChain   = "chain"
	tenChains  = "10 chains"
	importance = "importance" // draws of the start, which are weighed and not moved
	annealing  = "annealing"
	smc        = "smc"
)

// many is how many chains there are in tenChains.
const many = 10

// A function has a value in every cell.
type function struct {
	name string
	of   []float64
}

// moments are the mean and the variance of h under a law.
func moments(law, h []float64) (mean, variance float64) {
	mean = floats.Dot(law, h)
	for x, p := range law {
		variance += p * (h[x] - mean) * (h[x] - mean)
	}
	return mean, variance
}

// estimate has all that is known without a run.
func (e entrant) estimate(method string, T, P int, h function) Estimate {
	mean, spread := moments(e.byCell(e.last), h.of)
	nan := math.NaN()
	return Estimate{Kernel: e.kernel, Function: h.name, Method: method, T: T, Mean: mean, Spread: spread,
		Charged: float64(P) * charged(T, e.cost), Free: float64(P) * free(T, e.cost), Bias: nan, Variance: nan,
		BiasK: nan, VarK: nan, ESS: nan, DrawCharged: nan, DrawFree: nan, J: nan}
}

// setOneRun sets what is exact of a run whose last cell has the law q.
func (r *Estimate) setOneRun(q []float64, h function) {
	mean, variance := moments(q, h.of)
	r.Bias = mean - r.Mean
	r.Variance = variance
}

// setManyRuns sets the terms in 1/K, where second has E[ŵ²; the run ends in x] by cell.
func (r *Estimate) setManyRuns(second []float64, h function) {
	r.BiasK = 0
	r.VarK = 0
	for x, v := range second {
		d := h.of[x] - r.Mean
		r.BiasK -= v * d
		r.VarK += v * d * d
	}
	r.ESS = 1 / floats.Sum(second)
	r.price()
}

// price sets what is worth one exact draw.
func (r *Estimate) price() {
	r.DrawCharged = r.Charged * r.VarK / r.Spread
	r.DrawFree = r.Free * r.VarK / r.Spread
}

// weighed are the estimates by draws of the start, weighed by f_T/f_1. A draw takes one evaluation.
func (e entrant) weighed(functions []function) (all []Estimate) {
	q := e.byCell(e.first)
	p := e.byCell(e.last)
	second := make([]float64, e.cells)
	for x, mass := range p {
		second[x] = mass * mass / q[x]
	}
	for _, h := range functions {
		r := e.estimate(importance, 1, 1, h)
		r.Charged = 1
		r.setOneRun(q, h)
		r.setManyRuns(second, h)
		r.J = e.jeffreys(e.first)
		all = append(all, r)
	}
	return all
}

// annealed are the estimates by annealings of T levels.
func (e entrant) annealed(ctx context.Context, T int, functions []function) (all []Estimate, err error) {
	law, second, err := e.ended(ctx, chains.Linear(T))
	if err != nil {
		return nil, err
	}
	for _, h := range functions {
		r := e.estimate(annealing, T, 1, h)
		r.setOneRun(e.byCell(law), h)
		r.setManyRuns(e.byCell(second), h)
		r.J = e.jeffreys(law)
		all = append(all, r)
	}
	return all, nil
}

// particled are the estimates by P particles through T levels, for each of some P. They are resampled after each
// weighing. What one run is is known of two particles, and the terms in 1/K of any number.
func (e entrant) particled(ctx context.Context, T int, Ps []int, functions []function) (all []Estimate, err error) {
	squares, err := e.squared(ctx, chains.Linear(T), Ps)
	if err != nil {
		return nil, err
	}
	var both square
	if slices.Contains(Ps, 2) {
		if both, err = e.two(ctx, chains.Linear(T)); err != nil {
			return nil, err
		}
	}
	ones := slices.Repeat([]float64{1}, len(e.last))
	for i, P := range Ps {
		for _, h := range functions {
			r := e.estimate(fmt.Sprintf("%s:%d", smc, P), T, P, h)
			d := e.byState(h.of)
			floats.AddConst(-r.Mean, d)
			r.BiasK = -squares[i].mean(ones, d)
			r.VarK = squares[i].mean(d, d)
			r.ESS = 1 / squares[i].mean(ones, ones)
			r.price()
			if P == 2 {
				law := both.first()
				r.J = e.jeffreys(law)
				r.Bias = floats.Dot(law, d)
				square := 0.0
				for x, v := range law {
					square += v * d[x] * d[x]
				}
				r.Variance = (square+both.mean(d, d))/2 - r.Bias*r.Bias
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// averaged are the estimates by the time averages of a chain and of ten chains, at every price that affords a step.
// draws has the prices of a draw in the limit.
func (e entrant) averaged(ctx context.Context, chain *timeaverage.Chain, draws []float64,
	functions []function) (all []Estimate, err error) {
	start, err := chain.Start(e.first)
	if err != nil {
		return nil, err
	}
	for _, price := range prices {
		for _, chains := range []int{1, many} {
			n := steps(price/chains, e.cost)
			if n < 1 {
				continue
			}
			some := make([]Estimate, len(functions))
			values := make([][]float64, len(functions))
			j, err := e.chainJ(ctx, n)
			if err != nil {
				return nil, err
			}
			for i, h := range functions {
				values[i] = e.byState(h.of)
				r := e.estimate(oneChain, n+1, 1, h)
				if chains == many {
					r.Method = tenChains
				}
				r.Charged = float64(chains) * free(n+1, e.cost)
				r.Free = r.Charged
				r.DrawCharged = draws[i]
				r.DrawFree = draws[i]
				r.J = j
				some[i] = r
			}
			err = chain.Each(ctx, values, []int{n}, func(i, _ int, s timeaverage.Sums) {
				a := s.From(start)
				some[i].Bias = a.Bias
				some[i].Variance = a.Variance / float64(chains)
			})
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
	}
	return all, nil
}

// ress is how many exact draws an estimate is worth, by its squared error.
func (r Estimate) ress() float64 { return r.Spread / (r.Bias*r.Bias + r.Variance) }
