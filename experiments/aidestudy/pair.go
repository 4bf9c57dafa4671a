package aidestudy

import (
	"cmp"
	"context"
	"math"
	"runtime"

	"breadboard/chains/aide"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// An Exact has the exact distance of two programs, and how each account was computed. A number that is not known is
// NaN.
type Exact struct {
	accounts.Distance
	HowGold, HowTarget string
}

// Counts has two numbers of runs: of the gold standard, and of the target program.
type Counts = aide.Counts

var oneEach = Counts{Gold: 1, Target: 1}

// Options says how AIDE runs a pair.
type Options struct {
	Runs         Counts // of each program: N_g and N_t of the paper, at least 2 each
	Meta         Counts // reverse runs for each look at an output: M_g and M_t, at least 1 each
	Seed         uint64
	WithoutExact bool // leaves out the exact numbers
}

// CheckMemory returns a fault if the options are too large: a look has a number for each reverse run of both programs,
// and one look on each core has the dice of its runs.
func (o Options) CheckMemory() error {
	const aLook, aNumber, dice = 112, 8, 100
	both := func(c Counts, low, high float64) float64 {
		return max(low, min(float64(c.Gold), high)) + max(low, min(float64(c.Target), high))
	}
	bytes := func(runs, meta float64) float64 { // with at most this many of each
		reverse := both(o.Meta, leastSearched, meta)
		return both(o.Runs, 0, runs)*(aLook+aNumber*reverse) + dice*float64(runtime.GOMAXPROCS(0))*reverse
	}
	n := max(o.Runs.Gold, o.Runs.Target)
	m := max(o.Meta.Gold, o.Meta.Target)
	ofRuns := func(n float64) float64 { return bytes(n, 1) }
	ofReverse := func(m float64) float64 { return bytes(float64(n), m) }
	return cmp.Or(experiments.CheckMemory(n, "runs", ofRuns, "%v %d", experiments.Field("runs"), n),
		experiments.CheckMemory(m, "reverse runs", ofReverse, "%v %d", experiments.Field("meta"), m))
}

// A Comparison has the distance of a program from the gold standard.
type Comparison struct {
	experiments.Setting        // the names of the target and of the common annealing; empty for a hidden Markov model
	Target, Grid, Kinds string // Kinds has the kinds of the axes
	Gold, Program       string
	T                   int
	Options

	Exact    // at M = 1
	Estimate sample.Estimate
	AtOne    sample.Estimate // the estimate from the same looks at M = 1
	Drop     sample.Estimate // from M = 1 to Meta; at least 0 in expectation
	Bias     sample.Estimate // of Estimate; its StdErr is NaN if it is exact
	Halving
	Falls    Falls
	Ways     *experiments.Consistency // of the user's command; nil if neither program is the command
	Warnings []string                 // why nothing is known exactly
}

// Falls has how far the estimate falls in expectation if one program has M reverse runs in place of one; by Theorem 1
// neither fall is below 0. A fall from looks compares each look with itself. A StdErr is NaN if the fall is exact.
type Falls struct {
	Runs         Counts // M of each; no fall is known if it is 1
	Gold, Target sample.Estimate
}

// A Halving has the number M of reverse runs of both programs that halves the bias of the estimate at M = 1.
type Halving struct {
	M        int      // at most half the bias is left from here on; 0 if there is none up to Searched
	Searched int      // 0 if there was no search
	Exactly  bool     // whether the least M was found by exact biases; if not, M is a power of 2, found from looks
	Why      string   // why there was no search; "" if there was one
	Curve    []BiasAt // the bias at M = 1, 2, 4, ..., from the same looks; nil if Exactly
}

// A BiasAt has the bias of the estimate with M reverse runs.
type BiasAt struct {
	M    int
	Bias sample.Estimate
}

// NoBias is the reason why no M is searched if the bias is 0.
const NoBias = "there is no bias"

// leastSearched bounds from below the M up to which looks are searched.
const leastSearched = 16

// measure runs AIDE on two programs that return one type X, such as cells. It adds the numbers to a row that has the
// names and options, and the exact distance or why there is none. The sides give biases at any M if they are weighed.
// The error is ctx's.
func measure[X any](ctx context.Context, gold, target aide.Program[X], sides [2]accounts.Side, row Comparison,
	progress experiments.Progress) (Comparison, error) {
	if row.Warnings != nil {
		nan := math.NaN()
		row.Distance = accounts.Distance{Final: exact.Divergence{Forward: nan, Reverse: nan}, Expected: nan, Off: nan,
			Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}}
	}
	row.Why = row.whyNoSearch()
	if row.Why == "" {
		row.Searched = max(leastSearched, min(row.Meta.Gold, row.Meta.Target))
		if sides[0].Weighed() && sides[1].Weighed() {
			if err := row.searchExactly(ctx, sides[0], sides[1]); err != nil {
				return Comparison{}, err
			}
		}
	}
	made := row.Meta
	if !row.Exactly {
		made = Counts{Gold: max(made.Gold, row.Searched), Target: max(made.Target, row.Searched)}
	}
	o := sample.Options{Seed: row.Options.Seed, Progress: progress}
	if row.Ways != nil && row.Ways.Fit == nil {
		o.Workers = 1 // the command makes one batch of runs after another
	}
	looks, err := sample.AIDE(ctx, gold, target, row.Runs, made, o)
	if err != nil {
		return Comparison{}, err
	}
	row.Estimate = estimate(looks.At(row.Meta))
	row.AtOne = estimate(looks.At(oneEach))
	row.Drop = estimate(looks.Drop(oneEach, row.Meta))
	if !row.Exactly {
		row.searchByLooks(looks, made)
	}
	return row, nil
}

// estimate returns an estimate from the two results of aide.Estimate's methods.
func estimate(value, stderr float64) sample.Estimate {
	return sample.Estimate{Value: value, StdErr: stderr}
}

// whyNoSearch returns why no M is searched that halves the bias; "" if one is.
func (r Comparison) whyNoSearch() string {
	switch bias := r.Exact.Bias.Total(); {
	case math.IsNaN(bias):
		return "the bias is not known"
	case math.IsInf(bias, 0):
		return "the bias is infinite"
	case bias <= max(r.Off, 1e-12):
		return NoBias
	}
	return ""
}

// searchExactly finds the bias at Meta, the M that halves it and the falls, all exactly. The error is ctx's.
func (r *Comparison) searchExactly(ctx context.Context, gold, target accounts.Side) error {
	atMeta, err := accounts.DistanceAtRuns(ctx, gold, target, r.Meta)
	if err != nil {
		return err
	}
	r.Falls.Runs = Counts{Gold: leastSearched, Target: leastSearched}
	atMore, err := accounts.DistanceAtRuns(ctx, gold, target, r.Falls.Runs)
	if err != nil {
		return err
	}
	r.Bias = sample.Exactly(atMeta.Bias.Total())
	// The part of the bias that belongs to a program depends on the number of its own runs alone.
	r.Falls.Gold = sample.Exactly(r.Exact.Bias.Gold() - atMore.Bias.Gold())
	r.Falls.Target = sample.Exactly(r.Exact.Bias.Target() - atMore.Bias.Target())
	r.Exactly = true
	r.Searched = accounts.MostHalving
	r.M, err = accounts.Halving(ctx, gold, target)
	return err
}

// searchByLooks finds the bias at Meta, the M that halves it and the falls from looks with made runs of each program.
func (r *Comparison) searchByLooks(looks aide.Estimate, made Counts) {
	r.Falls = Falls{Runs: made, Gold: estimate(looks.Drop(oneEach, Counts{Gold: made.Gold, Target: 1})),
		Target: estimate(looks.Drop(oneEach, Counts{Gold: 1, Target: made.Target}))}
	r.Bias = r.biasAt(looks, r.Meta)
	for m := 1; m <= r.Searched; m *= 2 {
		at := r.biasAt(looks, Counts{Gold: m, Target: m})
		r.Curve = append(r.Curve, BiasAt{m, at})
		if r.M == 0 && at.Value <= r.Exact.Bias.Total()/2 {
			r.M = m
		}
	}
}

// biasAt returns the bias of the estimate with m runs of each program, by its drop from M = 1. The drop compares each
// look with itself, and so has far less noise than the estimate less the exact divergence. The bias is known exactly at
// M = 1; where it is 0, infinite or unknown there, so it is at every M.
func (r Comparison) biasAt(looks aide.Estimate, m Counts) sample.Estimate {
	if m == oneEach || r.Why != "" {
		return sample.Exactly(r.Exact.Bias.Total())
	}
	drop, stderr := looks.Drop(oneEach, m)
	return estimate(r.Exact.Bias.Total()-drop, stderr)
}
