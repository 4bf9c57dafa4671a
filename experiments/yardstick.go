package experiments

import (
	"context"
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// A yardstick has the exact numbers of an annealing or a program, and a way to run it.
type yardstick struct {
	sample   func(ctx context.Context, o sample.Options) (sample.Runs, error)
	compare  func(runs sample.Runs) []Comparison
	how      string    // how the exact account of a program was got; "" if there is none
	q        []float64 // the exact law of the forward chains' last states; nil if it is not known
	rise     float64   // was taken off every log w
	part     int       // so many chains share a generator
	warnings []string
}

// annealed runs an annealing exactly.
func annealed(ctx context.Context, a chains.Annealing, progress Progress) (yardstick, error) {
	if err := a.Check(); err != nil {
		return yardstick{}, err
	}
	a, rise := a.Lowered() // so both sides keep the digits in which they may differ
	truth, err := exact.Options{Progress: progress.tell}.Run(ctx, a)
	return yardstick{
		sample:  func(ctx context.Context, o sample.Options) (sample.Runs, error) { return sample.Run(ctx, a, o) },
		compare: func(runs sample.Runs) []Comparison { return compareAll(a, truth, runs, rise) },
		q:       truth.Q, rise: rise, part: sample.Block, warnings: truth.Warnings,
	}, err
}

// programmed finds the exact account of a program, if there is one.
func (c Chain) programmed(ctx context.Context, a chains.Annealing, spec string, progress Progress) (yardstick, error) {
	e, p, rise, err := c.Aim(a, spec)
	if err != nil {
		return yardstick{}, err
	}
	y := yardstick{rise: rise, part: 1}
	if _, ok := e.(programs.AIS); ok {
		y.part = sample.Block
	}
	account, err := accounts.Options{Progress: progress}.Of(ctx, e, p)
	if errors.Is(err, accounts.ErrTooLarge) {
		y.warnings = []string{err.Error() + ", so there are estimates alone"}
		account, err = unknownAccount(), nil
	}
	y.how, y.q = string(account.How), account.Q
	y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
		return sample.RunProgram(ctx, e, p, o)
	}
	y.compare = func(runs sample.Runs) []Comparison { return compareAccount(account, runs, LogRatio(p), rise) }
	return y, err
}

// run runs the chains, and fills the check with all that they say.
func (y yardstick) run(ctx context.Context, o sample.Options, c *CrossCheck) error {
	runs, err := y.sample(ctx, o)
	if err != nil {
		return err
	}
	c.keep(runs, y.rise, o)
	y.fill(c, runs)
	if runs.Reverse.LogW != nil {
		c.Bootstrap = runs.BootstrapB(confidence, o.Seed)
	}
	if y.q != nil {
		c.Fit = evidence.ChiSquare(runs.Forward.Ends, y.q)
	}
	return nil
}

// fill fills in the estimates, beside what is exact.
func (y yardstick) fill(c *CrossCheck, runs sample.Runs) {
	c.How, c.Comparisons, c.Warnings = y.how, y.compare(runs), slices.Concat(y.warnings, runs.Warnings())
	if runs.Reverse.LogW == nil {
		c.Comparisons = slices.DeleteFunc(c.Comparisons, func(c Comparison) bool { return reverseOnly[c.Name] })
		c.Warnings = append(c.Warnings, noReverse)
	}
}
