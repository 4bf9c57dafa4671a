package bdmc

import (
	"context"

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

// forward scores one forward run, and 25 by their arithmetic mean. Likelihood weighting is its
// own combination.
func (m measured) forward(ctx context.Context) (one, all Score, err error) {
	if m.account != nil {
		one = Score{How: m.account.How, Bias: -m.account.Paths.Forward, RMSE: m.account.RMSEFwd()}
	}
	if _, ok := m.e.(programs.SIR); ok {
		c, err := averages.Arithmetic(ctx, m.e, m.p, Trials)
		return one, Score{How: accounts.Integral, Bias: c.Mean, RMSE: c.RMSE()}, err
	}
	errors, err := m.runs(ctx, false)
	if err != nil {
		return one, all, err
	}
	if m.account == nil {
		one = sampledScore(errors)
	}
	return one, sampledScore(combined(errors, Arithmetic)), nil
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
	errors, err := m.runs(ctx, true)
	if err != nil {
		return one, all, err
	}
	if m.account == nil {
		one = sampledScore(errors)
	}
	return one, sampledScore(combined(errors, Harmonic)), nil
}

// runSeed is the seed of all runs.
const runSeed = 1

// runs returns the errors of runs in one direction. Runs that take one path side by side share
// its densities, and there are more of them.
func (m measured) runs(ctx context.Context, reverse bool) (errors []float64, err error) {
	o := sample.Options{Chains: Trials * m.size.Groups, Seed: runSeed, Workers: 1}
	var e programs.Estimator = forwardOnly{m.e}
	switch of := m.e.(type) {
	case programs.AIS:
		o.Chains *= sideBySide
		e = of
	case programs.SMCData:
		errors, err = along(ctx, of, reverse, o.Chains*sideBySide)
		floats.AddConst(-m.logP, errors)
		return errors, err
	default:
		if reverse {
			e = newBackward(m.e.(programs.Program), m.p)
		}
	}
	r, err := sample.RunProgram(ctx, e, m.p, o)
	if err != nil {
		return nil, err
	}
	errors = r.Forward.LogW
	if _, ok := e.(programs.AIS); ok && reverse {
		errors = r.Reverse.LogW
	}
	floats.AddConst(r.Rise-m.logP, errors)
	return errors, nil
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

func newBackward(of programs.Program, p programs.Problem) backward {
	_, last := p.Ends()
	return backward{of, chains.Normalize(make([]float64, len(last)), last)}
}

// Forward draws a cell and runs back from it.
func (b backward) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick(b.target)
	return x, b.Reverse(x, d)
}
