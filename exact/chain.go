package exact

import (
	"context"
	"iter"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// A chain is the forward chain, which goes up from level 1 and p_1, or the reverse chain, which goes down from level T
// and p_T.
type chain struct {
	a       chains.Annealing
	forward bool
	op      chains.Operator // the kernel, or its reversal
	level   *chains.Level
	mass    []float64 // the distribution of the chain's state
	p, logp []float64 // p_t at the level, and its logarithm

	pBefore, logpBefore []float64 // the same at the level before

	change   []float64 // log f at the level less log f at the level before
	scratch  []float64
	byMasses bool // the operator is aimed at p_t, so that log f is exponentiated once a cell and not once a move
}

// newChain returns a chain where it starts.
func newChain(a chains.Annealing, forward bool) *chain {
	v := vectors(a.Grid.Size(), 7)
	c := &chain{a: a, forward: forward, op: chains.On(a.Kernel, a.Grid), level: a.NewLevel(), mass: v[0], p: v[1],
		pBefore: v[2], logp: v[3], logpBefore: v[4], change: v[5], scratch: v[6], byMasses: byProducts(a)}
	start := 1
	if !forward {
		c.op = c.op.Reversal()
		start = a.T()
	}
	a.LevelAt(c.level, start)
	chains.NormalizeLog(c.p, c.logp, c.level.LogF())
	copy(c.mass, c.p)
	return c
}

// run goes to the other end. weigh makes the weight's step between levels t-1 and t. push makes a step of the chain by
// the aimed operator; the forward chain's last step comes after the last weight. at is called at each level t when mass
// is the distribution of x_t: forward after the push there, in reverse before it. Once the context has ended the
// numbers mean nothing.
func (c *chain) run(prog *progress, weigh func(t int), push func(), at func()) {
	by := 1
	if !c.forward {
		by = -1
	}
	at()
	for range prog.through(c.a.T()) {
		from := c.level.T
		upper := max(from, from+by)
		moves := upper <= c.a.PathEnd()
		if moves && !c.forward {
			c.aim()
			push()
		}
		c.p, c.pBefore = c.pBefore, c.p
		c.logp, c.logpBefore = c.logpBefore, c.logp
		moveTo(&c.a, c.level, from+by, c.change)
		chains.NormalizeLog(c.p, c.logp, c.level.LogF())
		weigh(upper)
		if moves && c.forward {
			c.aim()
			push()
		}
		at()
	}
}

// aim aims the operator at the level.
func (c *chain) aim() {
	if c.byMasses {
		c.level.P = c.p
	}
	c.op.Aim(c.level)
}

// pushed returns the distribution of the chain's state at the other end.
func (c *chain) pushed(prog *progress) []float64 {
	c.run(prog, func(int) {}, func() { apply(c.op.Push, &c.mass, &c.scratch) }, func() {})
	return c.mass
}

// vectors returns vectors of n zeros.
func vectors(n, number int) [][]float64 {
	all := make([][]float64, number)
	for i := range all {
		all[i] = make([]float64, n)
	}
	return all
}

// apply pushes q, and keeps what it was in scratch.
func apply(step func(dst, q []float64), q, scratch *[]float64) {
	step(*scratch, *q)
	*q, *scratch = *scratch, *q
}

// moveTo moves l to level t, and sets change to log f there less log f at the level before. It takes a pointer, since
// to copy an annealing takes longer than to step its log density.
func moveTo(a *chains.Annealing, l *chains.Level, t int, change []float64) {
	copy(change, l.LogF())
	l.Move(t, a.Schedule.Beta(t))
	for x, v := range l.LogF() {
		change[x] = chains.LogRatio(v, change[x])
	}
}

// UncheckedFrom is the number of cells from which on Run computes only Measure's numbers. The rest of a Result is then
// NaN or nil, and a warning says so.
const UncheckedFrom = crew.ParallelFrom

// mostChecked is the largest T at which both chains are run plainly, which takes tens of times as long as J and B.
const mostChecked = 10_000

// A progress counts the levels that a run goes through, and reports to watch. Once the context has ended there are no
// more levels, so that the run comes to its end with numbers that mean nothing, and with the error.
type progress struct {
	ctx    context.Context
	err    error                 // the context's cause, once a look has found that it ended
	watch  func(done, total int) // may be nil
	total  int
	levels int // that are done
	every  int // the number of levels between two looks at the context
}

// newProgress expects T levels for J and B and, below UncheckedFrom cells, T for the moments of log w and, up to
// mostChecked levels, 2T for the plain chains down and up again.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	const often = 1 << 16 // cells between two looks
	p := &progress{ctx: ctx, watch: watch, total: 4 * a.T(), every: 1 + often/a.Grid.Size()}
	switch {
	case a.Grid.Size() >= UncheckedFrom:
		p.total = a.T()
	case a.T() > mostChecked:
		p.total = 2 * a.T()
	}
	return p
}

// goesOn looks at the context, keeps the cause of its end in err, and reports whether there is none.
func (p *progress) goesOn() bool {
	p.err = context.Cause(p.ctx)
	return p.err == nil
}

// through visits the levels from the second to the last one.
func (p *progress) through(last int) iter.Seq[int] {
	return func(yield func(t int) bool) {
		for t := 2; t <= last; t++ {
			p.levels++
			if p.levels%p.every == 0 && p.goesOn() && p.watch != nil {
				p.watch(min(p.levels, p.total), p.total)
			}
			if p.err != nil || !yield(t) {
				return
			}
		}
	}
}

// LargeWork estimates the time of one pass through a level, in nanoseconds, on UncheckedFrom states or more, with this
// many moves of a state: 3 for each cell and for each term of its sums, as measured for the kernels of the catalogue.
func LargeWork(states, moves int) float64 { return 3 * float64(states) * (1 + float64(moves)) }
