// Package crosscheck runs chains and programs both exactly and by dice, and puts the estimates beside the exact
// numbers. The two computations share nothing except the description of the chain. So a check that fails accuses one
// of them. A program that makes the moves in place of a kernel is checked in the same way (outsider.go).
package crosscheck

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/sampling"
)

// A Check has Monte Carlo estimates of an annealing beside their exact values. The
// two computations share nothing except the description of the chain.
type Check struct {
	Chain       experiments.Chain // that was run
	Program     string            // the program, or the command that moves the chains; "" for annealing by itself
	How         string            // how the exact account of the program was got; "" if there is none
	T           int
	Chains      int    // in each direction
	MCSeed      uint64 // of the chains
	Comparisons []Comparison
	Bootstrap   sample.Interval  // of B, 95%
	Fit         evidence.Pearson // of the forward chains' last states to the exact q, if that is known, or to p
	AgainstP    bool             // Fit is to p
	Alone       bool             // the estimates have no exact numbers beside them, but log R
	Warnings    []string
	Runs        sample.Runs // their cells and log weights, if Plan.Keep; otherwise empty
}

// A Comparison is an estimate beside its exact value.
type Comparison struct {
	Name     string // as in the keys of exact results
	Exact    float64
	Estimate float64
	StdErr   float64
	// Z is (Estimate - Exact) / StdErr; 0 if both errors are rounding, NaN if an infinite value has no error.
	Z        float64
	Interval sample.Interval // normal, 95%
	Warning  string
}

// Unknown reports whether q is not known: exact numbers were left out, or the program has no exact account.
func (c Check) Unknown() bool { return c.Alone || c.Program != "" && c.How == "" }

// P is the probability that a normal Z is as far from 0.
func (c Comparison) P() float64 { return 2 * distuv.UnitNormal.Survival(math.Abs(c.Z)) }

// Formula writes the name as people do: E_fwd[log w] for e_log_w_fwd.
func (c Comparison) Formula() string {
	i := slices.IndexFunc(estimates, func(e estimate) bool { return e.name == c.Name })
	return estimates[i].formula
}

// confidence is the level of the intervals.
const confidence = 0.95

// Of runs an annealing that At made, or a program on it if one is named, exactly and by p.Chains chains in each
// direction. The result depends on p.Seed and not on the number of workers.
func Of(ctx context.Context, c experiments.Chain, a chains.Annealing, program string,
	p sampling.Plan, progress experiments.Progress) (Check, error) {
	o, first := p.Options(), 50
	if program == "" {
		// On few states the exact run is checked in full and takes 50 ns a level, state and move; on many it takes 2
		// ns. A chain takes 10 ns a level in both directions.
		each := 50.
		if a.Grid.Size() >= exact.MostChecked {
			each = 2
		}
		run := each * float64(a.Grid.Size()) * float64(a.Grid.Moves()+1)
		first = int(100 * run / (run + 10*float64(o.Chains)))
	}
	check := Check{Chain: c, Program: program, T: a.T(), Chains: o.Chains, MCSeed: o.Seed}
	out := p.LeavesOut(a.Grid, a.T())
	if out {
		first = 0
		check.Alone = true
	}
	y, err := yardstickOf(ctx, c, a, program, out, progress.Share(0, first, 100))
	if err != nil {
		return check, err
	}
	o.Progress = progress.Share(first, 100, 100)
	err = y.run(ctx, o, p.Keep, &check)
	if out && p.Beside != sampling.Never {
		check.Warnings = append([]string{"no exact numbers but log R: " + p.WhyLeftOut(a.Grid, a.T())},
			check.Warnings...)
	}
	return check, err
}

// OfEach runs the chain at every T of ts both by dice and exactly: a cross-check each, in the order of ts.
func OfEach(ctx context.Context, c experiments.Chain, ts []int, p sampling.Plan,
	progress experiments.Progress) ([]Check, error) {
	return OfPrograms(ctx, c, ts, []string{""}, p, progress)
}

// OfPrograms is OfEach of programs, in the order of ts and specs; "" is annealing by itself. If a program has
// no exact account its cross-check has only the estimates.
func OfPrograms(ctx context.Context, c experiments.Chain, ts []int, specs []string, p sampling.Plan,
	progress experiments.Progress) ([]Check, error) {
	return experiments.AtEach(ctx, c, 1, ts, len(specs), progress,
		func(ctx context.Context, at experiments.Aimed, tell experiments.Progress) (Check, error) {
			return Of(ctx, c, at.Annealing, specs[at.Kth], p, tell)
		})
}

// fewest is the number of chains of the first cross-check of Grow.
const fewest = 64

// Grow runs T levels of the chain by dice, or a program on them if one is named, and tells cross-checks of the first
// 64 chains in each direction, of the first 128, and so on: one run, watched while it grows. The last one is of all
// chains and has the numbers of CrossChecks, digit for digit. None has a bootstrap or a test of the
// final states. Runs has the chains.
func Grow(ctx context.Context, c experiments.Chain, T int, program string, p sampling.Plan,
	tell func(Check) error) error {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return err
	}
	y, err := yardstickOf(ctx, c, a, program, false, nil)
	if err != nil {
		return err
	}
	var runs sample.Runs
	n := min(fewest, p.Chains)
	for o := p.Options(); o.After < p.Chains; o.After = o.Chains {
		o.Chains = min(max(y.part, fewest, 2*o.After), p.Chains)
		more, err := y.sample(ctx, o)
		if err != nil {
			return err
		}
		runs.Append(more)
		for n <= o.Chains {
			check := Check{Chain: c, Program: program, T: T, Chains: n, MCSeed: p.Seed, Runs: runs.First(n)}
			y.fill(&check, check.Runs)
			check.Runs.Rise += y.rise
			if err := tell(check); err != nil || n == p.Chains {
				return err
			}
			n = min(2*n, p.Chains)
		}
	}
	return nil
}
