package experiments

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
)

// run computes the cell on its chain. The error is ctx's: a cell that cannot be
// run is a row that says why.
func (c Cell) run(ctx context.Context, chain Chain, b Build, workers int) (Row, error) {
	r := Row{Key: c.Key(b), Cell: c, Grid: chain.Target.Grid.String(), Build: b}
	r.unknown()
	a, choice, err := chain.At(ctx, c.T)
	if err == nil {
		if choice != nil {
			r.Chosen = &Chosen{choice.Start, choice.Converged, choice.Gradient, choice.Evaluations}
		}
		r.near(chain, a)
		err = r.exactly(ctx, a, chain.Target.Grid.Size())
	}
	if err == nil && c.Chains > 0 {
		err = r.sampled(ctx, a, workers)
	}
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	if err != nil {
		r.unknown()
		r.Fault = err.Error()
	}
	return r, nil
}

// exactly fills in what is exact: J, B and what is read off them as the command
// exact has them, and what only checks them where it is asked for. On more states
// than the target's cells a warning says of which J and B are.
func (r *Row) exactly(ctx context.Context, a chains.Annealing, cells int) error {
	run := exact.Brief
	if r.Cell.Full {
		run = exact.Run
	}
	res, err := run(ctx, a)
	if err != nil {
		return err
	}
	r.J, r.B, r.JCell, r.LogR = res.J(), res.B(), res.J(), res.LogR
	r.JErr, r.BErr = res.JErr(), res.BErr()
	r.KLQP, r.KLPQ = res.Final.Forward, res.Final.Reverse
	r.PathFwd, r.PathRev = res.Paths.Forward, res.Paths.Reverse
	r.FwdLogW, r.RevLogW = res.FwdLogW(), res.RevLogW()
	r.ESS, r.MeanW, r.MeanInvW = res.ESS, res.MeanW, res.MeanInvW
	r.Pairwise, r.Defect = res.Pairwise.Jeffreys(), res.Defect
	r.FwdVar, r.FwdSkew = res.FwdLaw.Variance, res.FwdLaw.Skewness
	r.RevVar, r.RevSkew = res.RevLaw.Variance, res.RevLaw.Skewness
	r.Warnings = append(r.Warnings, res.Warnings...)
	if n := len(res.P); n != cells {
		_, _, cell := res.Marginal(cells)
		r.JCell = cell.Jeffreys()
		r.Warnings = append(r.Warnings, fmt.Sprintf("J and B are those of %d states; j_cell is the J of the target's %d cells alone", n, cells))
	}
	return nil
}

// near fills in what B is near equilibrium, where there is a friction length.
func (r *Row) near(chain Chain, a chains.Annealing) {
	near, err := chain.Near(a)
	if err != nil {
		r.Warnings = append(r.Warnings, "no near_b and near_b_floor: "+err.Error())
		return
	}
	r.NearB, r.NearBFloor = near.B, near.Floor
}

// sampled fills in what Monte Carlo chains estimate, with the dice that the same
// seed gives to any command.
func (r *Row) sampled(ctx context.Context, a chains.Annealing, workers int) error {
	runs, err := sample.Run(ctx, a, sample.Options{Chains: r.Cell.Chains, Seed: r.Cell.MCSeed, Workers: workers})
	if err != nil {
		return err
	}
	for _, e := range []struct {
		sample.Estimate
		value, stdErr *float64
	}{
		{runs.B(), &r.MCB, &r.MCBErr},
		{runs.FwdLogW(), &r.MCFwdLogW, &r.MCFwdErr},
		{runs.RevLogW(), &r.MCRevLogW, &r.MCRevErr},
	} {
		*e.value, *e.stdErr = e.Value, e.StdErr
	}
	r.Warnings = append(r.Warnings, runs.Warnings()...)
	return nil
}
