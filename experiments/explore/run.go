package explore

import (
	"context"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/experiments"
)

// A run is a question that was found to be within the limits, on its way to an answer.
type run struct {
	chain     experiments.Chain
	annealing chains.Annealing
	choice    *tuning.Choice // how the schedule was chosen; nil for a formula
}

func (q Question) run(ctx context.Context) (r run, err error) {
	if r.chain, err = q.Chain(); err == nil {
		r.annealing, r.choice, err = r.chain.At(ctx, r.chain.T)
	}
	return r, err
}

// on returns the run of the same chain on another schedule, at another T. The two share what does not depend on
// either, such as the friction of the kernel.
func (r run) on(ctx context.Context, spec string, T int) (of run, err error) {
	if of.chain, err = r.chain.WithSchedule(spec); err == nil {
		err = inChosen(spec, r.chain.States)
	}
	if err == nil {
		of.chain.T = T
		of.annealing, of.choice, err = of.chain.At(ctx, T)
	}
	return of, err
}

// program reports whether another program runs than annealed importance sampling, whose numbers are the annealing's
// own.
func (r run) program() bool { return r.chain.Program != "" && r.chain.Program != "ais" }

// account is the account of the program.
func (r run) account(ctx context.Context) (experiments.Accounted, error) {
	return r.chain.Account(ctx, r.annealing, r.chain.Program, nil)
}
