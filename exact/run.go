package exact

import (
	"cmp"
	"context"
	"math"

	"breadboard/chains"
)

// Run returns everything that is exact about an annealing. It finds the numbers of
// Measure, finds them again as the paper defines them, and compares. It takes tens of
// times as long as Measure. It keeps some forty numbers a cell, up to 64 MB for the
// moves of a step, and as much for the laws of the reverse chain. The error comes from
// Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Run is Run with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	prog := newProgress(ctx, a, o.Progress)
	if o.ByLastCell {
		prog.total = 3 * a.T() // on large spaces too
	}
	res, err := o.run(prog, a)
	if err = cmp.Or(prog.err, err); err != nil {
		return Result{}, err
	}
	// To all means of log w comes the constant that was taken off the log densities.
	res.LogR += rise
	res.FwdLaw.Mean += rise
	res.RevLaw.Mean += rise
	for i, c := range res.Checks {
		if c.Name == fwdLogW || c.Name == revLogW {
			res.Checks[i].A += rise
			res.Checks[i].B += rise
		}
	}
	return res, nil
}

func (o Options) run(prog *progress, a chains.Annealing) (res Result, err error) {
	gap, err := measure(prog, a)
	if err != nil {
		return Result{}, err
	}
	large := a.Grid.Size() >= MostChecked
	switch finite := !math.IsInf(gap.J()+gap.B(), 0); {
	case finite && (o.ByLastCell || o.Unchecked && !large):
		return o.unchecked(prog, a, gap), nil
	case large: // Measure's numbers and no others
		res = bare(gap)
		j := checks{a: a, res: &res}
		if !finite {
			j.supports()
			j.explainInfinite()
		}
		j.warn("from %d cells on only J, B and their parts are computed: no steps, no law of log w, and no checks",
			MostChecked)
	default:
		res, err = o.checked(prog, a, gap)
	}
	if o.ByLastCell && err == nil {
		res.byCellPlainly(prog, a)
	}
	return res, err
}
