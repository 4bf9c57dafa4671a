package experiments

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
)

// An Outsider is a program that makes the moves of an annealing in place of its kernel.
type Outsider struct {
	sample.Mover
	Command    string // as results name it
	Declared   bool   // it claims to be the chain's kernel, whose exact values stand beside the estimates
	Reversible bool   // its kernel is its own reversal, so that reverse chains can run by it
}

// notReversible is the warning of chains that run forward alone.
const notReversible = "nothing says that the kernel is reversible, and so there are no reverse chains, no B, no " +
	"E_rev[log w] and no mean of 1/w"

// MovedChecks runs the chain at every T of ts by the moves of a program, one after the other.
// Beside the estimates are the exact values of the kernel that it claims to be. If it claims none,
// these are known of the means of w alone, to which every kernel leads that leaves its levels
// invariant; and the final states are compared with p and not with q.
func (c Chain) MovedChecks(ctx context.Context, ts []int, by Outsider, s Sampling, progress Progress) ([]CrossCheck,
	error) {
	all := make([]CrossCheck, len(ts))
	err := each(ctx, 1, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		a, _, tell, err := c.AtWith(ctx, ts[i], tell)
		if err == nil {
			o := sample.Options(s)
			o.Progress = tell
			all[i], err = c.movedCheck(ctx, a, by, o)
		}
		return err
	})
	return all, err
}

func (c Chain) movedCheck(ctx context.Context, a chains.Annealing, by Outsider, o sample.Options) (CrossCheck, error) {
	a, rise := a.Lowered()
	check := CrossCheck{Chain: c, Program: by.Command, T: a.T(), Chains: o.Chains, MCSeed: o.Seed}
	truth := undeclared(a)
	if by.Declared {
		var err error
		if truth, err = exact.Run(ctx, a); err != nil {
			return check, err
		}
		check.How = declared
	}
	runs, err := sample.RunBy(ctx, a, by.Mover, by.Reversible, o)
	if err != nil {
		return check, err
	}
	check.keep(runs, rise, o)
	check.Comparisons = compareAll(a, truth, runs, rise)
	check.Warnings = slices.Concat(truth.Warnings, runs.Warnings())
	if by.Reversible {
		check.Bootstrap = runs.BootstrapB(confidence, o.Seed)
	} else {
		check.Comparisons = slices.DeleteFunc(check.Comparisons, func(c Comparison) bool { return reverseOnly[c.Name] })
		check.Warnings = append(check.Warnings, notReversible)
	}
	check.AgainstP = !by.Declared
	law := truth.Q
	if check.AgainstP {
		law = truth.P
	}
	check.Fit = evidence.ChiSquare(runs.Forward.Ends, law)
	return check, nil
}

// declared is the How of a program that claims to be a kernel of the catalogue.
const declared = "declared"

// undeclared returns the exact numbers that every kernel shares which leaves the levels invariant:
// log R, the means of w and 1/w if no mass comes or goes, and p.
func undeclared(a chains.Annealing) exact.Result {
	nan := math.NaN()
	first, last := a.Ends()
	r := exact.Result{MeanW: nan, MeanInvW: nan, ESS: nan}
	r.LogR, r.P = chains.LogSum(last)-chains.LogSum(first), chains.Normalized(last)
	r.Paths = exact.Divergence{Forward: nan, Reverse: nan}
	if a.SameCells() {
		r.MeanW, r.MeanInvW = 1, 1
	}
	return r
}
