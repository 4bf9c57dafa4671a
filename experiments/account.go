package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
)

// The numbers of a program come from its exact account, or, where that is too large or the program is drawn by a
// command, from runs.

// SampleProgram runs a program on an annealing that At made.
func (an Annealer) SampleProgram(ctx context.Context, a chains.Annealing, spec string,
	o sample.Options) (sample.Runs, error) {
	e, p, offset, err := ProgramOn(an, a, spec)
	if err != nil {
		return sample.Runs{}, err
	}
	runs, err := sample.RunProgram(ctx, e, p, o)
	runs.Offset += offset
	return runs, err
}

// account fills in the numbers of the program. A program that is too large for an exact account is sampled.
func (m *Measurement) account(ctx context.Context, a chains.Annealing, progress Progress) error {
	e, p, offset, err := ProgramOn(m.Annealer, a, m.Program)
	if err == nil && m.Program == ExecProgram {
		m.Ways, err = CheckWays(m.Annealer, commandRuns, sampledSeed)
	}
	if err != nil {
		return err
	}
	var account accounts.Account
	runs, isDrawn := e.(*outside.Runs)
	if isDrawn {
		err = errors.New(runs.Why)
	} else {
		account, err = accounts.Of(ctx, e, p, progress)
	}
	switch {
	case isDrawn || errors.Is(err, accounts.ErrTooLarge):
		m.Unknown = err.Error()
		m.Run, err = sampledRun(ctx, e, p, err, progress)
	case account.G == nil:
		m.Unknown = noReverse
		m.Run = accountRun(account)
	default:
		m.ByCell = &account
		m.Run = accountRun(account)
	}
	if err != nil {
		return err
	}
	m.LogR += offset
	why := account.Final.WhyInfinite(account.LogQ, account.P, account.LogP, m.Annealer.Target.Grid.Name)
	if why != "" {
		m.Warnings = append(m.Warnings, why)
	}
	return nil
}

// accountRun returns the numbers of an exact account.
func accountRun(a accounts.Account) columns.Run {
	r := programRun(a.Measured, columns.Account{How: string(a.How), RMSEFwd: a.RMSEFwd(), RMSERev: a.RMSERev(),
		Cost: a.Cost, Off: a.Off, VarW: a.VarW}, a.G == nil)
	r.MeanW = a.MeanW
	r.MeanInvW = a.MeanInvW
	r.ESS = a.ESS()
	if r.J() == 0 {
		r.Warnings = append(r.Warnings, roundedJ(a.Off*a.Off))
	}
	if math.IsNaN(a.MeanW) {
		r.Warnings = append(r.Warnings, noMeanW)
	}
	return r
}

const noMeanW = "mean_w is left out: it needs masses below the smallest float, is above the largest, or is not known " +
	"of the program"

// noReverse warns that a program runs only forward, and which numbers it does not have.
const noReverse = "the program has no reverse, and so no B, no E_rev[log w] and no mean of 1/w"

// programRun returns the run of a program with these numbers. All others are unknown.
func programRun(g exact.Measured, a columns.Account, oneWay bool, warnings ...string) columns.Run {
	r := unknownRun(g)
	r.Account = &a
	r.Warnings = warnings
	if oneWay {
		r.Warnings = append(r.Warnings, noReverse)
	}
	return r
}

// unknownRun returns a run with these numbers, and no others.
func unknownRun(g exact.Measured) columns.Run {
	return columns.Run{Result: exact.Only(g), NearB: math.NaN(), NearFloor: math.NaN()}
}

// sampledRuns is the number of runs of a sampled program in each direction. If they compute more than sampledWork log
// densities there are fewer runs, but at least fewRuns. A run counts as at least the densities of all levels, cell by
// cell.
const (
	sampledRuns = 10_000
	fewRuns     = 100
	commandRuns = 1000 // of the user's command
	sampledWork = 3e7
	sampledSeed = 1
)

// sampledRun estimates the numbers of a program that has no exact account; a warning says why. J has no unbiased
// estimate and is left out.
func sampledRun(ctx context.Context, e programs.Estimator, p programs.Problem, why error,
	progress Progress) (columns.Run, error) {
	levels := p.T()
	if p.Observed != nil {
		levels = max(levels, p.Observed.N())
	}
	o := sample.Options{Chains: commandRuns, Seed: sampledSeed, Workers: 1, Progress: progress}
	drawn, isDrawn := e.(*outside.Runs)
	seeded := ""
	if !isDrawn {
		o.Workers = 0
		work := float64(levels * p.Grid.Size())
		if cost := e.Cost(); cost > work { // that of a program by its ways is not known
			work = cost
		}
		o.Chains = int(max(fewRuns, min(sampledRuns, sampledWork/max(1, work))))
		seeded = fmt.Sprintf(", always with mc-seed %d; breadboard sample takes other seeds and numbers", sampledSeed)
	}
	runs, err := sample.RunProgram(ctx, e, p, o)
	if isDrawn {
		err = cmp.Or(drawn.Err, err)
	}
	if err != nil {
		return columns.Run{}, err
	}
	nan, logR := math.NaN(), logRatio(p.Annealing)
	fwd, rev := runs.FwdLogW(), runs.RevLogW()
	first, last := p.Ends()
	g := exact.Measured{T: p.T(), P: chains.Normalized(last), Q: sharesOf(runs.Forward.Cells, p.Grid.Size()),
		LogR: logR, Final: exact.Divergence{Forward: nan, Reverse: nan},
		Paths: exact.Divergence{Forward: logR - fwd.Value, Reverse: rev.Value - logR}}
	found := map[string]sample.Estimate{"b": runs.B(), "e_log_w_fwd": fwd, "e_log_w_rev": rev,
		"mean_w": runs.MeanW(logR), "mean_inv_w": runs.MeanInvW(logR),
		"rmse_fwd": runs.RMSEFwd(logR), "rmse_rev": runs.RMSERev(logR)}
	ways, oneWay := "runs each way", runs.Reverse.LogW == nil
	if oneWay {
		ways = "forward runs"
	}
	warnings := append([]string{fmt.Sprintf("%v; sampled by %d %s%s; J of a sampled distribution has no unbiased "+
		"estimate and is left out", why, o.Chains, ways, seeded)}, runs.Warnings()...)
	warnings = append(warnings, leaveOutDeep(found, first, last, oneWay)...)
	r := programRun(g, columns.Account{How: "sampled", RMSEFwd: found["rmse_fwd"].Value,
		RMSERev: found["rmse_rev"].Value, Cost: e.Cost(), Off: nan, VarW: nan}, oneWay, warnings...)
	r.Estimates = found
	r.MeanW = found["mean_w"].Value
	r.MeanInvW = found["mean_inv_w"].Value
	return r, nil
}

// sharesOf returns the shares of cells among draws.
func sharesOf(cells []int32, n int) []float64 {
	shares := make([]float64, n)
	for _, x := range cells {
		shares[x]++
	}
	floats.Scale(1/floats.Sum(shares), shares)
	return shares
}

// leaveOutDeep leaves means of weights out of estimates where they need masses below any float: no run starts from
// these, and their weights may be as large as the masses are small. It returns warnings.
func leaveOutDeep(found map[string]sample.Estimate, first, last []float64, oneWay bool) (warnings []string) {
	if chains.LogSpan(first) >= chains.MaxLogSpan {
		found["mean_w"] = sample.Exactly(math.NaN())
		warnings = append(warnings, noMeanW)
	}
	if chains.LogSpan(last) >= chains.MaxLogSpan && !oneWay {
		found["mean_inv_w"] = sample.Exactly(math.NaN())
		warnings = append(warnings, "mean_inv_w is left out: it needs masses below the smallest float")
	}
	return warnings
}

// logRatio returns log R of an annealing, log Z_T/Z_1.
func logRatio(a chains.Annealing) float64 {
	first, last := a.Ends()
	return chains.LogSum(last) - chains.LogSum(first)
}
