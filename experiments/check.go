package experiments

import (
	"context"
	"errors"
	"math"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
)

// A trial has a function that runs an annealing or a program by dice, and what it was lowered by.
type trial struct {
	sample func(ctx context.Context, o sample.Options) (sample.Runs, error)
	offset float64   // what was subtracted from every log w
	final  []float64 // the distribution of the forward chains' last states: q, or p; nil if it is not known
	oneWay string    // the warning if there are no reverse runs
}

// check fills in the exact numbers of the annealing or of the program, and compares them with chains. The result does
// not depend on the number of workers.
func (m *Measurement) check(ctx context.Context, a chains.Annealing, ask Ask, progress Progress) (err error) {
	by := *ask.Chains
	c := &Check{Chains: by.N, MCSeed: by.Seed}
	m.Check = c
	c.WithoutExact = by.By == nil && by.leavesOut(a.Grid, a.T())
	var t trial
	if m.Program != "" {
		t, err = m.ofProgram(ctx, a, progress.Share(0, 1, 2))
	} else {
		t, err = m.ofAnnealing(ctx, a, ask, progress.Share(0, 1, 2))
	}
	if err != nil {
		return err
	}
	runs, err := t.sample(ctx, sample.Options{Chains: by.N, Seed: by.Seed, Progress: progress.Share(1, 2, 2)})
	if err != nil {
		return err
	}
	if c.WithoutExact && by.Exact != Never {
		c.Warnings = append(c.Warnings, "no exact numbers but log R: they would take far longer than the chains")
	}
	c.Warnings = append(c.Warnings, runs.Warnings()...)
	if m.Account == nil && runs.SquaresWarning() != "" {
		c.Warnings = append(c.Warnings, runs.SquaresWarning())
	}
	if runs.Reverse.LogW == nil {
		c.Warnings = append(c.Warnings, t.oneWay)
	} else {
		c.Bootstrap = runs.BootstrapB(by.Seed)
	}
	c.Comparisons = compare(m.Run, runs, t.offset)
	c.UnknownQ = m.Q == nil
	if t.final != nil {
		c.Fit = evidence.ChiSquare(runs.Forward.Counts(len(t.final)), t.final)
	}
	if by.Keep {
		c.Runs = runs
		c.Runs.Offset += t.offset
	}
	m.LogR += t.offset
	return nil
}

// ofAnnealing returns the trial of an annealing, by its kernel or by the moves of a user's command. If a command claims
// no kernel, only log R and the means of w are known, which are the same for every kernel that leaves its levels
// invariant; and the final states are compared with p and not with q.
func (m *Measurement) ofAnnealing(ctx context.Context, a chains.Annealing, ask Ask, progress Progress) (trial, error) {
	if err := a.Check(); err != nil {
		return trial{}, err
	}
	a, offset := a.WithoutConstants() // so both sides keep the digits in which they may differ
	t := trial{offset: offset}
	t.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) }
	m.Run = ofAnyKernel(a)
	if command := ask.Chains.By; command != nil {
		m.Program = command.Command
		m.Check.AgainstP = !command.Declared
		if command.Declared {
			m.Check.How = "declared"
		}
		t.oneWay = "nothing says that the kernel is reversible, and so there are no reverse chains, no B, no " +
			"E_rev[log w] and no mean of 1/w"
		t.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
			return sample.RunBy(ctx, a, command.Mover, command.Reversible, o)
		}
	}
	switch {
	case m.Check.AgainstP:
		m.Annealer.Kernel = "" // the command has a kernel of its own, which is not known
		_, last := a.Ends()
		t.final = chains.Normalized(last)
	case !m.Check.WithoutExact:
		r, err := exact.Options{ByLevel: ask.Drawn, Progress: progress}.Run(ctx, a)
		if err != nil {
			return t, err
		}
		m.Check.Warnings = r.Warnings
		if math.IsNaN(r.MeanW) { // package exact does not know it where masses are below any float
			r.MeanW = m.MeanW
		}
		if math.IsNaN(r.MeanInvW) {
			r.MeanInvW = m.MeanInvW
		}
		m.Run = m.Annealer.RunOf(a, r)
		t.final = m.Q
	}
	return t, nil
}

// ofAnyKernel returns the numbers of an annealing by any kernel that leaves its levels invariant: log R, and the means
// of w and 1/w if both ends have the same support; of 1/w no mean if the target is too deep: most of it is in runs that
// no dice draw.
func ofAnyKernel(a chains.Annealing) columns.Run {
	r := unknownRun(unmeasured(a))
	if !a.SameCells() {
		return r
	}
	r.MeanW = 1
	if _, last := a.Ends(); chains.LogSpan(last) < chains.MaxLogSpan {
		r.MeanInvW = 1
	}
	return r
}

// unmeasured returns the numbers that an annealing has without a kernel.
func unmeasured(a chains.Annealing) exact.Measured {
	nan := exact.Divergence{Forward: math.NaN(), Reverse: math.NaN()}
	return exact.Measured{T: a.T(), LogR: logRatio(a), Final: nan, Paths: nan}
}

// ofProgram returns the trial of the program. If that has no exact account there are estimates alone.
func (m *Measurement) ofProgram(ctx context.Context, a chains.Annealing, progress Progress) (trial, error) {
	e, p, offset, err := ProgramOn(m.Annealer, a, m.Program)
	if err != nil {
		return trial{}, err
	}
	t := trial{offset: offset, oneWay: noReverse}
	t.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
		return sample.RunProgram(ctx, e, p, o)
	}
	m.Run = programRun(unmeasured(p.Annealing), columns.Account{RMSEFwd: math.NaN(), RMSERev: math.NaN()}, false)
	if m.Check.WithoutExact {
		return t, nil
	}
	account, err := accounts.Of(ctx, e, p, progress)
	if errors.Is(err, accounts.ErrTooLarge) {
		m.Check.Warnings = []string{err.Error() + ", so there are estimates alone"}
		return t, nil
	}
	if err != nil {
		return t, err
	}
	m.Run = accountRun(account)
	m.Check.How = m.Account.How
	t.final = m.Q
	return t, nil
}
