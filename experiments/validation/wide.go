package validation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
)

// An annealing on more cells than a matrix fits is validated by what needs none. At each level functions are pulled and
// measures pushed (laws.Wide). Both chains are pushed as measures, up the levels and down again, which gives the means
// of log w, w and 1/w. J and B are of marginals. What is left out is told in words.

// A Wide says how much an annealing without matrices is looked at.
type Wide struct {
	Work float64 // nanoseconds that may be spent, by count
	// Over is closed when the time is over: what was begun is ended, and what was not is left out. It may be nil.
	Over <-chan struct{}
}

// over reports whether the time is over.
func (o Wide) over() bool {
	select {
	case <-o.Over:
		return true
	default:
		return false
	}
}

// within returns a context that ends with ctx, and when the time is over.
func (o Wide) within(ctx context.Context) (limited context.Context, stop context.CancelFunc) {
	limited, stop = context.WithCancel(ctx)
	go func() {
		select {
		case <-o.Over:
			stop()
		case <-limited.Done():
		}
	}()
	return limited, stop
}

const (
	// wideMove is what it takes to check a move of a row at a level, and wideCell to check a cell whose rows are not
	// read, in nanoseconds, measured. A chain takes a share of that at each level.
	wideMove, wideCell = 150, 400
	chainShare         = 0.05
	// widePulls are made at a level. They take most of the time where they add up many terms, and a step of a chain
	// is one of them.
	widePulls = 4
	// mostMoves is the largest number of moves, of all cells together, that are gone through one by one. A kernel that
	// leads from each cell to every other exceeds it from 12,000 cells on.
	mostMoves = 1 << 27
	// mostWide is the largest number of levels at which the laws of the kernel are looked at.
	mostWide = 101
)

// RunWide is Run without matrices, on any number of cells. The work is planned beforehand, by count: at how many levels
// the kernel's laws are looked at, and whether chains run. So the numbers are the same, however busy the machine is,
// unless the time is over before that. It begins with the last level and the first, and the chains: of the other levels
// the time may leave out any.
func RunWide(ctx context.Context, s Candidate, o Wide, progress experiments.Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN()}
	if err := s.Check(); err != nil {
		return v, err
	}
	v.Candidate, v.annealed = s.lower(), true
	s = v.Candidate
	op := chains.On(s.Kernel, s.Grid)
	plan := o.plan(s, op)
	order := spread(plan.looked)
	err := v.lookAt(ctx, plan, order[:2], op, progress.Share(0, 1, 10))
	pushed := wideChain{}
	if err == nil && plan.chained {
		pushed, err = v.pushed(ctx, o, progress.Share(1, 5, 10))
	}
	if err == nil {
		err = v.lookAt(ctx, plan, order[2:], op, progress.Share(5, 10, 10))
	}
	if err != nil {
		return v, err
	}
	slices.SortFunc(v.Levels, func(a, b Level) int { return cmp.Compare(a.T, b.T) })
	v.Balance = v.Levels[0].Balance
	for _, l := range v.Levels {
		v.Balance = max(v.Balance, l.Balance)
	}
	v.Laws = append(worst(v.Levels), pushed.laws...)
	if pushed.up != nil {
		err = v.exactly(ctx, o, pushed.up)
	}
	v.unseen(plan.looked, plan.chained, pushed.up != nil)
	if !v.OK() {
		v.leaveOut(unsearched, text.Thousands(s.Grid.Size()), mostDiagnosed)
	}
	if err == nil {
		err = ctx.Err()
	}
	return v, err
}

// A widePlan is what there is work for, by count.
type widePlan struct {
	Wide
	byRows  bool // the rows of the kernel are looked at, and not its pulls alone
	chained bool // chains run
	looked  int  // levels at which the kernel's laws are looked at, 2 or more
}

// plan has chains only where two levels are left beside them.
func (o Wide) plan(s Candidate, op chains.Operator) widePlan {
	moves := laws.NewWide(s.Grid, levelOf(s, s.T()), op, laws.Slack(s.Slack)).Moves()
	p := widePlan{Wide: o, byRows: moves <= mostMoves}
	perLevel, perStep := wideWork(s, moves, p.byRows)
	chainWork := 4 * perStep * float64(s.T()) // two chains, J and B
	p.chained = chainWork+2*perLevel <= o.Work
	left := o.Work
	if p.chained {
		left -= chainWork
	}
	p.looked = max(2, min(s.T(), mostWide, int(left/perLevel)))
	return p
}

// lookAt looks at the laws of some of the plan's levels, numbered from 0, until the time is over.
func (v *Validation) lookAt(ctx context.Context, plan widePlan, numbers []int, op chains.Operator,
	progress experiments.Progress) error {
	s := v.Candidate
	for i, k := range numbers {
		if len(v.Levels) > 0 && plan.over() {
			return nil
		}
		t := 1 + k*(s.T()-1)/(plan.looked-1)
		if t == 1 && s.Grid.WallsHave(laws.At(s.Grid, levelOf(s, 1)).P) {
			continue // no chain steps there
		}
		l, err := v.wide(ctx, t, s.Schedule.Beta(t), op, plan.byRows)
		if err != nil {
			return err
		}
		if t < s.T() { // the last is shown, and of the others their findings
			l.P, l.Off = nil, nil
			l.Pattern = nil
		}
		v.Levels = append(v.Levels, l)
		progress.Tell(i+1, len(numbers))
	}
	return nil
}

// wideWork counts the nanoseconds of checking a level, which has so many moves, and of a step of a chain.
func wideWork(s Candidate, moves float64, byRows bool) (perLevel, perStep float64) {
	pull := exact.LargeWork(s.Grid.Size(), s.Grid.Moves())
	perLevel = wideCell * float64(s.Grid.Size())
	if byRows {
		perLevel = wideMove * moves
	}
	perLevel = max(perLevel, widePulls*pull)
	return perLevel, max(chainShare*perLevel, pull)
}

// spread lists the numbers below n, 2 or more: the last, the first, and the others far from each other, so that some of
// them lie between the rest.
func spread(n int) []int {
	all := []int{n - 1, 0}
	stride := max((n-1)*5/8, 1)
	for grid.GCD(stride, n-1) > 1 {
		stride++
	}
	for i := 1; i < n-1; i++ {
		all = append(all, i*stride%(n-1))
	}
	return all
}

// levelOf is level t.
func levelOf(s Candidate, t int) *chains.Level {
	l := s.NewLevel()
	s.LevelAt(l, t)
	return l
}

// unseen says what nobody looked at.
func (v *Validation) unseen(planned int, chained, pushed bool) {
	s := v.Candidate
	cells := text.Thousands(s.Grid.Size())
	seen := len(v.Levels)
	if v.Levels[0].T > 1 { // the first has mass in walls
		seen++
	}
	seen = min(seen, planned)
	if seen < s.T() {
		why := "it would take too long"
		if seen < planned {
			why = outOfTime
		}
		v.leaveOut("at %d of %s betas nobody looked at the kernel: %s", s.T()-seen, text.Thousands(s.T()), why)
	}
	switch {
	case !chained:
		v.leaveOut("nobody looked at the chains, at J and at B: %s cells at %s levels would take too long", cells,
			text.Thousands(s.T()))
	case !pushed:
		v.leaveOut("nobody looked at the chains, at J and at B: %s", outOfTime)
	default:
		v.leaveOut("Crooks' law was looked at in the means of w and 1/w, and not move by move: %s cells are more than "+
			"the %s whose matrices fit", cells, text.Thousands(MostCells))
	}
}

// wide checks a level whose matrix does not fit, by its rows too if these are not too many. It notes the laws that it
// cannot check.
func (v *Validation) wide(ctx context.Context, t int, beta float64, op chains.Operator, byRows bool) (Level, error) {
	s := v.Candidate
	level := s.NewLevel()
	level.Move(t, beta)
	w := laws.NewWide(s.Grid, level, op, laws.Slack(s.Slack))
	l := Level{T: t, Beta: beta, P: w.P}
	if byRows && w.Moves() <= mostMoves {
		l.Pattern = widePattern(op, w.P)
		l.Laws = append(w.Rows(), s.structure(w.Written, l.Pattern)...)
	} else if len(v.Levels) == 0 {
		v.note("the moves of %s cells are too many to go through one by one: the laws are tested on functions and "+
			"measures alone", text.Thousands(len(w.P)))
	}
	if err := ctx.Err(); err != nil {
		return l, err
	}
	l.Laws = append(append(l.Laws, w.Sums()), l.flows(w)...)
	return l, nil
}

// A wideChain has the laws of both chains, and the forward one. Both are nil if the time was over.
type wideChain struct {
	laws []laws.Finding
	up   *laws.Chain
}

// pushed pushes both chains as measures.
func (v *Validation) pushed(ctx context.Context, o Wide, progress experiments.Progress) (wideChain, error) {
	ended := func() bool { return ctx.Err() != nil || o.over() }
	s := v.Candidate
	T, op := s.T(), chains.On(s.Kernel, s.Grid)
	first := laws.At(s.Grid, levelOf(s, 1))
	up := laws.NewChain(first.P, T, laws.Slack(s.Slack), s.loweredBy)
	here := first
	for t := 2; t <= T && !ended(); t++ {
		level := levelOf(s, t)
		there := laws.At(s.Grid, level)
		step := laws.Between(here, there)
		if !s.SkipLast || t < T {
			op.Aim(level)
			step.There = op.Push
		}
		up.Up(step)
		here = there
		progress.Tell(t, 3*T)
	}
	down := laws.NewChain(here.P, T, laws.Slack(s.Slack), s.loweredBy)
	for t := T; t >= 2 && !ended(); t-- {
		there := here
		here = laws.At(s.Grid, levelOf(s, t-1))
		step := laws.Between(here, there)
		if !s.SkipLast || t < T {
			op.Aim(levelOf(s, t))
			step.Back = op.Reversal().Push
		}
		down.Down(step)
		progress.Tell(2*T-t, 3*T)
	}
	if ended() {
		return wideChain{}, ctx.Err()
	}
	return wideChain{s.chainLaws(up, down), up}, nil
}

// exactly adds J and B, and that B is the larger one.
func (v *Validation) exactly(ctx context.Context, o Wide, up *laws.Chain) error {
	if broken := laws.Broken(v.Laws); len(broken) > 0 { // marginals are computed by the laws of a kernel
		v.note("J and B are left out: they rest on %q, which is broken", broken[0].Law)
		return nil
	}
	limited, stop := o.within(ctx)
	defer stop()
	res, err := exact.Measure(limited, v.Candidate.Annealing)
	if err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			v.leaveOut("J and B were not computed: %s", outOfTime)
			return nil
		}
		return err
	}
	v.J, v.B = res.J(), res.B()
	v.gap = res
	if !math.IsInf(v.B, 0) && !math.IsNaN(v.J) {
		v.Laws = append(v.Laws, laws.BoundsJOf(up, v.J, v.B))
	}
	return nil
}
