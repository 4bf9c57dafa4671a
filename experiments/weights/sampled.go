package weights

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
)

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
	progress experiments.Progress) (columns.Run, error) {
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
		if cost := e.Cost(); cost > work { // that of a Told is not known
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
	nan, logR := math.NaN(), LogRatio(p)
	fwd, rev := runs.FwdLogW(), runs.RevLogW()
	distribution := make([]float64, p.Grid.Size())
	for _, x := range runs.Forward.Cells {
		distribution[x]++
	}
	floats.Scale(1/floats.Sum(distribution), distribution)
	first, last := p.Ends()
	g := exact.Measured{T: p.T(), P: chains.Normalized(last), Q: distribution, LogR: logR,
		Final: exact.Divergence{Forward: nan, Reverse: nan},
		Paths: exact.Divergence{Forward: logR - fwd.Value, Reverse: rev.Value - logR}}
	a := columns.Account{How: sampled, Cost: e.Cost(), Off: nan, B: Estimated(runs.B()),
		FwdLogW: Estimated(fwd), RevLogW: Estimated(rev),
		MeanW: Estimated(runs.MeanW(logR)), MeanInvW: Estimated(runs.MeanInvW(logR)),
		RMSEFwd: Estimated(runs.RMSEFwd(logR)), RMSERev: Estimated(runs.RMSERev(logR)), VarW: nan}
	ways, oneWay := "runs each way", runs.Reverse.LogW == nil
	if oneWay {
		ways = "forward runs"
	}
	warnings := append([]string{fmt.Sprintf("%v; sampled by %d %s%s; J of a sampled distribution has no unbiased "+
		"estimate and is left out", why, o.Chains, ways, seeded)}, runs.Warnings()...)
	// No run starts from masses below any float, and their weights may be as large as the masses are small.
	if chains.LogSpan(first) >= chains.MaxLogSpan {
		a.MeanW = columns.Known(nan)
		warnings = append(warnings, noMeanW)
	}
	if chains.LogSpan(last) >= chains.MaxLogSpan && !oneWay {
		a.MeanInvW = columns.Known(nan)
		warnings = append(warnings, "mean_inv_w is left out: it needs masses below the smallest float")
	}
	return newRun(g, a, oneWay, warnings...), nil
}

// LogRatio returns log R of a problem, log Z_T/Z_1.
func LogRatio(p programs.Problem) float64 {
	first, last := p.Ends()
	return chains.LogSum(last) - chains.LogSum(first)
}

// Estimated returns an estimate without its warning, as rows have it.
func Estimated(e sample.Estimate) columns.Estimate {
	return columns.Estimate{Value: e.Value, StdErr: e.StdErr}
}
