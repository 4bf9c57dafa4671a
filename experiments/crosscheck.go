package experiments

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
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

// compareAll compares every estimate that has an exact value. It adds rise, which was
// taken off log w, to every number of the size of log w.
func compareAll(a chains.Annealing, truth exact.Result, runs sample.Runs, rise float64) []Comparison {
	return []Comparison{
		compare("e_log_w_fwd", truth.FwdLogW(), runs.FwdLogW(), rise),
		compare("e_log_w_rev", truth.RevLogW(), runs.RevLogW(), rise),
		compare("B", truth.B(), runs.B(), 0),
		compare("log_r_lower", truth.LogR+logMean(a, truth.MeanW), runs.LowerLogR(), rise),
		compare("log_r_upper", truth.LogR-logMean(a, truth.MeanInvW), runs.UpperLogR(), rise),
		compare("mean_w", truth.MeanW, runs.MeanW(truth.LogR), 0),
		compare("mean_inv_w", truth.MeanInvW, runs.MeanInvW(truth.LogR), 0),
		compare("ess", truth.ESS, runs.ESS(), 0),
	}
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
	all := make([]CrossCheck, len(ts))
	err := each(ctx, 1, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, _, tell, err := c.AtWith(ctx, ts[i], tell)
		if err != nil {
			return err
		}
		o := sample.Options(s)
		o.Progress = tell
		all[i], err = Compare(ctx, a, o)
		all[i].Chain, all[i].Warnings = c, slices.Concat(c.Parted(), all[i].Warnings)
		return err
	})
	return all, err
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
