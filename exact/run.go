package exact

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Run returns everything that is exact about an annealing. It finds the numbers of Measure, finds them again as the
// paper defines them, and compares. It takes tens of times as long as Measure up to T = 10,000, and above that four
// times. It keeps some forty numbers a cell, up to 64 MB for the moves of a step, and as much for the distributions of
// the reverse chain. The error comes from Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Run returns the same with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, constant := a.WithoutConstants() // the largest log density of each end is 0 then, and log R lacks constant
	prog := newProgress(ctx, a, o.Progress)
	if o.ByLastCell {
		prog.total = 3 * a.T() // three passes, on spaces of any size
	}
	if o.ByLevel && a.Grid.Size() < UncheckedFrom {
		prog.total += a.T()
	}
	res, err := o.run(prog, a)
	if err = cmp.Or(prog.err, err); err != nil {
		return Result{}, err
	}
	res.LogR += constant // WithoutConstants took it off the log densities, and so off log w
	return res, nil
}

// run returns the result on an annealing that was checked and lowered.
func (o Options) run(prog *progress, a chains.Annealing) (res Result, err error) {
	var plain *plainRun // nil if both chains were not run
	measured, err := measure(prog, a, func() plainRun {
		r := o.bothChains(prog, a, true)
		plain = &r
		return r
	})
	if err != nil {
		return Result{}, err
	}
	finite := !math.IsInf(measured.J()+measured.B(), 0)
	switch {
	case a.Grid.Size() >= UncheckedFrom && !o.ByLastCell: // Measure's numbers and no others
		res = Only(measured)
		c := checks{a: a, res: &res}
		if !finite {
			c.supports()
			c.explainInfinite()
		}
		c.warn("from %d cells on only J, B and their parts are computed: no steps, no moments of log w, and no checks",
			UncheckedFrom)
	case finite && (o.ByLastCell || o.Unchecked):
		res = o.unchecked(prog, a, measured, plain)
	default:
		if o.Unchecked || o.ByLastCell { // the chains were run without what checks compare
			plain = nil
		}
		res, err = Options{ByLevel: o.ByLevel}.checked(prog, a, measured, plain)
	}
	if o.ByLastCell && err == nil {
		res.byLastCell(prog, a)
	}
	if why := disconnected(prog, a); why != "" {
		res.Warnings = append([]string{why}, res.Warnings...)
	}
	return res, err
}

// unchecked adds to what was measured the moments of log w and the effective sample size. With B finite neither chain
// has paths that the other lacks, so that E_fwd[ŵ] and E_rev[1/ŵ] are 1.
func (o Options) unchecked(prog *progress, a chains.Annealing, measured Measured, plain *plainRun) Result {
	res := Only(measured)
	if o.ByLastCell {
		res.MeanW, res.MeanInvW = 1, 1
	}
	if plain != nil || res.momentsInOnePass(prog, a) == nil {
		if plain == nil { // which works on any bridge
			r := o.bothChains(prog, a, true)
			plain = &r
		}
		res.setMoments(prog, a, plain.up, plain.down)
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res
}

// checked runs the plain chains, adds their numbers to the measured ones, and compares the two. Above mostChecked
// levels it compares q and the path divergences with those of the pass that finds the moments. If these agree, and no
// levels are asked for, it stops there. plain holds the chains if they were run.
func (o Options) checked(prog *progress, a chains.Annealing, measured Measured, plain *plainRun) (Result, error) {
	res := Only(measured)
	res.Defect = 0
	momentsKnown := false
	if plain == nil {
		w := res.momentsInOnePass(prog, a)
		momentsKnown = w != nil
		if momentsKnown && a.T() > mostChecked && !o.ByLevel && res.endsAgree(a, w) {
			return res, nil
		}
		r := o.bothChains(prog, a, !momentsKnown)
		plain = &r
	}
	if prog.err != nil {
		return Result{}, prog.err
	}
	up, down := plain.up, plain.down
	up.copyInfinite(measured.Paths.Forward)
	down.copyInfinite(measured.Paths.Reverse)
	res.Pairwise = plain.pairs
	res.MeanW = up.weighted
	res.MeanInvW = down.weighted
	c := checks{a: a, res: &res}
	c.supports()
	if !momentsKnown {
		mean := res.setMoments(prog, a, up, down)
		if c.deepFirst {
			res.MeanW = math.Exp(mean)
		}
	}
	distance := c.compare(up, down)
	if !(distance <= tolerable) { // as with rows of few digits
		res.setPlain(a, plainRun{up: up, down: down})
		up.shares, down.shares = up.plainShares, down.plainShares
	}
	res.Steps = make([]Step, 0, a.T()-1)
	for t := 2; t <= a.T(); t++ {
		res.Steps = append(res.Steps, Step{t, a.Schedule.Beta(t),
			Divergence{Forward: up.shares[t], Reverse: down.shares[t]}, 0, 0})
	}
	if o.ByLevel {
		plain.stops.set(prog, a, &res)
	}
	c.explain()
	if !(distance <= misses) {
		c.leaveOutB()
	}
	res.sharpenQ(up.final)
	return res, nil
}

// endsAgree compares q and both path divergences with those of the pass. The means of w and 1/w are 1, because the
// kernel is known to keep p_t.
func (r *Result) endsAgree(a chains.Annealing, w *weightMoments) bool {
	c := checks{a: a, res: r}
	q := w.last()
	c.agree(floats.Sum(q), 1, 1)
	c.agree(floats.Distance(r.Q, q, 1), 0, 1)
	size := c.size(outcome{size: w.size})
	c.agree(-w.mu, r.Paths.Forward, size)
	c.agree(w.nu, r.Paths.Reverse, size)
	r.MeanW, r.MeanInvW = 1, 1
	c.explain()
	return r.Defect <= tolerable
}

// sharpenQ gives Q all its digits. Measure may have q with an error relative to p. q pushed by itself has one relative
// to q.
func (r *Result) sharpenQ(pushed []float64) {
	const digits = 1e-12
	for x, q := range pushed {
		if math.Abs(r.Q[x]-q) > digits*q {
			r.Q[x] = q
		}
	}
}

// setMoments sets the moments of log w and the effective sample size to those of both chains. The moments of the
// reverse chain are of -log w. It returns the log of the mean weight, where masses of p_1 are below any float too.
func (r *Result) setMoments(prog *progress, a chains.Annealing, up, down outcome) (logMean float64) {
	r.FwdMoments = momentsOf(r.FwdLogW(), up.second, up.third)
	r.RevMoments = momentsOf(r.RevLogW(), down.second, -down.third)
	logMean, logSquare := math.Log(up.weighted), up.logSquare
	first, last := a.Ends()
	if chains.LogSpan(first) >= depth {
		logMean = logMoment(prog, a, 1)
	}
	if max(chains.LogSpan(first), chains.LogSpan(last)) >= depth/2 {
		logSquare = logMoment(prog, a, 2)
	}
	r.ESS = math.Exp(2*logMean - logSquare)
	return logMean
}

// Forward returns q and J by a kernel that does not keep p_t. The forward chain needs no more of a kernel than its
// rows. All of log w, and all of the reverse chain, is NaN: without invariance E_fwd[w] is not R, no reversal is a
// kernel, and B bounds nothing. progress, unless nil, is called as that of Options is. The error is that of Run.
func Forward(ctx context.Context, a chains.Annealing, progress func(done, total int)) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, constant := a.WithoutConstants()
	if err := checkSpan(a); err != nil {
		return Result{}, err
	}
	g := started(a)
	prog := newProgress(ctx, a, progress)
	prog.total = a.T()
	g.setEnds(a, newChain(a, true).pushed(prog))
	if g.needsLogs() || !a.SameCells() {
		g.logq = pushLogs(prog, a, newChain(a, true).logp, nil, nil)
		g.setFinal()
	}
	if math.IsNaN(g.J()) || floats.HasNaN(g.Q) {
		return Result{}, cmp.Or(prog.err, errNaN)
	}
	g.LogR += constant
	g.Paths = unknown
	res := Only(g)
	for _, why := range []string{disconnected(prog, a), g.whyInfinite(a)} {
		if why != "" {
			res.Warnings = append(res.Warnings, why)
		}
	}
	return res, prog.err
}
