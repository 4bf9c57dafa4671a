package crosscheck

import (
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/weights"
)

// An estimate is a number that runs estimate, and that can be known exactly.
type estimate struct {
	name, formula string
	of            func(r sample.Runs, logR float64) sample.Estimate // the means of w and 1/w are relative to R
	log           bool                                              // it is of the size of log w, and so rises with it
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

// ofRuns is an estimate for which log R need not be known.
func ofRuns(of func(sample.Runs) sample.Estimate) func(sample.Runs, float64) sample.Estimate {
	return func(r sample.Runs, _ float64) sample.Estimate { return of(r) }
}

// A yardstick has the exact numbers of an annealing or a program, and a way to run it.
type yardstick struct {
	sample   func(ctx context.Context, o sample.Options) (sample.Runs, error)
	exact    map[string]float64 // by the names of estimates: NaN if it is not known; what is not there is not estimated
	logR     float64
	how      string    // how the exact account of a program was got; "" if there is none
	law      []float64 // of the forward chains' last states: q, or p; nil if it is not known
	rise     float64   // was taken off every log w
	part     int       // so many chains share a generator
	warnings []string
	oneWay   string // the warning of runs without a reverse
}

// A known has the exact means of log w: an exact result, or an account. Those that are not known are NaN.
type known interface {
	FwdLogW() float64
	RevLogW() float64
	B() float64
}

// numbers are the exact numbers that both an annealing and a program have. meanW and meanInvW are E_fwd[w] Z_1/Z_T and
// E_rev[1/w] Z_T/Z_1. If all masses stay in the same cells both are 1, also where package exact returns NaN because it
// cannot find that out from masses below any float.
func numbers(k known, logR, meanW, meanInvW float64, sameCells bool) map[string]float64 {
	logMean := func(mean float64) float64 {
		if math.IsNaN(mean) && sameCells {
			return 0
		}
		return math.Log(mean)
	}
	return map[string]float64{"e_log_w_fwd": k.FwdLogW(), "e_log_w_rev": k.RevLogW(), "B": k.B(), "mean_w": meanW,
		"mean_inv_w": meanInvW, "log_r_lower": logR + logMean(meanW), "log_r_upper": logR - logMean(meanInvW)}
}

// measured is the yardstick of an annealing with these exact numbers. rise was taken off its target.
func measured(a chains.Annealing, truth exact.Result, rise float64) yardstick {
	y := yardstick{
		sample: func(ctx context.Context, o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) },
		exact:  numbers(truth, truth.LogR, truth.MeanW, truth.MeanInvW, a.SameCells()),
		logR:   truth.LogR, law: truth.Q, rise: rise, part: sample.Block, warnings: truth.Warnings}
	y.exact["ess"] = truth.ESS
	return y
}

// ofAnyKernel has what is known of every kernel that leaves the levels of an annealing invariant: log R, and the means
// of w and 1/w if no mass comes or goes.
func ofAnyKernel(a chains.Annealing) exact.Result {
	nan := math.NaN()
	first, last := a.Ends()
	truth := exact.Result{MeanW: nan, MeanInvW: nan, ESS: nan}
	truth.LogR = chains.LogSum(last) - chains.LogSum(first)
	truth.Paths = exact.Divergence{Forward: nan, Reverse: nan}
	if a.SameCells() {
		truth.MeanW = 1
		truth.MeanInvW = 1
	}
	return truth
}

// yardstickOf runs an annealing exactly, or finds the exact account of the program that is named, if there is one.
// alone leaves both out.
func yardstickOf(ctx context.Context, c experiments.Chain, a chains.Annealing, program string, alone bool,
	progress experiments.Progress) (yardstick, error) {
	if program == "" {
		if err := a.Check(); err != nil {
			return yardstick{}, err
		}
		a, rise := a.Lowered() // so both sides keep the digits in which they may differ
		if alone {
			return measured(a, ofAnyKernel(a), rise), nil
		}
		truth, err := exact.Options{Progress: progress.Tell}.Run(ctx, a)
		return measured(a, truth, rise), err
	}
	e, p, rise, err := weights.Aim(c, a, program)
	if err != nil {
		return yardstick{}, err
	}
	y := yardstick{logR: weights.LogRatio(p), rise: rise, part: 1, oneWay: weights.NoReverse}
	if _, ok := e.(programs.AIS); ok {
		y.part = sample.Block
	}
	var account accounts.Account
	if !alone {
		account, err = accounts.Options{Progress: progress}.Of(ctx, e, p)
	}
	large := errors.Is(err, accounts.ErrTooLarge)
	if large {
		y.warnings = []string{err.Error() + ", so there are estimates alone"}
	}
	if large || alone {
		nan := math.NaN() // no number is known, and there are no vectors
		account, err = accounts.Account{LogR: nan, Paths: exact.Divergence{Forward: nan, Reverse: nan}, MeanW: nan,
			MeanInvW: nan, FwdSquare: nan, RevSquare: nan}, nil
	}
	y.how, y.law = string(account.How), account.Q
	y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
		return sample.RunProgram(ctx, e, p, o)
	}
	y.exact = numbers(account, account.LogR, account.MeanW, account.MeanInvW, false)
	y.exact["rmse_fwd"] = account.RMSEFwd()
	y.exact["rmse_rev"] = account.RMSERev()
	return y, err
}

// run runs the chains, and fills the check with all that they say. It keeps the chains there if asked to.
func (y yardstick) run(ctx context.Context, o sample.Options, keep bool, c *Check) error {
	runs, err := y.sample(ctx, o)
	if err != nil {
		return err
	}
	y.fill(c, runs)
	if runs.Reverse.LogW != nil {
		c.Bootstrap = runs.BootstrapB(confidence, o.Seed)
	}
	if y.law != nil {
		c.Fit = evidence.ChiSquare(runs.Forward.Counts(len(y.law)), y.law)
	}
	if keep {
		c.Runs = runs
		c.Runs.Rise += y.rise
	}
	return nil
}

// fill fills in the estimates, beside what is exact.
func (y yardstick) fill(c *Check, runs sample.Runs) {
	c.How = y.how
	c.Warnings = slices.Concat(y.warnings, runs.Warnings())
	if _, estimated := y.exact["ess"]; estimated && runs.SquaresWarning() != "" {
		c.Warnings = append(c.Warnings, runs.SquaresWarning())
	}
	oneWay := runs.Reverse.LogW == nil
	for _, e := range estimates {
		exact, ok := y.exact[e.name]
		if !ok || oneWay && e.reverse {
			continue
		}
		rise := 0.0
		if e.log {
			rise = y.rise
		}
		of := e.of(runs, y.logR)
		in := of.Interval(confidence)
		one := Comparison{Name: e.name, Exact: exact + rise, Estimate: of.Value + rise, StdErr: of.StdErr,
			Z:        (of.Value - exact) / of.StdErr, // without the rise, so that Z keeps its digits
			Interval: sample.Interval{Low: in.Low + rise, High: in.High + rise}, Warning: of.Warning}
		if size := rounding * max(1, math.Abs(exact)); math.Abs(of.Value-exact) <= size && of.StdErr <= size {
			one.Z = 0
		}
		c.Comparisons = append(c.Comparisons, one)
	}
	if oneWay {
		c.Warnings = append(c.Warnings, y.oneWay)
	}
}

// rounding bounds the round-off of sums of many log ratios. If the error of an estimate
// and its standard error are both below it, the estimate has no randomness.
const rounding = 1e-10
