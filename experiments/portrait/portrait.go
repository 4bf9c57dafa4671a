// Package portrait collects what is drawn of an annealing: the laws of its samples and of its
// target by cell, B by step and by cell, the betas, and the law of log w, forward and in reverse,
// exactly and, if chains were run, as a histogram of theirs (law.go).
//
// A Portrait is data alone. Package reports/runs draws it.
package portrait

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
)

// A Portrait is an annealing at one T, with everything that is drawn of it.
type Portrait struct {
	experiments.Exact
	P     []float64 // the target, by cell; the law of the samples is CellQ, and the betas are Schedule's
	Parts []float64 // of B, by cell; their sum is B
	Laws  Laws
	Check *experiments.CrossCheck // nil if no chains were run
}

// Exactly makes a portrait of the chain at every T, in the order of ts, without Monte Carlo.
func Exactly(ctx context.Context, c experiments.Chain, ts []int, tell experiments.Progress) ([]Portrait, error) {
	return each(ctx, c, ts, nil, tell)
}

// Sampled also runs chains at every T, and compares their estimates with the exact values.
func Sampled(ctx context.Context, c experiments.Chain, ts []int, s experiments.Sampling,
	tell experiments.Progress) ([]Portrait, error) {
	return each(ctx, c, ts, &s, tell)
}

func each(ctx context.Context, c experiments.Chain, ts []int, s *experiments.Sampling,
	tell experiments.Progress) (all []Portrait, err error) {
	total, done := 0, 0
	for _, T := range ts {
		total += T
	}
	for _, T := range ts {
		p, err := one(ctx, c, T, s, tell.Share(done, done+T, total))
		if err != nil {
			return nil, err
		}
		all, done = append(all, p), done+T
	}
	return all, nil
}

// one makes a portrait at one T. It runs chains unless s is nil.
func one(ctx context.Context, c experiments.Chain, T int, s *experiments.Sampling, tell experiments.Progress) (p Portrait,
	err error) {
	a, choice, tell, err := c.AtWith(ctx, T, tell)
	if err != nil {
		return p, err
	}
	r, err := exact.Options{Progress: tell.Share(0, 1, 3)}.Run(ctx, a)
	if err != nil {
		return p, err
	}
	if p, err = Outlined(ctx, c.Measured(a, r), a); err != nil {
		return p, err
	}
	var runs *sample.Runs
	if p.Choice = choice; s != nil {
		o := sample.Options(*s)
		o.Progress, o.Keep = tell.Share(1, 2, 3), true
		check, err := experiments.Compare(ctx, a, o)
		if err != nil {
			return p, err
		}
		kept := check.Runs
		if check.Chain = c; !s.Keep {
			check.Runs = sample.Runs{}
		}
		p.Check, runs = &check, &kept
	}
	p.Laws, err = newLaws(ctx, a, p.Result, runs)
	return p, err
}

// Outlined makes a portrait of the exact run of an annealing, without the laws of log w, which may take seconds.
func Outlined(ctx context.Context, e experiments.Exact, a chains.Annealing) (Portrait, error) {
	cells := e.Chain.Target.Grid.Size()
	p := Portrait{Exact: e, P: e.Result.P, Parts: make([]float64, cells)}
	if e.Chain.Extended() {
		_, p.P, _ = e.Marginal(cells)
	}
	parts, err := exact.ByCell(ctx, a)
	for x, v := range parts { // the states of a cell lie side by side
		p.Parts[x*cells/len(parts)] += v
	}
	return p, err
}

// LogRatio is log q/p by cell: NaN where both are 0.
func (p Portrait) LogRatio() []float64 {
	return p.byCell(func(q, p float64) float64 { return math.Log(q / p) })
}

// Off is q - p by cell.
func (p Portrait) Off() []float64 { return p.byCell(func(q, p float64) float64 { return q - p }) }

// JParts are the terms of J by cell, (q - p) log q/p, and their sum is J. None is negative. A term
// is infinite if one of q and p is 0, and 0 if both are.
func (p Portrait) JParts() []float64 {
	return p.byCell(func(q, p float64) float64 {
		if q == p {
			return 0
		}
		return (q - p) * math.Log(q/p)
	})
}

// byCell compares q and p. If J is rounding alone, as with the perfect kernel, so is all that differs, and q is p.
func (p Portrait) byCell(f func(q, p float64) float64) []float64 {
	all, same := make([]float64, len(p.P)), p.Rounded() != ""
	for x, q := range p.CellQ {
		if same {
			q = p.P[x]
		}
		all[x] = f(q, p.P[x])
	}
	return all
}
