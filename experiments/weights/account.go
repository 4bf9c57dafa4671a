// Package weights computes the numbers of programs from their log weights: by exact accounts (account.go),
// or by estimates where an account is too large (sampled.go).
package weights

import (
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/columns"
)

// A ProgramResult has the numbers of a program at one T. Numbers in Run that only an annealing has are NaN.
type ProgramResult struct {
	experiments.Exact
	Program string
	ByCell  *accounts.Account // nil if it is not known
	Unknown string            // says why ByCell is not known; "" if it is
	Ways    *WaysCheck        // of the user's command; nil for other programs
}

// sampled is the How of an account of estimates from runs.
const sampled = "sampled"

// Results runs the programs at every T of ts, and returns results in the order of ts and specs. A program that is too
// large for an exact account is sampled. The user's command is the same at every T, and runs once.
func Results(ctx context.Context, an experiments.Annealer, ts []int, specs []string,
	progress experiments.Progress) ([]ProgramResult, error) {
	const each = experiments.AccountBytes
	var exec ProgramResult
	if slices.Contains(specs, experiments.ExecProgram) {
		var err error
		if exec, err = Result(ctx, an, an.Base(chains.Linear(2)), experiments.ExecProgram, nil); err != nil {
			return nil, err
		}
	}
	return experiments.ForEachT(ctx, an, ts, len(specs), each, 0, progress, func(ctx context.Context,
		at experiments.Task, progress experiments.Progress) (ProgramResult, error) {
		if specs[at.Kth] == experiments.ExecProgram {
			row := exec
			row.T = at.T()
			return row, nil
		}
		row, err := Result(ctx, an, at.Annealing, specs[at.Kth], progress)
		row.Choice = at.Choice
		if an.Target.Grid.Size() > experiments.MostKept {
			row.Measured = row.WithoutCells()
		}
		return row, err
	})
}

// Result returns the numbers of a program on an annealing that At made.
func Result(ctx context.Context, an experiments.Annealer, a chains.Annealing, spec string,
	progress experiments.Progress) (ProgramResult, error) {
	row := ProgramResult{Exact: experiments.Exact{Annealer: an}, Program: spec}
	e, p, offset, err := LoweredProgram(an, a, spec)
	if err != nil {
		return row, err
	}
	if spec == experiments.ExecProgram {
		if row.Ways, err = CheckWays(ctx, an, a, commandRuns, sampledSeed); err != nil {
			return row, err
		}
	}
	var account accounts.Account
	runs, isDrawn := e.(*outside.Runs)
	if isDrawn {
		err = errors.New(runs.Why)
	} else {
		account, err = accounts.Options{Progress: progress}.Of(ctx, e, p)
	}
	switch {
	case isDrawn || errors.Is(err, accounts.ErrTooLarge):
		row.Unknown = err.Error()
		row.Run, err = sampledRun(ctx, e, p, err, progress)
	case account.G == nil:
		row.Unknown = NoReverse
		row.Run = accountRun(a.T(), account)
	default:
		row.ByCell = &account
		row.Run = accountRun(a.T(), account)
	}
	if err != nil {
		return row, err
	}
	row.LogR += offset
	if why := account.Final.WhyInfinite(account.LogQ, account.P, account.LogP, an.Target.Grid.Name); why != "" {
		row.Warnings = append(row.Warnings, why)
	}
	return row, nil
}

// LoweredProgram makes a program for an annealing that At made, with constants subtracted from its log densities. Add
// offset to the program's log weights. A model's observations lower themselves, and have no offset, and neither has the
// user's command.
func LoweredProgram(an experiments.Annealer, a chains.Annealing, spec string) (e programs.Estimator, p programs.Problem,
	offset float64, err error) {
	if spec != experiments.ExecProgram && experiments.Problem(an, a).Observed == nil {
		a, offset = a.Lowered()
	}
	e, p, err = experiments.ProgramOn(an, a, spec)
	return e, p, offset, err
}

// Sample runs a program on an annealing that At made.
func Sample(ctx context.Context, an experiments.Annealer, a chains.Annealing, spec string,
	o sample.Options) (sample.Runs, error) {
	e, p, offset, err := LoweredProgram(an, a, spec)
	if err != nil {
		return sample.Runs{}, err
	}
	runs, err := sample.RunProgram(ctx, e, p, o)
	runs.Offset += offset
	return runs, err
}

// accountRun returns the numbers of an exact account.
func accountRun(T int, a accounts.Account) columns.Run {
	r := newRun(exact.Measured{T: T, Q: a.Q, P: a.P, Final: a.Final, Paths: a.Paths, LogR: a.LogR},
		columns.Account{How: string(a.How), Cost: a.Cost, Off: a.Off,
			B: columns.Known(a.B()), FwdLogW: columns.Known(a.FwdLogW()), RevLogW: columns.Known(a.RevLogW()),
			MeanW: columns.Known(a.MeanW), MeanInvW: columns.Known(a.MeanInvW),
			RMSEFwd: columns.Known(a.RMSEFwd()), RMSERev: columns.Known(a.RMSERev()), VarW: a.VarW}, a.G == nil)
	r.ESS = a.ESS()
	if r.J() == 0 {
		r.Warnings = append(r.Warnings, experiments.RoundedJ(a.Off*a.Off))
	}
	if math.IsNaN(a.MeanW) {
		r.Warnings = append(r.Warnings, noMeanW)
	}
	return r
}

const noMeanW = "mean_w is left out: it needs masses below the smallest float, is above the largest, or is not known " +
	"of the program"

// NoReverse warns that a program runs only forward, and which numbers it does not have.
const NoReverse = "the program has no reverse, and so no B, no E_rev[log w] and no mean of 1/w"

// newRun returns a run with these numbers. All others are unknown.
func newRun(g exact.Measured, a columns.Account, oneWay bool, warnings ...string) columns.Run {
	nan := math.NaN()
	unknown := exact.Moments{Mean: nan, Variance: nan, Skewness: nan}
	if oneWay {
		warnings = append(warnings, NoReverse)
	}
	noPairs := exact.Divergence{Forward: nan, Reverse: nan}
	return columns.Run{Result: exact.Result{Measured: g, Pairwise: noPairs,
		MeanW: a.MeanW.Value, MeanInvW: a.MeanInvW.Value, ESS: nan, FwdMoments: unknown, RevMoments: unknown,
		Defect: nan, Warnings: warnings}, Account: &a, NearB: nan, NearFloor: nan}
}
