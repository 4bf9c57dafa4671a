package crosscheck

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/sampling"
)

// An Outsider is a program that makes the moves of an annealing in place of its kernel.
type Outsider struct {
	chains.Mover
	Command    string // as results name it
	Declared   bool   // it claims to be the chain's kernel, whose exact values stand beside the estimates
	Reversible bool   // its kernel is its own reversal, so that reverse chains can run by it
}

// OfOutsider runs the chain at every T of ts by the moves of a program, one after the other. Beside the estimates are
// the exact values of the kernel that it claims to be. If it claims none, these are known of the means of w alone, to
// which every kernel leads that leaves its levels invariant; and the final states are compared with p and not with q.
func OfOutsider(ctx context.Context, c experiments.Chain, ts []int, by Outsider, p sampling.Plan,
	progress experiments.Progress) ([]Check,
	error) {
	if !by.Declared {
		c.Kernel = "" // it has a kernel of its own, which nobody knows
	}
	return experiments.AtEach(ctx, c, 1, ts, 1, progress, func(ctx context.Context, at experiments.Aimed,
		tell experiments.Progress) (Check, error) {
		a, rise := at.Lowered()
		var truth exact.Result
		if by.Declared {
			var err error
			if truth, err = exact.Run(ctx, a); err != nil {
				return Check{}, err
			}
		} else { // p in the place of q, and the numbers of every kernel that leaves the levels invariant
			_, last := a.Ends()
			truth = ofAnyKernel(a)
			truth.Q = chains.Normalized(last)
		}
		y := measured(a, truth, rise)
		y.oneWay = "nothing says that the kernel is reversible, and so there are no reverse chains, no B, no " +
			"E_rev[log w] and no mean of 1/w"
		if by.Declared {
			y.how = "declared"
		}
		y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
			return sample.RunBy(ctx, a, by.Mover, by.Reversible, o)
		}
		check := Check{Chain: c, Program: by.Command, T: a.T(), Chains: p.Chains, MCSeed: p.Seed,
			AgainstP: !by.Declared}
		o := p.Options()
		o.Progress = tell
		err := y.run(ctx, o, p.Keep, &check)
		return check, err
	})
}
