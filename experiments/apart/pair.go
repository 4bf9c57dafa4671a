package apart

import (
	"context"
	"errors"
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

// MostWeights is the largest number of log weights of all looks together.
const MostWeights = 100_000_000

// Weights is the number of log weights of all looks, which are kept.
func (o Options) Weights() int {
	each := max(o.Meta.Gold, leastSearched) + max(o.Meta.Target, leastSearched)
	return (o.Runs.Gold + o.Runs.Target) * each
}

// A Row compares a program with the gold standard.
type Row struct {
	experiments.Setting        // the names of the target and of the common annealing, as far as a program had it
	Target, Grid, Kinds string // Kinds are those of the axes
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

// measure runs AIDE on a pair, and returns a row with the numbers and without the names. The error is
// ctx's.
func measure[X any](ctx context.Context, p Pair[X], o Options, tell experiments.Progress) (Row, error) {
	row := Row{Options: o, Exact: p.Exact, Unknown: p.Unknown, Warnings: p.Unknown}
	if p.Unknown != nil {
		nan := math.NaN()
		row.Exact = Exact{Distance: accounts.Distance{Laws: exact.Divergence{Forward: nan, Reverse: nan}, Expected: nan,
			Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}, Off: nan}}
	}
	if row.Off > looseOff*max(1, math.Abs(row.Expected)) {
		row.Warnings = append(slices.Clone(row.Warnings), fmt.Sprintf("the exact numbers may be off by %.1g", row.Off))
	}
	exactly, err := row.search(ctx, p.Biases)
	if err != nil {
		return Row{}, err
	}
	tell.Tell(1, 2)
	made := o.Meta
	if !exactly {
		made = Counts{Gold: max(made.Gold, row.Searched), Target: max(made.Target, row.Searched)}
	}
	looks, err := sample.AIDE(ctx, p.Gold, p.Target, o.Runs, made,
		sample.Options{Seed: o.Seed, Workers: o.Workers, Progress: tell.Share(1, 2, 2)})
	if err != nil {
		return Row{}, err
	}
	row.Estimate = estimate(looks.At(o.Meta))
	row.AtOne = estimate(looks.At(one))
	row.Drop = estimate(looks.Drop(one, o.Meta))
	if exactly {
		// The part of the bias that belongs to a program depends on the number of its own runs alone.
		m, from := Counts{Gold: leastSearched, Target: leastSearched}, p.Exact.Bias
		d, _, err := p.Biases(ctx, m, 1)
		row.Falls = Falls{m, sample.Exactly(from.Gold() - d.Bias.Gold()),
			sample.Exactly(from.Target() - d.Bias.Target()), 1, 1}
		return row, err
	}
	row.Bias = row.biasAt(row.Drop)
	row.Falls = newFalls(looks, made)
	row.sampled(looks)
	row.Warnings = append(slices.Clone(row.Warnings), row.Falls.warnings()...)
	return row, nil
}

// looseOff is the relative error of exact numbers beyond which a warning tells of it.
const looseOff = 1e-6

var one = Counts{Gold: 1, Target: 1}

func estimate(value, stderr float64) sample.Estimate {
	return sample.Estimate{Value: value, StdErr: stderr}
}

// biasAt is the bias of the estimate that has dropped so far. Every look is compared with itself, so
// this is far less noisy than the estimate less the exact divergence.
func (r Row) biasAt(drop sample.Estimate) sample.Estimate {
	return estimate(r.Exact.Bias.Total()-drop.Value, drop.StdErr)
}

// Falls say how far the estimate falls in expectation as one program has M reverse runs in place of one:
// Theorem 1 says that neither is below 0. From looks the fall is paired: every look is compared with
// itself. A StdErr is NaN if the fall is exact.
type Falls struct {
	Runs         Counts // M of each; no fall is known if it is 1
	Gold, Target sample.Estimate
	// GoldChance and TargetChance bound the probability of looks like these if the program obeys its law
	// (aide.Estimate.Chances). They are 1 for exact falls.
	GoldChance, TargetChance float64
}

// newFalls has the falls that looks show, which have so many runs of each.
func newFalls(looks aide.Estimate, m Counts) Falls {
	f := Falls{Runs: m, Gold: estimate(looks.Drop(one, Counts{Gold: m.Gold, Target: 1})),
		Target: estimate(looks.Drop(one, Counts{Gold: 1, Target: m.Target}))}
	f.GoldChance, f.TargetChance = looks.Chances(m)
	return f
}

// unlikely is the chance below which a program is accused: that of four standard deviations. A normal
// law is no good here. The estimate may rise by four standard errors because one run in 5000 has a small
// weight, and no forward run has shown it yet.
const unlikely = 3e-5

// warnings say if the forward runs of a program do not fit its reverse runs.
func (f Falls) warnings() (all []string) {
	for _, one := range []struct {
		name   string
		chance float64
	}{{"the gold standard", f.GoldChance}, {"the program", f.TargetChance}} {
		if one.chance < unlikely {
			all = append(all, fmt.Sprintf("the estimate rises with more reverse runs of %s, in the looks at its own "+
				"runs: if it obeys its law, that has probability %.1g at most", one.name, one.chance))
		}
	}
	return all
}

// A Halving says what number M of reverse runs, of both programs, would halve the bias that the estimate
// has at M = 1.
type Halving struct {
	M        int      // at most half the bias is left from here on; 0 if there is none up to Searched
	Searched int      // 0 if there was no search
	Exactly  bool     // whether the least M was found by exact biases; if not, M is a power of 2, found from looks
	Why      string   // why there was no search; "" if there was one
	Curve    []BiasAt // the bias at M = 1, 2, 4, ..., from the same looks; nil if Exactly
}

// A BiasAt is the bias of the estimate with M reverse runs.
type BiasAt struct {
	M    int
	Bias sample.Estimate
}

// NoBias is the reason why there is no search if the bias is 0.
const NoBias = "there is no bias"

// leastSearched is the M up to which looks are searched at least, and mostSearched the M up to which exact
// biases are: some twenty of them.
const leastSearched, mostSearched = 16, 1024

// search finds the bias at Meta and the M that halves it, exactly if there is a way. If there is none
// it sets how far looks are to be searched. The error is ctx's.
func (r *Row) search(ctx context.Context,
	biases func(context.Context, Counts, int) (accounts.Distance, int, error)) (exactly bool, err error) {
	switch bias := r.Exact.Bias.Total(); {
	case r.Unknown != nil:
		r.Why = "the exact divergence is not known"
	case math.IsNaN(bias):
		r.Why = "the bias is not known"
	case math.IsInf(bias, 0):
		r.Why = "the bias is infinite"
	case bias <= max(r.Off, 1e-12):
		r.Why = NoBias
	default:
		r.Searched = max(leastSearched, min(r.Meta.Gold, r.Meta.Target))
	}
	if r.Why != "" || biases == nil {
		return false, nil
	}
	d, halved, err := biases(ctx, r.Meta, mostSearched)
	if errors.Is(err, accounts.ErrTooLarge) {
		return false, nil
	}
	r.Bias = sample.Exactly(d.Bias.Total())
	r.M = halved
	r.Searched = mostSearched
	r.Exactly = true
	return true, err
}

// sampled finds the M from looks with as many runs of each program as are searched.
func (r *Row) sampled(looks aide.Estimate) {
	for m := 1; m <= r.Searched; m *= 2 {
		at := r.biasAt(estimate(looks.Drop(one, Counts{Gold: m, Target: m})))
		r.Curve = append(r.Curve, BiasAt{m, at})
		if r.M == 0 && at.Value <= r.Exact.Bias.Total()/2 {
			r.M = m
		}
	}
}
