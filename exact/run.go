package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// From MostChecked cells on Run does no more than Measure. The rest of a Result is
// then NaN or nil, and a warning says so.
const MostChecked = chains.ParallelFrom

// Run returns all that is exact about an annealing. It finds the numbers of Measure,
// finds them again as the paper defines them, and compares. It takes tens of times as
// long as Measure. It keeps some forty numbers a cell, up to 64 MB for the moves of a
// step, and as much for the laws of the reverse chain. The error comes from
// Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks, for those who run many. J and B are the same to
	// the last bit; the laws of log w and the effective sample size are the same to
	// rounding. Steps and Checks are nil, and Pairwise, MeanW, MeanInvW and Defect are
	// NaN. Like Measure it takes the kernel's word that it leaves p_t invariant. If J
	// or B is infinite everything is run, because that says why.
	Unchecked bool
	// Progress, unless nil, is called now and then with the number of levels done, and
	// of all.
	Progress func(done, total int)
}

// Run is Run with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	res, err := o.run(ctx, a)
	res.restore(rise)
	return res, err
}

func (o Options) run(ctx context.Context, a chains.Annealing) (Result, error) {
	prog := newProgress(ctx, a, o.Progress)
	gap, err := measure(a, prog)
	switch {
	case err != nil:
		return Result{}, err
	case a.Grid.Size() >= MostChecked:
		return alone(a, gap), nil
	case o.Unchecked && !math.IsInf(gap.J()+gap.B(), 0):
		return unchecked(prog, a, gap)
	}
	return checked(prog, a, gap)
}

// checked adds the findings of the plain passes to a gap, and compares.
func checked(prog *progress, a chains.Annealing, gap Gap) (Result, error) {
	res := Result{Gap: gap}
	c, kept := newPlain(a), newReverseLaws(a)
	fwd, rev, laws, again, err := res.passes(prog, c, kept)
	if err != nil {
		return Result{}, err
	}
	res.FwdLaw, res.RevLaw = fwd.law, rev.law
	res.Pairwise, res.MeanW, res.MeanInvW = laws.paths, fwd.mean, rev.mean
	res.ESS = math.Exp(2*math.Log(fwd.mean) - laws.logSquare)

	j := checks{a: a, res: &res, noPairs: laws.noPairs}
	j.supports()
	j.compare(fwd, rev, again, laws.q)
	if j.suspect {
		if j.seen, j.broken, err = findWitness(prog, c); err != nil {
			return Result{}, err
		}
	}
	if j.broken {
		res.asRun(c, fwd, rev, laws.q)
		if math.IsNaN(res.J()) || math.IsNaN(res.B()) {
			return Result{}, errNaN
		}
	}
	j.explain()
	return res, res.refine(prog, a, laws.q)
}

// passes runs both chains as the paper writes it. Walks beside them find each step's
// share of the path divergences; again is the sum of the shares.
func (res *Result) passes(prog *progress, c *plain, kept *reverseLaws) (
	fwd, rev logWeights, laws forwardLaws, again Divergence, err error) {
	res.Steps = make([]Step, c.a.T()-1)
	for i := range res.Steps {
		res.Steps[i].T, res.Steps[i].Beta = i+2, c.a.Schedule.Beta(i+2)
	}
	rev, err = c.reverse(prog, kept, func(t int, share float64) {
		res.Steps[t-2].Part.Reverse = share
		again.Reverse += share
	})
	if err == nil {
		fwd, laws, err = c.forward(prog, kept, func(t int, share float64) {
			res.Steps[t-2].Part.Forward = share
			again.Forward += share
		})
	}
	return fwd, rev, laws, again, err
}

// asRun replaces the numbers that rest on the kernel's invariance by those of the
// plain passes: q, E_fwd[log w] and E_rev[log w] of the chains as they run.
func (res *Result) asRun(c *plain, fwd, rev logWeights, q []float64) {
	res.Q = q
	floats.SubTo(res.d, q, res.P)
	res.Final = divergence(res.P, res.logp, res.d, q)
	res.Paths = Divergence{Forward: res.LogR - fwd.meanLogW, Reverse: rev.meanLogW - res.LogR}
	for i := range res.Steps {
		t := i + 2
		rise := c.logZ[t] - c.logZ[t-1]
		res.Steps[i].Part = Divergence{Forward: rise - fwd.steps[t], Reverse: rev.steps[t] - rise}
	}
}
