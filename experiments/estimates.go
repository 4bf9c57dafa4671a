package experiments

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/sample"
	"breadboard/experiments/columns"
)

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

// P returns the probability that a normal Z is as far from 0.
func (c Comparison) P() float64 { return 2 * distuv.UnitNormal.Survival(math.Abs(c.Z)) }

// Formula returns the name as people write it: E_fwd[log w] for e_log_w_fwd.
func (c Comparison) Formula() string {
	i := slices.IndexFunc(estimates, func(e estimate) bool { return e.name == c.Name })
	return estimates[i].formula
}

// confidence sets the level of the intervals.
const confidence = 0.95

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
	{ess, "ESS of one weight", ofRuns(sample.Runs.ESS), false, false},
	{"rmse_fwd", "rmse forward", sample.Runs.RMSEFwd, false, false},
	{"rmse_rev", "rmse in reverse", sample.Runs.RMSERev, false, true},
}

const ess = "ess"

// ofRuns returns a function for an estimate that does not need log R.
func ofRuns(of func(sample.Runs) sample.Estimate) func(sample.Runs, float64) sample.Estimate {
	return func(r sample.Runs, _ float64) sample.Estimate { return of(r) }
}

// exactly returns the exact number that is estimated; NaN if the run does not have it.
func (e estimate) exactly(r columns.Run) float64 {
	switch e.name {
	case "log_r_lower":
		return r.LogR + math.Log(r.MeanW)
	case "log_r_upper":
		return r.LogR - math.Log(r.MeanInvW)
	}
	return r.Numbers()[e.name]
}

// compare returns the estimates of runs with their exact values. offset was subtracted from every log w. The ESS is of
// an annealing alone, and the rmse of a program.
func compare(truth columns.Run, runs sample.Runs, offset float64) (all []Comparison) {
	for _, e := range estimates {
		isOther := e.name == ess && truth.Account != nil || strings.HasPrefix(e.name, "rmse") && truth.Account == nil
		if isOther || e.reverse && runs.Reverse.LogW == nil {
			continue
		}
		rise := 0.0
		if e.log {
			rise = offset
		}
		exact := e.exactly(truth)
		of := e.of(runs, truth.LogR)
		in := of.Interval(confidence)
		one := Comparison{Name: e.name, Exact: exact + rise, Estimate: of.Value + rise, StdErr: of.StdErr,
			Z:        (of.Value - exact) / of.StdErr, // without the offset, so that Z keeps its digits
			Interval: sample.Interval{Low: in.Low + rise, High: in.High + rise}, Warning: of.Warning}
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
