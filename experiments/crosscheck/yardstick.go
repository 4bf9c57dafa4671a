package crosscheck

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/weights"
)

// An estimate describes a number that runs estimate, and that may be known exactly.
type estimate struct {
	name, formula string
	of            func(r sample.Runs, logR float64) sample.Estimate // the means of w and 1/w are relative to R
	log           bool                                              // it shifts with log w
	reverse       bool                                              // it needs reverse runs
}

var estimates = []estimate{
	{"e_log_w_fwd", "E_fwd[log w]", ofRuns(sample.Runs.FwdLogW), true, false},
	{"e_log_w_rev", "E_rev[log w]", ofRuns(sample.Runs.RevLogW), true, true},
	{"B", "B", ofRuns(sample.Runs.B), false, true},
	{"log_r_lower", "log E_fwd[w]", ofRuns(sample.Runs.LowerLogR), true, false},
	{"log_r_upper", "-log E_rev[1/w]", ofRuns(sample.Runs.UpperLogR), true, true},
	{"mean_w", "E_fwd[w] Z_1/Z_T", sample.Runs.MeanW, false, false},
	{"mean_inv_w", "E_rev[1/w] Z_T/Z_1", sample.Runs.MeanInvW, false, true},
	{"ess", "ESS of one weight", ofRuns(sample.Runs.ESS), false, false},
	{"rmse_fwd", "rmse forward", sample.Runs.RMSEFwd, false, false},
	{"rmse_rev", "rmse in reverse", sample.Runs.RMSERev, false, true},
}

// ofRuns returns a function for an estimate that does not need log R.
func ofRuns(of func(sample.Runs) sample.Estimate) func(sample.Runs, float64) sample.Estimate {
	return func(r sample.Runs, _ float64) sample.Estimate { return of(r) }
}

// A yardstick has the exact numbers of an annealing or a program, and a function that runs it.
type yardstick struct {
	sample   func(ctx context.Context, o sample.Options) (sample.Runs, error)
	exact    map[string]float64 // by the names of estimates; NaN if not known; a missing name is not estimated
	logR     float64
	how      string    // how the exact account of a program was computed; "" if there is none
	final    []float64 // the distribution of the forward chains' last states: q, or p; nil if it is not known
	offset   float64   // what was subtracted from every log w
	warnings []string
	oneWay   string // the warning if there are no reverse runs
}

// unknownBut returns NaN for every estimate whose name does not begin with but.
func unknownBut(but string) map[string]float64 {
	exact := map[string]float64{}
	for _, e := range estimates {
		if !strings.HasPrefix(e.name, but) {
			exact[e.name] = math.NaN()
		}
	}
	return exact
}

// ofAnyKernel returns the yardstick of an annealing by any kernel that leaves its levels invariant: log R, and the
// means of w and 1/w if both ends have the same support; of 1/w no mean if the target is too deep. offset was
// subtracted from its log target.
func ofAnyKernel(a chains.Annealing, offset float64) yardstick {
	first, last := a.Ends()
	y := yardstick{exact: unknownBut("rmse"), logR: chains.LogSum(last) - chains.LogSum(first), offset: offset}
	y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) }
	if a.SameCells() {
		meanInvW := 1.0
		if chains.LogSpan(last) >= chains.MaxLogSpan {
			meanInvW = math.NaN() // most of it is in runs that no dice draw
		}
		y.means(1, meanInvW)
	}
	return y
}

// means fills in E_fwd[w] Z_1/Z_T and E_rev[1/w] Z_T/Z_1, and their logs. It leaves alone a mean that is NaN: package
// exact does not know it where masses are below any float.
func (y *yardstick) means(meanW, meanInvW float64) {
	if !math.IsNaN(meanW) {
		y.exact["mean_w"] = meanW
		y.exact["log_r_lower"] = y.logR + math.Log(meanW)
	}
	if !math.IsNaN(meanInvW) {
		y.exact["mean_inv_w"] = meanInvW
		y.exact["log_r_upper"] = y.logR - math.Log(meanInvW)
	}
}

// measure runs an annealing exactly, and fills in its numbers.
func (y *yardstick) measure(ctx context.Context, a chains.Annealing, progress experiments.Progress) error {
	truth, err := exact.Options{Progress: progress.Tell}.Run(ctx, a)
	if err != nil {
		return err
	}
	y.exact["e_log_w_fwd"] = truth.FwdLogW()
	y.exact["e_log_w_rev"] = truth.RevLogW()
	y.exact["B"] = truth.B()
	y.exact["ess"] = truth.ESS
	y.means(truth.MeanW, truth.MeanInvW)
	y.final = truth.Q
	y.warnings = truth.Warnings
	return nil
}

// newYardstick runs an annealing exactly, or computes the exact account of the program that is named. withoutExact
// leaves both out.
func newYardstick(ctx context.Context, an experiments.Annealer, a chains.Annealing, program string, withoutExact bool,
	progress experiments.Progress) (yardstick, error) {
	if program == "" {
		if err := a.Check(); err != nil {
			return yardstick{}, err
		}
		a, offset := a.Lowered() // so both sides keep the digits in which they may differ
		y := ofAnyKernel(a, offset)
		if withoutExact {
			return y, nil
		}
		return y, y.measure(ctx, a, progress)
	}
	e, p, offset, err := weights.LoweredProgram(an, a, program)
	if err != nil {
		return yardstick{}, err
	}
	y := yardstick{exact: unknownBut("ess"), logR: weights.LogRatio(p), offset: offset, oneWay: weights.NoReverse}
	y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
		return sample.RunProgram(ctx, e, p, o)
	}
	if withoutExact {
		return y, nil
	}
	account, err := accounts.Options{Progress: progress}.Of(ctx, e, p)
	if errors.Is(err, accounts.ErrTooLarge) {
		y.warnings = []string{err.Error() + ", so there are estimates alone"}
		return y, nil
	}
	if err != nil {
		return y, err
	}
	y.how, y.final = string(account.How), account.Q
	y.exact["e_log_w_fwd"] = account.FwdLogW()
	y.exact["e_log_w_rev"] = account.RevLogW()
	y.exact["B"] = account.B()
	y.exact["rmse_fwd"] = account.RMSEFwd()
	y.exact["rmse_rev"] = account.RMSERev()
	y.means(account.MeanW, account.MeanInvW)
	return y, nil
}

// run runs the chains and fills in the check.
func (y yardstick) run(ctx context.Context, p Plan, progress experiments.Progress, c *Check) error {
	runs, err := y.sample(ctx, sample.Options{Chains: p.Chains, Seed: p.Seed, Progress: progress})
	if err != nil {
		return err
	}
	c.How = y.how
	c.Warnings = slices.Concat(y.warnings, runs.Warnings())
	if _, estimated := y.exact["ess"]; estimated && runs.SquaresWarning() != "" {
		c.Warnings = append(c.Warnings, runs.SquaresWarning())
	}
	if runs.Reverse.LogW == nil {
		c.Warnings = append(c.Warnings, y.oneWay)
	} else {
		c.Bootstrap = runs.BootstrapB(confidence, p.Seed)
	}
	c.Comparisons = y.compare(runs)
	if y.final != nil {
		c.Fit = evidence.ChiSquare(runs.Forward.Counts(len(y.final)), y.final)
	}
	if p.Keep {
		c.Runs = runs
		c.Runs.Offset += y.offset
	}
	return nil
}

// compare returns the estimates of runs with their exact values.
func (y yardstick) compare(runs sample.Runs) (all []Comparison) {
	for _, e := range estimates {
		exact, ok := y.exact[e.name]
		if !ok || e.reverse && runs.Reverse.LogW == nil {
			continue
		}
		offset := 0.0
		if e.log {
			offset = y.offset
		}
		of := e.of(runs, y.logR)
		in := of.Interval(confidence)
		one := Comparison{Name: e.name, Exact: exact + offset, Estimate: of.Value + offset, StdErr: of.StdErr,
			Z:        (of.Value - exact) / of.StdErr, // without the offset, so that Z keeps its digits
			Interval: sample.Interval{Low: in.Low + offset, High: in.High + offset}, Warning: of.Warning}
		if size := rounding * max(1, math.Abs(exact)); math.Abs(of.Value-exact) <= size && of.StdErr <= size {
			one.Z = 0
		}
		all = append(all, one)
	}
	return all
}

// rounding bounds the round-off of sums of many log ratios. If the error of an estimate
// and its standard error are both below it, the estimate has no randomness.
const rounding = 1e-10
