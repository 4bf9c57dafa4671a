// Package portrait computes what package reports/runs draws of an annealing, cell by cell.
package portrait

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
)

// A Portrait has all numbers that are drawn of an annealing at one T.
type Portrait struct {
	experiments.Exact                   // P is the target by cell, and Q the distribution of the samples
	BParts            []float64         // of B, by cell; their sum is B. nil without a B
	Check             *crosscheck.Check // nil if no chains were run
}

// Exactly makes a portrait of the annealing of every T, in the order of ts, without Monte Carlo.
func Exactly(ctx context.Context, an experiments.Annealer, ts []int,
	progress experiments.Progress) ([]Portrait, error) {
	return Sampled(ctx, an, ts, crosscheck.Plan{}, progress)
}

// Sampled makes portraits as Exactly does, and adds a check by chains unless the plan has none.
func Sampled(ctx context.Context, an experiments.Annealer, ts []int, s crosscheck.Plan,
	progress experiments.Progress) ([]Portrait, error) {
	if s.Chains == 0 {
		an = an.TakingMisses()
	}
	runs := sample.ChainBytes * float64(s.Chains)
	return experiments.ForEachT(ctx, an, ts, 1, 0, runs, progress, func(ctx context.Context, at experiments.Task,
		progress experiments.Progress) (p Portrait, err error) {
		r, err := exact.Options{ByLevel: an.ByLevel, Progress: progress.Share(0, 1, 2)}.Run(ctx, at.Annealing)
		if err != nil {
			return p, err
		}
		p, err = newPortrait(ctx, an.ExactOf(at.Annealing, r), at.Annealing)
		p.Choice = at.Choice
		if err != nil || s.Chains == 0 {
			return p, err
		}
		check, err := crosscheck.Run(ctx, an, at.Annealing, "", s, progress.Share(1, 2, 2))
		p.Check = &check
		return p, err
	})
}

// newPortrait makes a portrait of the exact run of an annealing.
func newPortrait(ctx context.Context, e experiments.Exact, a chains.Annealing) (Portrait, error) {
	if a.Misses != "" {
		return Portrait{Exact: e}, nil
	}
	frames, err := exact.Frames(ctx, a, []int{1, a.T()})
	if err != nil {
		return Portrait{}, err
	}
	return Portrait{Exact: e, BParts: frames[1].Parts}, nil
}

// LogRatio returns log q/p by cell: NaN where both are 0.
func (p Portrait) LogRatio() []float64 {
	return p.byCell(func(q, p float64) float64 { return math.Log(q / p) })
}

// Difference returns q - p by cell.
func (p Portrait) Difference() []float64 {
	return p.byCell(func(q, p float64) float64 { return q - p })
}

// JParts returns the terms of J by cell, (q - p) log q/p, whose sum is J. None is negative. A term is infinite if one
// of q and p is 0, and 0 if both are.
func (p Portrait) JParts() []float64 {
	return p.byCell(func(q, p float64) float64 {
		if q == p {
			return 0
		}
		return (q - p) * math.Log(q/p)
	})
}

// byCell compares q and p. If J is 0, as with the perfect kernel, all that differs is rounding, and q is p.
func (p Portrait) byCell(f func(q, p float64) float64) []float64 {
	all := make([]float64, len(p.P))
	same := p.J() == 0
	for x, q := range p.Q {
		if same {
			q = p.P[x]
		}
		all[x] = f(q, p.P[x])
	}
	return all
}
