package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Thorough is how many cells are too many for Run and Brief to do more than
// Measure. From there on J, B and the divergences that they are sums of are all
// there is, in the time and the memory that Measure takes: what else a Result has
// is NaN or nil, and a warning says so.
const Thorough = chains.ParallelFrom

// Run returns all that is exact about an annealing: what Measure does, and the
// same again as the paper defines it, compared. It takes tens of times as long, and
// some forty numbers a cell, up to 64 MB for what a step's moves are and as much for
// the laws of the reverse chain. The error is that of Annealing.Check, or ctx's.
func Run(ctx context.Context, a chains.Annealing) (Result, error) {
	return RunWatched(ctx, a, func(int, int) {})
}

// RunWatched is Run, and calls watch now and then with how many levels it has
// been through, of how many.
func RunWatched(ctx context.Context, a chains.Annealing, watch func(done, total int)) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	res, err := run(newPulse(ctx, a, watch), a)
	res.raise(rise)
	return res, err
}

func run(beat *pulse, a chains.Annealing) (Result, error) {
	gap, err := measure(a, beat)
	if err != nil {
		return Result{}, err
	}
	if a.Grid.Size() >= Thorough {
		return alone(a, gap), nil
	}
	res := Result{Gap: gap}
	c, kept := newPlain(a), newLaws(a)
	fwd, rev, laws, again, err := res.passes(beat, c, kept)
	if err != nil {
		return Result{}, err
	}
	res.FwdLaw, res.RevLaw = fwd.law, rev.law
	res.Pairwise, res.MeanW, res.MeanInvW = laws.paths, fwd.mean, rev.mean
	res.ESS = math.Exp(2*math.Log(fwd.mean) - laws.logSquare)

	j := judge{a: a, res: &res, noPairs: laws.noPairs}
	j.supports()
	j.compare(fwd, rev, again, laws.q)
	if j.suspect {
		if j.seen, j.broken, err = findWitness(beat, c); err != nil {
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
	return res, res.refine(beat, a, laws.q)
}

// refine gives every cell of q its own digits. The walks have q to the digits of p, and
// the plain chain, which pushes by flows, to those of the mass that left a cell; if the
// two agree in every cell no digit is lost. Otherwise the law is pushed once more, without
// subtracting.
func (res *Result) refine(beat *pulse, a chains.Annealing, plain []float64) error {
	const digits = 1e-12
	if floats.EqualFunc(res.Q, plain, func(x, y float64) bool { return math.Abs(x-y) <= digits*y }) {
		return nil
	}
	n := len(res.Q)
	pushed := make([]float64, n)
	room := [3][]float64{make([]float64, n), make([]float64, n), make([]float64, n)}
	err := lastLaw(beat, a, a.Kernel.On(a.Grid), pushed, room, false)
	for x, q := range pushed {
		if math.Abs(res.Q[x]-q) > digits*q {
			res.Q[x] = q
		}
	}
	return err
}

// passes runs both chains as the paper writes it, and in walks beside them for the
// steps' shares, which again is the sum of.
func (res *Result) passes(beat *pulse, c *plain, kept *laws) (fwd, rev weights, laws forwardLaws, again Divergence, err error) {
	res.Steps = make([]Step, c.a.T()-1)
	for i := range res.Steps {
		res.Steps[i].T, res.Steps[i].Beta = i+2, c.a.Schedule.Beta(i+2)
	}
	rev, err = c.reverse(beat, kept, func(t int, share float64) {
		res.Steps[t-2].Part.Reverse = share
		again.Reverse += share
	})
	if err == nil {
		fwd, laws, err = c.forward(beat, kept, func(t int, share float64) {
			res.Steps[t-2].Part.Forward = share
			again.Forward += share
		})
	}
	return fwd, rev, laws, again, err
}

// walked is Measure by two walks, which push measures: what a twin pulls is no law
// where a kernel does not leave p_t invariant and its reversal is no kernel.
func walked(a chains.Annealing, beat *pulse) (Gap, error) {
	g := newGap(a)
	left, err := g.upAndDown(beat, a)
	if err != nil {
		return Gap{}, err
	}
	return g.finish(left)
}

// asRun replaces what rests on the kernel's invariance by what the plain passes
// found: with E_fwd[log w] and E_rev[log w] those of the chains as they run.
func (res *Result) asRun(c *plain, fwd, rev weights, q []float64) {
	res.Q = q
	floats.SubTo(res.d, q, res.P)
	res.Final = divergence(res.P, res.logp, res.d, q)
	res.FinalErr, res.PathsErr = Divergence{math.NaN(), math.NaN()}, Divergence{math.NaN(), math.NaN()}
	res.Paths = Divergence{Forward: res.LogR - fwd.logW, Reverse: rev.logW - res.LogR}
	for i := range res.Steps {
		t := i + 2
		rise := c.logZ[t] - c.logZ[t-1]
		res.Steps[i].Part = Divergence{Forward: rise - fwd.steps[t], Reverse: rev.steps[t] - rise}
	}
}
