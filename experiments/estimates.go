package experiments

import (
	"math"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments/columns"
	"breadboard/grid"
)

// CheckChains returns a fault if a standard error needs more chains, or the results with chains are too large.
func CheckChains(n, results int) error {
	const field = Field("chains")
	if n < 2 {
		return Faultf("%v %d; use 2 or more, which a standard error needs", field, n)
	}
	each := sample.ChainBytes * float64(max(1, results))
	return CheckMemory(n, "chains", func(n float64) float64 { return n * each }, "%v %d", field, n)
}

// Chains says how the chains of an annealing or a program are run. Only N, Seed and By affect the estimates.
type Chains struct {
	N     int       // in each direction, at least 2
	Seed  uint64    // fixes everything random
	Keep  bool      // also keeps the runs, for those who save them
	Exact When      // whether exact numbers are computed; empty decides by cost
	By    *External // makes the moves in place of the kernel; nil if the kernel does
}

// An External has a user's command that makes the moves of an annealing in place of its kernel.
type External struct {
	chains.Mover
	Command    string // as results name it
	Declared   bool   // it claims to be the annealer's kernel, and is compared with that
	Reversible bool   // its kernel is its own reversal, so that reverse chains can run by it
}

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
func (c Chains) leavesOut(g grid.Grid, T int) bool {
	const aMoment, far = 2 * time.Second, 5
	exactly := time.Duration(min(exact.LargeWork(g.Size(), g.Moves())*float64(T), math.MaxInt64/2))
	chains := time.Duration(sample.Work(T, c.N))
	dear := g.Size() >= exact.UncheckedFrom && exactly > aMoment && exactly > far*chains
	return c.Exact == Never || c.Exact != Always && dear
}

// A Check compares Monte Carlo estimates of an annealing or a program with their exact values. The two computations
// share only the description of the annealing, so that a check that fails accuses one of them. A user's command that
// makes the moves in place of a kernel is checked in the same way.
type Check struct {
	How          string // how the exact account of the program was computed; "" if there is none
	Chains       int    // in each direction
	MCSeed       uint64 // of the chains
	Comparisons  []Comparison
	Bootstrap    sample.Interval  // of B, 95%
	Fit          evidence.Pearson // of the forward chains' last states to the exact q, if that is known, or to p
	AgainstP     bool             // Fit is to p
	UnknownQ     bool             // exact numbers were left out, or the program has no exact account
	WithoutExact bool             // the exact numbers but log R are left out
	Warnings     []string
	Runs         sample.Runs // their cells and log weights, if they are kept; otherwise empty
}

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
