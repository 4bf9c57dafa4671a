package crosscheck

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/sampling"
	"breadboard/grid"
	"breadboard/grid/text"
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
		mover := by.Mover
		if by.Reversible {
			watched := &balanced{by.Mover, evidence.NewFlows()}
			mover, y.doubts = watched, func() []string { return watched.doubts(c.Target.Grid) }
		}
		y.sample = func(ctx context.Context, o sample.Options) (sample.Runs, error) {
			return sample.RunBy(ctx, a, mover, by.Reversible, o)
		}
		check := Check{Chain: c, Program: by.Command, T: a.T(), Chains: p.Chains, MCSeed: p.Seed,
			AgainstP: !by.Declared}
		o := p.Options()
		o.Progress = tell
		err := y.run(ctx, o, p.Keep, &check)
		return check, err
	})
}

// A balanced program claims detailed balance, and its moves are counted to see whether it keeps it.
type balanced struct {
	chains.Mover
	flows *evidence.Flows
}

// Aim aims the program and the count.
func (b *balanced) Aim(ctx context.Context, beta float64, logf []float64) error {
	b.flows.Aim(logf)
	return b.Mover.Aim(ctx, beta, logf)
}

// Move moves and counts.
func (b *balanced) Move(ctx context.Context, next, states []int) error {
	if err := b.Mover.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		b.flows.Add(x, next[i])
	}
	return nil
}

// mostUnbalanced is the largest p-value of flows that are said to break detailed balance.
const mostUnbalanced = 1e-4

// doubts is the warning of flows that no reversible kernel makes; nil if there is none.
func (b *balanced) doubts(g grid.Grid) []string {
	f, p := b.flows.Worst()
	if p > mostUnbalanced {
		return nil
	}
	return []string{fmt.Sprintf("the kernel is not reversible, though it is said to be: of %s moves %s went from %s "+
		"and %s back, and detailed balance expects %s and %s (p = %.2g of all pairs of cells); so the reverse "+
		"chains, B, E_rev[log w] and the mean of 1/w are wrong; without the claim they are left out",
		text.Thousands(b.flows.Moves()), text.Thousands(f.There), laws.Pair(g, f.X, f.Y), text.Thousands(f.Again),
		text.Thousands(int(math.Round(f.Mean))), text.Thousands(f.There+f.Again-int(math.Round(f.Mean))), p)}
}
