package apart

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// A Pair is two programs that return things of one type X, such as cells, with what is known exactly of
// their distance.
type Pair[X any] struct {
	Gold, Target aide.Program[X]
	Exact        Exact    // at M = 1, if Unknown is nil
	Unknown      []string // why nothing is known exactly

	// Biases returns the exact distance with m runs of each, and the least M up to most that halves the
	// bias, or 0. The error is accounts.ErrTooLarge, if these two are too large for it, or ctx's. It is nil
	// if there is no way.
	Biases func(ctx context.Context, m Counts, most int) (d accounts.Distance, halved int, err error)
}

// An Exact is the exact distance of two programs, with how their accounts were got. Numbers that are not
// known are NaN.
type Exact struct {
	accounts.Distance
	HowGold, HowTarget string
}

// Counts are two numbers of runs: of the gold standard, and of the target program.
type Counts = aide.Counts

// Options say how AIDE runs a pair.
type Options struct {
	Runs    Counts // N_g and N_t, at least 2 each
	Meta    Counts // M_g and M_t, at least 1 each
	Seed    uint64
	Workers int  // below 1: one a core; the numbers do not depend on it
	Alone   bool // whether estimates stand alone: no exact numbers are made
}

// MostRuns and MostMeta are the largest numbers of runs and of meta runs.
const MostRuns, MostMeta = 10_000_000, 1_000_000

// Bytes is the memory of a comparison on a space.
func (o Options) Bytes(s experiments.Space, T int) float64 {
	runs := experiments.Sampling{Chains: max(o.Runs.Gold, o.Runs.Target), Workers: o.Workers}
	return runs.Bytes(s, T) + o.LookBytes()
}

// LookBytes is the memory of the looks.
func (o Options) LookBytes() float64 {
	each := max(o.Meta.Gold, leastSearched) + max(o.Meta.Target, leastSearched)
	return 2 * 8 * float64(o.Runs.Gold+o.Runs.Target) * float64(each)
}

// A Row compares a program with the gold standard.
type Row struct {
	experiments.Setting // the names of the target and of the common annealing, as far as a program had it
	Target, Grid        string
	Gold, Program       string
	T                   int // 0 if neither program has levels
	Options

	Exact             // at M = 1
	Unknown  []string // why nothing is known exactly
	Estimate sample.Estimate
	AtOne    sample.Estimate // the estimate from the same looks at M = 1
	Drop     sample.Estimate // how far it drops from there to Meta; at least 0 in expectation
	Bias     sample.Estimate // of Estimate; its StdErr is NaN if it is exact
	Halving
	Falls    Falls
	Ways     *Ways // of the program from outside; nil if the row is of others
	Warnings []string
}

// Measure runs AIDE on a pair, and returns a row with the numbers and without the names. The error is
// ctx's.
func Measure[X any](ctx context.Context, p Pair[X], o Options, tell experiments.Progress) (Row, error) {
	row := Row{Options: o, Exact: p.Exact, Unknown: p.Unknown, Warnings: p.Unknown}
	if p.Unknown != nil {
		row.Exact = unknown()
	}
	if row.Off > looseOff*max(1, math.Abs(row.Expected)) {
		row.Warnings = append(slices.Clone(row.Warnings), fmt.Sprintf("the exact numbers may be off by %.1g", row.Off))
	}
	exactly, err := row.search(ctx, p.Biases)
	if err != nil {
		return Row{}, err
	}
	if tell != nil {
		tell(1, 2)
	}
	made := o.Meta
	if !exactly {
		made = Counts{Gold: max(made.Gold, row.Searched), Target: max(made.Target, row.Searched)}
	}
	looks, err := sample.AIDE(ctx, p.Gold, p.Target, o.Runs, made,
		sample.Options{Seed: o.Seed, Workers: o.Workers, Progress: tell.Share(1, 2, 2)})
	if err != nil {
		return Row{}, err
	}
	row.Estimate, row.AtOne = estimate(looks.At(o.Meta)), estimate(looks.At(one))
	row.Drop = estimate(looks.Drop(one, o.Meta))
	if exactly {
		row.Falls, err = exactFalls(ctx, p)
		return row, err
	}
	row.Bias, row.Falls = row.biasAt(row.Drop), newFalls(looks, made)
	row.sampled(looks)
	row.Warnings = append(slices.Clone(row.Warnings), row.Falls.warnings()...)
	return row, nil
}

// looseOff is the relative error of exact numbers beyond which a warning tells of it.
const looseOff = 1e-6

// one is M = 1.
var one = Counts{Gold: 1, Target: 1}

func estimate(value, stderr float64) sample.Estimate {
	return sample.Estimate{Value: value, StdErr: stderr}
}

// biasAt is the bias of the estimate that has dropped so far. Every look is compared with itself, so
// this is far less noisy than the estimate less the exact divergence.
func (r Row) biasAt(drop sample.Estimate) sample.Estimate {
	return estimate(r.Exact.Bias.Total()-drop.Value, drop.StdErr)
}

// unknown is a distance of which nothing is known.
func unknown() Exact {
	nan := math.NaN()
	return Exact{Distance: accounts.Distance{Laws: exact.Divergence{Forward: nan, Reverse: nan}, Expected: nan,
		Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}, Off: nan}}
}
