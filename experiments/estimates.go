package experiments

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/sample"
	"breadboard/experiments/columns"
)

// A Comparison has an estimate and its exact value.
type Comparison struct {
	Name     string // as in the keys of exact results
	Formula  string // the name as people write it: E_fwd[log w] for e_log_w_fwd
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

// compare returns the estimates of runs with their exact values. offset was subtracted from every log w. The ESS is of
// an annealing alone, and the rmse of a program. The means of w and 1/w are relative to R.
func compare(truth columns.Run, runs sample.Runs, offset float64) (all []Comparison) {
	known, logR := truth.Numbers(), truth.LogR
	over := func(of func(logR float64) sample.Estimate) func() sample.Estimate {
		return func() sample.Estimate { return of(logR) }
	}
	program, oneWay := truth.Account != nil, runs.Reverse.LogW == nil
	for _, e := range []struct {
		name, formula string
		estimate      func() sample.Estimate // takes a pass over all runs
		exact, rise   float64
		leftOut       bool
	}{
		{"e_log_w_fwd", "E_fwd[log w]", runs.FwdLogW, known["e_log_w_fwd"], offset, false},
		{"e_log_w_rev", "E_rev[log w]", runs.RevLogW, known["e_log_w_rev"], offset, oneWay},
		{"B", "B", runs.B, known["B"], 0, oneWay},
		{"log_r_lower", "log E_fwd[w]", runs.LowerLogR, logR + math.Log(truth.MeanW), offset, false},
		{"log_r_upper", "-log E_rev[1/w]", runs.UpperLogR, logR - math.Log(truth.MeanInvW), offset, oneWay},
		{"mean_w", "E_fwd[w] Z_1/Z_T", over(runs.MeanW), truth.MeanW, 0, false},
		{"mean_inv_w", "E_rev[1/w] Z_T/Z_1", over(runs.MeanInvW), truth.MeanInvW, 0, oneWay},
		{"ess", "ESS of one weight", runs.ESS, truth.ESS, 0, program},
		{"rmse_fwd", "rmse forward", over(runs.RMSEFwd), known["rmse_fwd"], 0, !program},
		{"rmse_rev", "rmse in reverse", over(runs.RMSERev), known["rmse_rev"], 0, !program || oneWay},
	} {
		if e.leftOut {
			continue
		}
		of := e.estimate()
		in := of.Interval()
		off := of.Value - e.exact // without the offset, so that Z keeps its digits
		one := Comparison{Name: e.name, Formula: e.formula, Exact: e.exact + e.rise, Estimate: of.Value + e.rise,
			StdErr: of.StdErr, Z: off / of.StdErr, Warning: of.Warning,
			Interval: sample.Interval{Low: in.Low + e.rise, High: in.High + e.rise}}
		if size := rounding * max(1, math.Abs(e.exact)); math.Abs(off) <= size && of.StdErr <= size {
			one.Z = 0
		}
		all = append(all, one)
	}
	return all
}

// rounding bounds the round-off of sums of many log ratios. If the error of an estimate and its standard error are both
// below it, the estimate has no randomness.
const rounding = 1e-10
