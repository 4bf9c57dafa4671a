// Package crosscheck runs chains and programs both exactly and by dice, and compares the estimates with the exact
// numbers. The two computations share only the description of the annealing, so that a check that fails accuses one of
// them. A user's command that makes the moves in place of a kernel is checked in the same way.
package crosscheck

import (
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
)

// CheckChains returns a fault if a standard error needs more chains, or so many results with chains are too large.
func CheckChains(n, results int) error {
	const field = experiments.Field("chains")
	if n < 2 {
		return experiments.Faultf("%v %d; use 2 or more, which a standard error needs", field, n)
	}
	each := sample.ChainBytes * float64(max(1, results))
	if err := text.CheckMemory(n, "chains", func(n float64) float64 { return n * each }); err != nil {
		return experiments.Faultf("%v %d: %v", field, n, err)
	}
	return nil
}

// A Plan says how the chains of an annealing or a program are run. Only Chains and Seed affect the estimates.
type Plan struct {
	Chains int    // in each direction, at least 2
	Seed   uint64 // fixes everything random
	Keep   bool   // also keeps the runs, for those who save them
	Exact  When   // whether exact numbers are computed; empty decides by cost
}

// bytes returns the memory of the plan's chains.
func (p Plan) bytes() float64 { return sample.ChainBytes * float64(p.Chains) }

// When says whether exact numbers are computed with Monte Carlo estimates. Any word but these decides by cost.
type When string

// Always and Never are the words that do not decide by cost.
const (
	Always When = "always"
	Never  When = "never"
)

// leavesOut reports whether exact numbers at T levels are left out. Unless they are asked for, they are left out on a
// large space if they take more than a moment and far longer than the chains. Both times are by a fixed time for a
// step, so that all machines decide alike.
func (p Plan) leavesOut(g grid.Grid, T int) bool {
	const aMoment, far = 2 * time.Second, 5
	exactly := time.Duration(min(exact.LargeWork(g.Size(), g.Moves())*float64(T), math.MaxInt64/2))
	chains := time.Duration(sample.Work(T, p.Chains))
	dear := g.Size() >= exact.UncheckedFrom && exactly > aMoment && exactly > far*chains
	return p.Exact == Never || p.Exact != Always && dear
}

// A Check compares Monte Carlo estimates of an annealing or a program with their exact values.
type Check struct {
	Annealer     experiments.Annealer // that was run
	Program      string               // the program, or the user's command line; "" for annealing
	How          string               // how the exact account of the program was computed; "" if there is none
	T            int
	Chains       int    // in each direction
	MCSeed       uint64 // of the chains
	Comparisons  []Comparison
	Bootstrap    sample.Interval  // of B, 95%
	Fit          evidence.Pearson // of the forward chains' last states to the exact q, if that is known, or to p
	AgainstP     bool             // Fit is to p
	WithoutExact bool             // the exact numbers but log R are left out
	Warnings     []string
	Runs         sample.Runs // their cells and log weights, if Plan.Keep; otherwise empty
}

// A Comparison has an estimate and its exact value.
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

// UnknownQ reports whether q is not known: exact numbers were left out, or the program has no exact account.
func (c Check) UnknownQ() bool { return c.WithoutExact || c.Program != "" && c.How == "" }

// P returns the probability that a normal Z is as far from 0.
func (c Comparison) P() float64 { return 2 * distuv.UnitNormal.Survival(math.Abs(c.Z)) }

// Formula returns the name as people write it: E_fwd[log w] for e_log_w_fwd.
func (c Comparison) Formula() string {
	i := slices.IndexFunc(estimates, func(e estimate) bool { return e.name == c.Name })
	return estimates[i].formula
}

// confidence sets the level of the intervals.
const confidence = 0.95

// Run runs an annealing that At made, or a program on it if one is named, exactly and by p.Chains chains in each
// direction. The result depends on p.Seed and not on the number of workers.
func Run(ctx context.Context, an experiments.Annealer, a chains.Annealing, program string,
	p Plan, progress experiments.Progress) (Check, error) {
	check := Check{Annealer: an, Program: program, T: a.T(), Chains: p.Chains, MCSeed: p.Seed,
		WithoutExact: p.leavesOut(a.Grid, a.T())}
	y, err := newYardstick(ctx, an, a, program, check.WithoutExact, progress.Share(0, 1, 2))
	if err != nil {
		return check, err
	}
	err = y.run(ctx, p, progress.Share(1, 2, 2), &check)
	if check.WithoutExact && p.Exact != Never {
		check.Warnings = slices.Insert(check.Warnings, 0,
			"no exact numbers but log R: they would take far longer than the chains")
	}
	return check, err
}

// RunEach runs each program, or the annealing itself if there are none, at every T. The checks are in the order of ts
// and programs. If a program has no exact account, its check has only the estimates.
func RunEach(ctx context.Context, an experiments.Annealer, ts []int, programs []string, p Plan,
	progress experiments.Progress) ([]Check, error) {
	if len(programs) == 0 {
		programs = []string{""}
	}
	return experiments.ForEachT(ctx, an, ts, len(programs), 0, p.bytes(), progress,
		func(ctx context.Context, at experiments.Task, progress experiments.Progress) (Check, error) {
			return Run(ctx, an, at.Annealing, programs[at.Kth], p, progress)
		})
}

// An External has a user's command that makes the moves of an annealing in place of its kernel.
type External struct {
	chains.Mover
	Command    string // as results name it
	Declared   bool   // it claims to be the annealer's kernel, and is compared with that
	Reversible bool   // its kernel is its own reversal, so that reverse chains can run by it
}

// RunExternal runs the annealing of every T of ts by the moves of a user's command, and compares the estimates with the
// kernel that the command claims to be. If it claims none, only log R and the means of w are known, which are the same
// for every kernel that leaves its levels invariant; and the final states are compared with p and not with q.
func RunExternal(ctx context.Context, an experiments.Annealer, ts []int, by External, p Plan,
	progress experiments.Progress) ([]Check, error) {
	if !by.Declared {
		an.Kernel = "" // the command has a kernel of its own, which is not known
	}
	return experiments.ForEachT(ctx, an, ts, 1, 0, p.bytes(), progress, func(ctx context.Context, at experiments.Task,
		progress experiments.Progress) (Check, error) {
		a, rise := at.Lowered()
		y := ofAnyKernel(a, rise)
		_, last := a.Ends()
		y.final = chains.Normalized(last)
		if by.Declared {
			y.how = "declared"
			if err := y.measure(ctx, a, nil); err != nil {
				return Check{}, err
			}
		}
		y.oneWay = "nothing says that the kernel is reversible, and so there are no reverse chains, no B, no " +
			"E_rev[log w] and no mean of 1/w"
		y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
			return sample.RunBy(ctx, a, by.Mover, by.Reversible, o)
		}
		check := Check{Annealer: an, Program: by.Command, T: a.T(), Chains: p.Chains, MCSeed: p.Seed,
			AgainstP: !by.Declared}
		err := y.run(ctx, p, progress, &check)
		return check, err
	})
}
