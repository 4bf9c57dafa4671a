package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A CrossCheck has Monte Carlo estimates of an annealing beside their exact values. The
// two computations share nothing except the description of the chain.
type CrossCheck struct {
	Chain       Chain  // that was run; empty if an annealing was compared by itself
	Program     string // the program, or the command that moves the chains; "" for annealing by itself
	How         string // how the exact account of the program was got; "" if there is none
	T           int
	Chains      int    // in each direction
	MCSeed      uint64 // of the chains
	Comparisons []Comparison
	Bootstrap   sample.Interval  // of B, 95%
	Fit         evidence.Pearson // of the forward chains' last states to the exact q, if that is known, or to p
	AgainstP    bool             // Fit is to p
	Warnings    []string
	Runs        sample.Runs // their cells and log weights, if Sampling.Keep; otherwise empty
}

// A Comparison is an estimate beside its exact value.
type Comparison struct {
	Name     string // as in the keys of exact results
	Exact    float64
	Estimate float64
	StdErr   float64
	// Z is (Estimate - Exact) / StdErr; 0 if both errors are rounding, NaN if an
	// infinite value has no error.
	Z        float64
	Interval sample.Interval // normal, 95%
	Warning  string
}

// Unknown reports whether the program has no exact account.
func (c CrossCheck) Unknown() bool { return c.Program != "" && c.How == "" }

// P is the probability that a normal Z is as far from 0.
func (c Comparison) P() float64 { return 2 * distuv.UnitNormal.Survival(math.Abs(c.Z)) }

// Formula writes the name as people do: E_fwd[log w] for e_log_w_fwd.
func (c Comparison) Formula() string { return formulas[c.Name] }

var formulas = map[string]string{
	"e_log_w_fwd": "E_fwd[log w]",
	"e_log_w_rev": "E_rev[log w]",
	"B":           "B",
	"log_r_lower": "log E_fwd[w]",
	"log_r_upper": "-log E_rev[1/w]",
	"mean_w":      "E_fwd[w] Z_1/Z_T",
	"mean_inv_w":  "E_rev[1/w] Z_T/Z_1",
	"ess":         "ESS of one weight",
	"rmse_fwd":    "rmse forward",
	"rmse_rev":    "rmse in reverse",
}

// confidence is the level of the intervals.
const confidence = 0.95

// Compare runs the annealing exactly and by o.Chains chains in each direction. The
// result depends on o.Seed and not on the number of workers.
func Compare(ctx context.Context, a chains.Annealing, o sample.Options) (CrossCheck, error) {
	progress, first := Progress(o.Progress), exactPercent(a, o.Chains)
	y, err := annealed(ctx, a, progress.Share(0, first, 100))
	if err != nil {
		return CrossCheck{}, err
	}
	o.Progress = progress.Share(first, 100, 100)
	check := CrossCheck{T: a.T(), Chains: o.Chains, MCSeed: o.Seed}
	return check, y.run(ctx, o, &check)
}

// keep keeps the runs if the options say so. rise was taken off their log weights.
func (c *CrossCheck) keep(runs sample.Runs, rise float64, o sample.Options) {
	if o.Keep {
		runs.Rise += rise
		c.Runs = runs
	}
}

// A known has the exact means of log w: an exact result, or an account. Those that are not known are NaN.
type known interface {
	FwdLogW() float64
	RevLogW() float64
	B() float64
}

// compareAll compares every estimate that has an exact value in both. The means of w and 1/w are relative to R, and
// their logarithms are given besides. It adds rise, which was taken off log w, to every number of the size of log w.
func compareAll(k known, logR float64, means, logs [2]float64, runs sample.Runs, by, rise float64) []Comparison {
	return []Comparison{
		compare("e_log_w_fwd", k.FwdLogW(), runs.FwdLogW(), rise),
		compare("e_log_w_rev", k.RevLogW(), runs.RevLogW(), rise),
		compare("B", k.B(), runs.B(), 0),
		compare("log_r_lower", logR+logs[0], runs.LowerLogR(), rise),
		compare("log_r_upper", logR-logs[1], runs.UpperLogR(), rise),
		compare("mean_w", means[0], runs.MeanW(by), 0),
		compare("mean_inv_w", means[1], runs.MeanInvW(by), 0),
	}
}

// compareRun compares the estimates of an annealing.
func compareRun(a chains.Annealing, truth exact.Result, runs sample.Runs, rise float64) []Comparison {
	means := [2]float64{truth.MeanW, truth.MeanInvW}
	logs := [2]float64{logMean(a, truth.MeanW), logMean(a, truth.MeanInvW)}
	return append(compareAll(truth, truth.LogR, means, logs, runs, truth.LogR, rise),
		compare("ess", truth.ESS, runs.ESS(), 0))
}

// compareAccount compares the estimates of a program, whose log R is known without an account.
func compareAccount(a accounts.Account, runs sample.Runs, logR, rise float64) []Comparison {
	logs := [2]float64{math.Log(a.MeanW), math.Log(a.MeanInvW)}
	return append(compareAll(a, a.LogR, [2]float64{a.MeanW, a.MeanInvW}, logs, runs, logR, rise),
		compare("rmse_fwd", a.RMSEFwd(), runs.RMSEFwd(logR), 0),
		compare("rmse_rev", a.RMSERev(), runs.RMSERev(logR), 0))
}

// exactPercent estimates the exact run's share of the time of a cross-check. On few
// states the run is checked in full and takes 50 ns a level, state and move; on many it
// takes 2 ns. A chain takes 10 ns a level in both directions.
func exactPercent(a chains.Annealing, chains int) int {
	each := 50.
	if a.Grid.Size() >= exact.MostChecked {
		each = 2
	}
	run := each * float64(a.Grid.Size()*a.Grid.Moves())
	return int(100 * run / (run + 10*float64(chains)))
}

// logMean is log of E_fwd[w] Z_1/Z_T or of E_rev[1/w] Z_T/Z_1. Both means are 1 if the
// ends of the bridge have mass in the same cells. Package exact returns NaN if it
// cannot find that out because masses lie below any float.
func logMean(a chains.Annealing, mean float64) float64 {
	if math.IsNaN(mean) && a.SameCells() {
		return 0
	}
	return math.Log(mean)
}

// MostChains is the largest number of chains: the log weights of both directions take
// 1.6 GB then.
const MostChains = 100_000_000

// Sampling are the options of a chain's Monte Carlo runs. Its Progress is not used.
type Sampling sample.Options

// CrossChecks runs the chain at every T of ts both by dice and exactly: a cross-check each,
// in the order of ts.
func (c Chain) CrossChecks(ctx context.Context, ts []int, s Sampling, progress Progress) ([]CrossCheck, error) {
	return atEach(ctx, c, 1, ts, 1, progress, func(ctx context.Context, at aimed, tell Progress) (CrossCheck, error) {
		o := sample.Options(s)
		o.Progress = tell
		check, err := Compare(ctx, at.Annealing, o)
		check.Chain, check.Warnings = c, slices.Concat(c.Parted(), check.Warnings)
		return check, err
	})
}

// rounding bounds the round-off of sums of many log ratios. If the error of an estimate
// and its standard error are both below it, the estimate has no randomness.
const rounding = 1e-10

// compare computes Z without the rise, so that Z keeps its digits.
func compare(name string, exact float64, e sample.Estimate, rise float64) Comparison {
	in := e.Interval(confidence)
	c := Comparison{Name: name, Exact: exact + rise, Estimate: e.Value + rise, StdErr: e.StdErr,
		Z: (e.Value - exact) / e.StdErr, Interval: sample.Interval{Low: in.Low + rise, High: in.High + rise},
		Warning: e.Warning}
	if size := rounding * max(1, math.Abs(exact)); math.Abs(e.Value-exact) <= size && e.StdErr <= size {
		c.Z = 0
	}
	return c
}

// A yardstick has the exact numbers of an annealing or a program, and a way to run it.
type yardstick struct {
	sample   func(ctx context.Context, o sample.Options) (sample.Runs, error)
	compare  func(runs sample.Runs) []Comparison
	how      string    // how the exact account of a program was got; "" if there is none
	q        []float64 // the exact law of the forward chains' last states; nil if it is not known
	rise     float64   // was taken off every log w
	part     int       // so many chains share a generator
	warnings []string
}

// annealed runs an annealing exactly.
func annealed(ctx context.Context, a chains.Annealing, progress Progress) (yardstick, error) {
	if err := a.Check(); err != nil {
		return yardstick{}, err
	}
	a, rise := a.Lowered() // so both sides keep the digits in which they may differ
	truth, err := exact.Options{Progress: progress.tell}.Run(ctx, a)
	return yardstick{
		sample:  func(ctx context.Context, o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) },
		compare: func(runs sample.Runs) []Comparison { return compareRun(a, truth, runs, rise) },
		q:       truth.Q, rise: rise, part: sample.Block, warnings: truth.Warnings,
	}, err
}

// programmed finds the exact account of a program, if there is one.
func (c Chain) programmed(ctx context.Context, a chains.Annealing, spec string, progress Progress) (yardstick, error) {
	e, p, rise, err := c.Aim(a, spec)
	if err != nil {
		return yardstick{}, err
	}
	y := yardstick{rise: rise, part: 1}
	if _, ok := e.(programs.AIS); ok {
		y.part = sample.Block
	}
	account, err := accounts.Options{Progress: progress}.Of(ctx, e, p)
	if errors.Is(err, accounts.ErrTooLarge) {
		y.warnings = []string{err.Error() + ", so there are estimates alone"}
		account, err = unknownAccount(), nil
	}
	y.how, y.q = string(account.How), account.Q
	y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
		return sample.RunProgram(ctx, e, p, o)
	}
	y.compare = func(runs sample.Runs) []Comparison { return compareAccount(account, runs, LogRatio(p), rise) }
	return y, err
}

// run runs the chains, and fills the check with all that they say.
func (y yardstick) run(ctx context.Context, o sample.Options, c *CrossCheck) error {
	runs, err := y.sample(ctx, o)
	if err != nil {
		return err
	}
	c.keep(runs, y.rise, o)
	y.fill(c, runs)
	if runs.Reverse.LogW != nil {
		c.Bootstrap = runs.BootstrapB(confidence, o.Seed)
	}
	if y.q != nil {
		c.Fit = evidence.ChiSquare(runs.Forward.Ends, y.q)
	}
	return nil
}

// fill fills in the estimates, beside what is exact.
func (y yardstick) fill(c *CrossCheck, runs sample.Runs) {
	c.How, c.Comparisons, c.Warnings = y.how, y.compare(runs), slices.Concat(y.warnings, runs.Warnings())
	if runs.Reverse.LogW == nil {
		c.Comparisons = slices.DeleteFunc(c.Comparisons, func(c Comparison) bool { return reverseOnly[c.Name] })
		c.Warnings = append(c.Warnings, noReverse)
	}
}

// ProgramChecks runs the programs at every T of ts both by dice and exactly. It returns a
// cross-check for each, in the order of ts and specs. If a program has no exact account its
// cross-check has only the estimates.
func (c Chain) ProgramChecks(ctx context.Context, ts []int, specs []string, s Sampling,
	progress Progress) ([]CrossCheck, error) {
	return atEach(ctx, c, 1, ts, len(specs), progress,
		func(ctx context.Context, at aimed, tell Progress) (CrossCheck, error) {
			check := CrossCheck{Chain: c, Program: specs[at.k], T: at.T(), Chains: s.Chains, MCSeed: s.Seed}
			y, err := c.programmed(ctx, at.Annealing, check.Program, tell.Share(0, 1, 2))
			if err != nil {
				return check, err
			}
			o := sample.Options(s)
			o.Progress = tell.Share(1, 2, 2)
			err = y.run(ctx, o, &check)
			check.Warnings = slices.Concat(c.partedRun(check.Program), check.Warnings)
			return check, err
		})
}

// reverseOnly are the comparisons that need a reverse.
var reverseOnly = map[string]bool{"e_log_w_rev": true, "B": true, "log_r_upper": true, "mean_inv_w": true,
	"rmse_rev": true}

// unknownAccount is an account in which no number is known. It has no vectors.
func unknownAccount() (a accounts.Account) {
	nan := math.NaN()
	a.LogR, a.MeanW, a.MeanInvW, a.FwdSquare, a.RevSquare = nan, nan, nan, nan, nan
	a.Paths = exact.Divergence{Forward: nan, Reverse: nan}
	return a
}

// An Outsider is a program that makes the moves of an annealing in place of its kernel.
type Outsider struct {
	sample.Mover
	Command    string // as results name it
	Declared   bool   // it claims to be the chain's kernel, whose exact values stand beside the estimates
	Reversible bool   // its kernel is its own reversal, so that reverse chains can run by it
}

// notReversible is the warning of chains that run forward alone.
const notReversible = "nothing says that the kernel is reversible, and so there are no reverse chains, no B, no " +
	"E_rev[log w] and no mean of 1/w"

// MovedChecks runs the chain at every T of ts by the moves of a program, one after the other.
// Beside the estimates are the exact values of the kernel that it claims to be. If it claims none,
// these are known of the means of w alone, to which every kernel leads that leaves its levels
// invariant; and the final states are compared with p and not with q.
func (c Chain) MovedChecks(ctx context.Context, ts []int, by Outsider, s Sampling, progress Progress) ([]CrossCheck,
	error) {
	return atEach(ctx, c, 1, ts, 1, progress, func(ctx context.Context, at aimed, tell Progress) (CrossCheck, error) {
		o := sample.Options(s)
		o.Progress = tell
		return c.movedCheck(ctx, at.Annealing, by, o)
	})
}

func (c Chain) movedCheck(ctx context.Context, a chains.Annealing, by Outsider, o sample.Options) (CrossCheck, error) {
	a, rise := a.Lowered()
	if !by.Declared {
		c.Kernel = "" // it has a kernel of its own, which nobody knows
	}
	check := CrossCheck{Chain: c, Program: by.Command, T: a.T(), Chains: o.Chains, MCSeed: o.Seed}
	truth := undeclared(a)
	if by.Declared {
		var err error
		if truth, err = exact.Run(ctx, a); err != nil {
			return check, err
		}
		check.How = declared
	}
	watched := &balanced{by.Mover, evidence.NewFlows()}
	if by.Reversible {
		by.Mover = watched
	}
	runs, err := sample.RunBy(ctx, a, by.Mover, by.Reversible, o)
	if err != nil {
		return check, err
	}
	check.keep(runs, rise, o)
	check.Comparisons = compareRun(a, truth, runs, rise)
	check.Warnings = slices.Concat(truth.Warnings, runs.Warnings())
	if by.Reversible {
		check.Bootstrap = runs.BootstrapB(confidence, o.Seed)
		check.Warnings = append(check.Warnings, watched.doubts(c.Target.Grid)...)
	} else {
		check.Comparisons = slices.DeleteFunc(check.Comparisons, func(c Comparison) bool { return reverseOnly[c.Name] })
		check.Warnings = append(check.Warnings, notReversible)
	}
	check.AgainstP = !by.Declared
	law := truth.Q
	if check.AgainstP {
		law = truth.P
	}
	check.Fit = evidence.ChiSquare(runs.Forward.Ends, law)
	return check, nil
}

// declared is the How of a program that claims to be a kernel of the catalogue.
const declared = "declared"

// undeclared returns the exact numbers that every kernel shares which leaves the levels invariant:
// log R, the means of w and 1/w if no mass comes or goes, and p.
func undeclared(a chains.Annealing) exact.Result {
	nan := math.NaN()
	first, last := a.Ends()
	r := exact.Result{MeanW: nan, MeanInvW: nan, ESS: nan}
	r.LogR, r.P = chains.LogSum(last)-chains.LogSum(first), chains.Normalized(last)
	r.Paths = exact.Divergence{Forward: nan, Reverse: nan}
	if a.SameCells() {
		r.MeanW, r.MeanInvW = 1, 1
	}
	return r
}

// A balanced program claims detailed balance, and its moves are counted to see whether it keeps it.
type balanced struct {
	sample.Mover
	flows *evidence.Flows
}

// Aim aims the program and the count.
func (b *balanced) Aim(ctx context.Context, beta float64, logf []float64) error {
	b.flows.Aim(logf)
	return b.Mover.Aim(ctx, beta, logf)
}

// Move moves and counts.
func (b *balanced) Move(ctx context.Context, next, states []int) error {
	if err := b.Mover.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		b.flows.Add(x, next[i])
	}
	return nil
}

// mostUnbalanced is the largest p-value of flows that are said to break detailed balance.
const mostUnbalanced = 1e-4

// doubts is the warning of flows that no reversible kernel makes; nil if there is none.
func (b *balanced) doubts(g grid.Grid) []string {
	f, p := b.flows.Worst()
	if p > mostUnbalanced {
		return nil
	}
	return []string{fmt.Sprintf("the kernel is not reversible, though it is said to be: of %s moves %s went from %s and "+
		"%s back, and detailed balance expects %s and %s (p = %.2g of all pairs of cells); so the reverse chains, B, "+
		"E_rev[log w] and the mean of 1/w are wrong; without the claim they are left out",
		text.Thousands(b.flows.Moves()), text.Thousands(f.There), laws.Pair(g, f.X, f.Y), text.Thousands(f.Again),
		text.Thousands(int(math.Round(f.Mean))), text.Thousands(f.There+f.Again-int(math.Round(f.Mean))), p)}
}

// fewest is the number of chains of the first cross-check of Grow.
const fewest = 64

// Grow runs T levels of the chain by dice, or a program on them if one is named, and tells cross-checks of the first
// 64 chains in each direction, of the first 128, and so on: one run, watched while it grows. The last one is of all
// chains and has the numbers of CrossChecks and ProgramChecks, digit for digit. None has a bootstrap or a test of the
// final states. Runs has the chains, with the counts of x_T alone.
func (c Chain) Grow(ctx context.Context, T int, program string, s Sampling, tell func(CrossCheck) error) error {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return err
	}
	var y yardstick
	if program == "" {
		y, err = annealed(ctx, a, nil)
	} else {
		y, err = c.programmed(ctx, a, program, nil)
	}
	if err != nil {
		return err
	}
	var runs sample.Runs
	n := min(fewest, s.Chains)
	for o := sample.Options(s); o.After < s.Chains; o.After = o.Chains {
		o.Keep, o.Chains = true, min(max(y.part, fewest, 2*o.After), s.Chains)
		more, err := y.sample(ctx, o)
		if err != nil {
			return err
		}
		runs.Append(more)
		for ; n <= o.Chains; n = next(n, s.Chains) {
			check := CrossCheck{Chain: c, Program: program, T: T, Chains: n, MCSeed: s.Seed, Runs: runs.First(n)}
			y.fill(&check, check.Runs)
			check.Runs.Rise += y.rise
			if err := tell(check); err != nil {
				return err
			}
		}
	}
	return nil
}

// next doubles a number of chains, up to all; after all there is none.
func next(n, all int) int {
	if n == all {
		return all + 1
	}
	return min(2*n, all)
}
