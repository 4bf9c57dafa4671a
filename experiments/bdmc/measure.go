package bdmc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// measure makes the rows of a family at one budget: one for each direction that is studied.
func (f family) measure(ctx context.Context, c Case, budget int, size Size) (rows []Row, err error) {
	e, p := f.aim(c, budget)
	m := measured{e: e, p: p, logP: c.LogP, size: size}
	if f.exactTo == 0 || budget <= f.exactTo {
		a, err := accounts.Of(ctx, e, p)
		if err != nil {
			return nil, err
		}
		m.account = &a
	}
	r := Row{Case: c.Name, Knob: f.knob, Budget: budget, Cost: e.Cost()}
	if f.forward != "" {
		r.Estimator, r.Combine = f.forward, Arithmetic
		if r.Single, r.Combined, err = m.forward(ctx); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	if f.reverse != "" {
		r.Estimator, r.Combine = f.reverse, Harmonic
		if r.Single, r.Combined, err = m.reverse(ctx); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// A measured program is scored in both directions.
type measured struct {
	e       programs.Estimator
	p       programs.Problem
	logP    float64
	account *accounts.Account // nil if it would take long
	size    Size
}

// forward scores one forward run, and the arithmetic mean of 25. The mean is scored exactly for
// likelihood weighting. Other programs have exact averages too (package averages), but these take
// from seconds to minutes a row on 5,000 cells, and runs take less than a second.
func (m measured) forward(ctx context.Context) (one, all Score, err error) {
	if m.account != nil {
		one = Score{How: m.account.How, Bias: -m.account.Paths.Forward, RMSE: m.account.RMSEFwd()}
	}
	if _, ok := m.e.(programs.SIR); ok {
		c, err := averages.Arithmetic(ctx, m.e, m.p, Trials)
		return one, Score{How: accounts.Integral, Bias: c.Mean, RMSE: c.RMSE()}, err
	}
	return m.sampled(ctx, one, false, Arithmetic)
}

// reverse scores one reverse run, and 25 by their harmonic mean. They start at exact samples of
// their own.
func (m measured) reverse(ctx context.Context) (one, all Score, err error) {
	if m.account != nil {
		one = Score{How: m.account.How, Bias: m.account.Paths.Reverse, RMSE: m.account.RMSERev()}
	}
	if _, ok := m.e.(programs.Direct); ok {
		c, err := averages.Harmonic(ctx, m.e, m.p, Trials)
		return one, Score{How: accounts.Integral, Bias: c.Mean, RMSE: c.RMSE()}, err
	}
	return m.sampled(ctx, one, true, Harmonic)
}

// sampled scores 25 runs in one direction by sampling. One run keeps its exact score if there is
// an account.
func (m measured) sampled(ctx context.Context, one Score, reverse bool, by Combination) (_, all Score, err error) {
	errors, err := m.runs(ctx, reverse)
	if err != nil {
		return one, all, err
	}
	if m.account == nil {
		one = sampledScore(errors)
	}
	return one, sampledScore(combined(errors, by)), nil
}

// runSeed is the seed of all runs.
const runSeed = 1

// runs returns the errors of runs in one direction. Runs of one particle on a path share its
// densities, so more of them are made.
func (m measured) runs(ctx context.Context, reverse bool) (errors []float64, err error) {
	runs, rise := Trials*m.size.Groups, 0.0
	if path, above, ok := pathOf(m.e); ok {
		errors, err = along(ctx, path, targetOf(m.p), reverse, runs*sideBySide)
		rise = above
	} else {
		var e programs.Estimator = forwardOnly{m.e}
		if reverse {
			e = backward{m.e.(programs.Program), targetOf(m.p)}
		}
		var r sample.Runs
		r, err = sample.RunProgram(ctx, e, m.p, sample.Options{Chains: runs, Seed: runSeed, Workers: 1})
		errors = r.Forward.LogW
	}
	floats.AddConst(rise-m.logP, errors)
	return errors, err
}

// pathOf returns the path of a program that is one particle on a path. Annealing is SMC with one
// particle.
func pathOf(e programs.Estimator) (path programs.Path, rise float64, ok bool) {
	switch e := e.(type) {
	case programs.AIS:
		path, rise = programs.SMC{Problem: e.Problem, P: 1, Share: math.Inf(1)}.Path()
	case programs.SMC:
		path, rise = e.Path()
	}
	return path, rise, path != nil
}

// targetOf returns the posterior.
func targetOf(p programs.Problem) []float64 {
	_, last := p.Ends()
	return chains.Normalized(last)
}

// sideBySide: runs that share densities are at least so many times as fast as others.
const sideBySide = 5

// forwardOnly hides the reverse of a program, so that no runs are spent on it.
type forwardOnly struct{ programs.Estimator }

// A backward program is an estimator by the reverse runs of another, each from an exact sample.
type backward struct {
	programs.Program
	target []float64
}

// Forward draws a cell and runs back from it.
func (b backward) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick(b.target)
	return x, b.Reverse(x, d)
}
