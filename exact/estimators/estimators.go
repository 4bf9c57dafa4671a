// Package estimators says how well estimators of log R do on the same annealed chains, without a draw. Three use the
// weights of whole chains: importance is the log of the mean of w over forward chains, reverse that of the harmonic
// mean over reverse ones, and Bennett's has half of the chains each way. Others are sums over levels of the forward chain:
//
//	stones               Σ log mean_i f_{t+1}/f_t(x_t)                            (stepping stones: Xie et al. 2011)
//	bridges              Σ λ_t: mean_i σ(l(x_t) - λ_t) = mean_i σ(λ_t - l(x_{t+1})), l = log f_{t+1}/f_t, σ logistic
//	trapezium, Simpson   quadratures of mean_i U(x_t) over β, U = log f_T/f_1     (thermodynamic integration)
//	corrected            trapezium less Σ Δ²/12 (s²_{t+1} - s²_t), s² the variance of U     (Friel, Hurn and Wyse 2014)
//
// Bridges are the optimal bridge of Meng and Wong (1996) at each step. With a perfect kernel all x_t are independent
// draws from p_t. With others x_t lags behind p_t: sums over levels have a bias that more chains do not take away.
package estimators

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// An Estimate says how an estimator does; NaN where a rule does not exist: log f_T/f_1 is the slope of log f on geometric
// bridges alone, and Simpson's rule takes three betas that differ.
type Estimate struct {
	Name     string
	How      accounts.How
	Bias, SD float64 // its expectation less log R, and its standard deviation
	States   float64 // that all chains visit: a draw or a step of the kernel each
}

// Of returns all estimators from n chains, at least 2, of an annealing whose ends have mass in the same cells. Of
// others, and where an account of the weights is too large, the error is accounts.ErrTooLarge.
func Of(ctx context.Context, a chains.Annealing, n int) ([]Estimate, error) {
	if !a.SameCells() {
		return nil, fmt.Errorf("%w: the initial density and the target have mass in different cells", accounts.ErrTooLarge)
	}
	a, _ = a.Lowered()
	p, pairs := programs.Problem{Annealing: a, Sample: -1}, float64(n)/2
	importance, e1 := accounts.Arithmetic(ctx, programs.AIS{Problem: p}, p, n)
	reverse, e2 := accounts.Harmonic(ctx, programs.AIS{Problem: p}, p, n)
	variance, bias, e3 := accounts.Bennett(ctx, a)
	if err := cmp.Or(e1, e2, e3); err != nil {
		return nil, err
	}
	states := float64(n * (a.T() - 1)) // no weight needs x_T
	sd := func(c accounts.Combined) float64 { return math.Sqrt(max(0, c.Square-c.Mean*c.Mean)) }
	levels, err := ofLevels(ctx, a, float64(n))
	return append([]Estimate{{"importance", importance.How, importance.Mean, sd(importance), states},
		{"reverse", reverse.How, reverse.Mean, sd(reverse), states},
		{"Bennett", accounts.Leading, bias / pairs, math.Sqrt(variance / pairs), states}}, levels...), err
}

// ofLevels are the sums over levels. Each is, for many chains, the mean of a sum of functions of a chain's states.
func ofLevels(ctx context.Context, a chains.Annealing, n float64) ([]Estimate, error) {
	ends, weights, states := exact.EndLawsOf(a), simpson(a.Schedule.Betas()), n*float64(a.T())
	vector := func() []float64 { return make([]float64, len(ends.P)) }
	all := []Estimate{{"stones", accounts.Leading, 0, 0, states - n}, // without x_T
		{"bridges", accounts.Leading, 0, 0, states}, {"trapezium", accounts.Closed, 0, 0, states},
		{"Simpson", accounts.Closed, 0, 0, states}, {"corrected", accounts.Leading, 0, 0, states}}
	var sums [5]sum
	for k := range sums {
		sums[k].first = vector()
	}
	s := step{law: ends.P1, rise: vector(), whole: ends.LogW}
	if _, geometric := a.Bridge.(chains.Geometric); !geometric {
		s.whole[0] = math.NaN()
	}
	op, l, p, logp, before := a.Kernel.On(a.Grid), a.NewLevel(), vector(), vector(), ends.LogP1
	for t := 2; t <= a.T() && ctx.Err() == nil; t++ {
		a.LevelAt(l, t)
		chains.NormalizeLog(p, logp, l.LogF())
		for x := range logp {
			s.rise[x] = chains.LogRatio(logp[x], before[x])
		}
		before, logp, s.next, s.push = logp, before, s.law, func(dst, q []float64) { copy(dst, q) }
		if t <= a.PathEnd() {
			op.Aim(l)
			s.next, s.push = vector(), op.Push
			chains.PushLaw(op, s.next, s.law)
		}
		h := a.Schedule.Beta(t) - a.Schedule.Beta(t-1)
		for k, of := range []part{s.stone(n), s.bridge(n), s.quadrature(h/2, h/2, 0),
			s.quadrature(weights[t-2], weights[t-1], 0), s.quadrature(h/2, h/2, h*h/12)} {
			all[k].Bias += of.bias
			sums[k].add(s.law, of.here)
			s.push(sums[k].first, slices.Clone(sums[k].first))
			sums[k].add(s.next, of.there)
		}
		s.law = s.next
	}
	for k, m := range sums {
		all[k].SD = math.Sqrt(max(0, m.variance) / n)
	}
	return all, context.Cause(ctx)
}

// A step goes from level t-1 to t.
type step struct {
	law, next   []float64              // of x_{t-1} and of x_t
	rise, whole []float64              // log p_t/p_{t-1}, and log p_T/p_1, which is U less log R
	push        func(dst, q []float64) // by T_t, unless it is left out
}

// A part is what a step adds: to the bias, and for a chain, up to constants, here(x_{t-1}) + there(x_t).
type part struct {
	bias        float64
	here, there func(x int) float64
}

// stone has w = p_t/p_{t-1} over its mean. The log of a mean of n has a bias from its moments, here up to 1/n².
func (s step) stone(n float64) part {
	more, m2, m3 := 0., 0., 0.
	for x, q := range s.law {
		more += q * math.Expm1(s.rise[x])
	}
	w := func(x int) float64 { return math.Exp(s.rise[x]) / (1 + more) }
	for x, q := range s.law {
		y := w(x) - 1
		m2, m3 = m2+q*y*y, m3+q*y*y*y
	}
	return part{math.Log1p(more) - m2/(2*n) + (m3/3-3*m2*m2/4)/(n*n), w, func(int) float64 { return 0 }}
}

// bridge has ψ = σ(l(x_{t-1}) - λ) + σ(l(x_t) - λ) - 1, whose mean falls in λ and is 0 at the root. A chain moves
// the root by ψ over the slope D = -E[ψ'], and n give it the bias Cov(ψ, ψ')/nD² + E[ψ”] Var(ψ)/2nD³.
func (s step) bridge(n float64) part {
	both, sigma, falls := slices.Clone(s.law), slices.Clone(s.law), slices.Clone(s.law)
	floats.Add(both, s.next)
	lambda, by := (floats.Min(s.rise)+floats.Max(s.rise))/2, (floats.Max(s.rise)-floats.Min(s.rise))/4
	for range 60 {
		for x, l := range s.rise {
			sigma[x] = 1 / (1 + math.Exp(lambda-l))
		}
		lambda, by = lambda+math.Copysign(by, floats.Dot(both, sigma)-1), by/2
	}
	for x, v := range sigma {
		falls[x] = v * (1 - v)
	}
	moved, late := make([]float64, len(both)), make([]float64, len(both)) // E[σ(x_{t-1}); x_t] and E[σ(1-σ)(x_{t-1}); x_t]
	s.push(moved, floats.MulTo(slices.Clone(sigma), s.law, sigma))
	s.push(late, floats.MulTo(slices.Clone(sigma), s.law, falls))
	slope := floats.Dot(both, falls)
	cov, variance, second := slope, -1., 0.
	for x, v := range sigma {
		cov -= both[x]*v*falls[x] + moved[x]*falls[x] + late[x]*v
		variance += both[x]*v*v + 2*moved[x]*v
		second += both[x] * falls[x] * (1 - 2*v)
	}
	moves := func(x int) float64 { return sigma[x] / slope }
	return part{lambda + (cov/(slope*slope)+second*variance/(2*slope*slope*slope))/n, moves, moves}
}

// quadrature is c U(x_{t-1}) + d U(x_t) + b (s²_{t-1} - s²_t).
func (s step) quadrature(c, d, b float64) part {
	mean, next := floats.Dot(s.law, s.whole), floats.Dot(s.next, s.whole)
	of := part{here: func(x int) float64 { return c*s.whole[x] + b*(s.whole[x]-mean)*(s.whole[x]-mean) },
		there: func(x int) float64 { return d*s.whole[x] - b*(s.whole[x]-next)*(s.whole[x]-next) }}
	for x, q := range s.law {
		of.bias += q*of.here(x) + s.next[x]*of.there(x)
	}
	return of
}

// simpson has halves of the weights of parabolas through three betas each: NaN if some are equal, or all are two. A
// state takes one half before its kernel's step and one after; the first and the last take one, which is doubled.
func simpson(betas []float64) []float64 {
	halves, unit, last := slices.Clone(betas), make([]float64, len(betas)), len(betas)-1
	alike := len(slices.Compact(slices.Clone(betas))) < max(3, len(betas))
	for k := range betas {
		unit[k] = 0.5
		if halves[k] = math.NaN(); !alike {
			halves[k] = integrate.Simpsons(betas, unit)
		}
		unit[k] = 0
	}
	halves[0], halves[last] = 2*halves[0], 2*halves[last]
	return halves
}

// A sum S of functions of a chain's states so far has E[S - E[S]; x], which kernels push, and its variance.
type sum struct {
	first    []float64
	variance float64
}

func (m *sum) add(law []float64, f func(x int) float64) {
	mean := 0.
	for x, q := range law {
		mean += q * f(x)
	}
	for x, q := range law {
		y := f(x) - mean
		m.variance += y * (2*m.first[x] + y*q)
		m.first[x] += y * q
	}
}
