package exact

import (
	"context"
	"iter"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// A passage carries one chain from level to level: the forward one up from level 1 with the law p_1, or the reverse one
// down from level T with p_T.
type passage struct {
	a         chains.Annealing
	forward   bool
	op        chains.Operator // the kernel, or its reversal
	level     *chains.Level
	law       []float64 // of the chain's state
	p, before []float64 // p_t at the level, and at the level before
	logp, was []float64 // log p_t, and at the level before
	rise      []float64 // log f at the level less log f at the level before
	scratch   []float64
	masses    bool // the operator may be aimed at p_t, so that log f is exponentiated once a cell and not once a move
}

func newPassage(a chains.Annealing, forward bool) *passage {
	v := vectors(a.Grid.Size(), 7)
	s := &passage{a: a, forward: forward, op: chains.On(a.Kernel, a.Grid), level: a.NewLevel(), law: v[0], p: v[1],
		before: v[2], logp: v[3], was: v[4], rise: v[5], scratch: v[6], masses: OnePass(a)}
	start := 1
	if !forward {
		s.op = s.op.Reversal()
		start = a.T()
	}
	a.LevelAt(s.level, start)
	chains.NormalizeLog(s.p, s.logp, s.level.LogF())
	copy(s.law, s.p)
	return s
}

// run goes to the other end. weigh makes the weight's step between levels t-1 and t. push makes a step of the chain by
// the operator, which is aimed; the forward chain's last step comes after the last weight. at is called at each level
// between the two, and at both ends. Once the context has ended the numbers mean nothing.
func (s *passage) run(prog *progress, weigh func(t int), push func(), at func()) {
	by := 1
	if !s.forward {
		by = -1
	}
	at()
	for range prog.through(2, s.a.T()) {
		from := s.level.T
		upper := max(from, from+by)
		moves := upper <= s.a.PathEnd()
		if moves && !s.forward {
			s.aim()
			push()
		}
		s.p, s.before = s.before, s.p
		s.logp, s.was = s.was, s.logp
		moveTo(&s.a, s.level, from+by, s.rise)
		chains.NormalizeLog(s.p, s.logp, s.level.LogF())
		weigh(upper)
		if moves && s.forward {
			s.aim()
			push()
		}
		at()
	}
}

func (s *passage) aim() {
	if s.masses {
		s.level.P = s.p
	}
	s.op.Aim(s.level)
}

// pushed pushes the law alone to the other end.
func (s *passage) pushed(prog *progress) []float64 {
	s.run(prog, func(int) {}, func() { move(s.op.Push, &s.law, &s.scratch) }, func() {})
	return s.law
}

// vectors returns so many vectors of n zeros, a number for each state.
func vectors(n, number int) [][]float64 {
	all := make([][]float64, number)
	for i := range all {
		all[i] = make([]float64, n)
	}
	return all
}

// move sets q to what a push makes of it, and next to what it was.
func move(push func(dst, q []float64), q, next *[]float64) {
	push(*next, *q)
	*q, *next = *next, *q
}

// moveTo moves l to level t, and sets rise to log f there less log f at the level before. It takes a pointer, since a
// copy of all that an annealing holds, at each level, would take longer than the step of its log density.
func moveTo(a *chains.Annealing, l *chains.Level, t int, rise []float64) {
	copy(rise, l.LogF())
	l.Move(t, a.Schedule.Beta(t))
	for x, v := range l.LogF() {
		rise[x] = chains.LogRatio(v, rise[x])
	}
}

// MostChecked is the number of cells from which on Run computes only Measure's numbers.
// The rest of a Result is then NaN or nil, and a warning says so.
const MostChecked = crew.ParallelFrom

// A progress counts the levels that a run goes through, and reports to watch. Once the context has ended there
// are no more levels, so that the run comes to its end with numbers that mean nothing, and with the error.
type progress struct {
	ctx    context.Context
	err    error                 // the context's cause, once it was seen to have ended
	watch  func(done, total int) // may be nil
	total  int
	levels int // that were gone through
	seldom int // the number of levels between two looks at the context
}

// newProgress expects T levels for J and B and, below MostChecked cells, T for the laws of log w and 2T more for
// the plain passes down and up again.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	const soon = 1 << 16 // cells
	p := &progress{ctx: ctx, watch: watch, total: 4 * a.T(), seldom: 1 + soon/a.Grid.Size()}
	if a.Grid.Size() >= MostChecked {
		p.total = a.T()
	}
	return p
}

// goesOn reports whether the context has not ended.
func (p *progress) goesOn() bool {
	p.err = context.Cause(p.ctx)
	return p.err == nil
}

// through visits the levels from one to another.
func (p *progress) through(from, to int) iter.Seq[int] {
	return func(yield func(t int) bool) {
		for t := from; t <= to; t++ {
			p.levels++
			if p.levels%p.seldom == 0 && p.goesOn() && p.watch != nil {
				p.watch(min(p.levels, p.total), p.total)
			}
			if p.err != nil || !yield(t) {
				return
			}
		}
	}
}

// LargeWork estimates the time of one pass through a level, in nanoseconds, on MostChecked states or more, with a
// kernel of so many moves of a state: 3 for each cell and for each term of its sums, as it was measured for the
// kernels of the catalogue.
func LargeWork(states, moves int) float64 { return 3 * float64(states) * (1 + float64(moves)) }
