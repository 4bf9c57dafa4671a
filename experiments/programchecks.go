package experiments

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// ProgramChecks runs the programs at every T of ts both by dice and exactly. It returns a
// cross-check for each, in the order of ts and specs. If a program has no exact account its
// cross-check has only the estimates.
func (c Chain) ProgramChecks(ctx context.Context, ts []int, specs []string, s Sampling,
	progress Progress) ([]CrossCheck, error) {
	all := make([]CrossCheck, len(ts)*len(specs))
	err := each(ctx, 1, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, _, tell, err := c.AtWith(ctx, ts[i], tell)
		for k := 0; err == nil && k < len(specs); k++ {
			o := sample.Options(s)
			o.Progress = tell.Share(k, k+1, len(specs))
			all[i*len(specs)+k], err = c.programCheck(ctx, a, specs[k], o)
		}
		return err
	})
	return all, err
}

func (c Chain) programCheck(ctx context.Context, a chains.Annealing, spec string,
	o sample.Options) (CrossCheck, error) {
	check := CrossCheck{Chain: c, Program: spec, T: a.T(), Chains: o.Chains, MCSeed: o.Seed}
	tell := Progress(o.Progress)
	y, err := c.programmed(ctx, a, spec, tell.Share(0, 1, 2))
	if err != nil {
		return check, err
	}
	o.Progress = tell.Share(1, 2, 2)
	err = y.run(ctx, o, &check)
	check.Warnings = slices.Concat(c.partedRun(spec), check.Warnings)
	return check, err
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

// compareAccount compares every estimate with the account, if it is known.
func compareAccount(a accounts.Account, runs sample.Runs, logR, rise float64) []Comparison {
	return []Comparison{
		compare("e_log_w_fwd", a.FwdLogW(), runs.FwdLogW(), rise),
		compare("e_log_w_rev", a.RevLogW(), runs.RevLogW(), rise),
		compare("B", a.B(), runs.B(), 0),
		compare("log_r_lower", a.LogR+math.Log(a.MeanW), runs.LowerLogR(), rise),
		compare("log_r_upper", a.LogR-math.Log(a.MeanInvW), runs.UpperLogR(), rise),
		compare("mean_w", a.MeanW, runs.MeanW(logR), 0),
		compare("mean_inv_w", a.MeanInvW, runs.MeanInvW(logR), 0),
		compare("rmse_fwd", a.RMSEFwd(), runs.RMSEFwd(logR), 0),
		compare("rmse_rev", a.RMSERev(), runs.RMSERev(logR), 0),
	}
}
