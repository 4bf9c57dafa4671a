package exact

import (
	"cmp"
	"context"
	"iter"
	"math"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/work"
)

// MostChecked is the number of cells from which on Run computes only Measure's numbers.
// The rest of a Result is then NaN or nil, and a warning says so.
const MostChecked = crew.ParallelFrom

// Run returns everything that is exact about an annealing. It finds the numbers of
// Measure, finds them again as the paper defines them, and compares. It takes tens of
// times as long as Measure. It keeps some forty numbers a cell, up to 64 MB for the
// moves of a step, and as much for the laws of the reverse chain. The error comes from
// Annealing.Check or ctx.
func Run(ctx context.Context, a chains.Annealing) (Result, error) { return Options{}.Run(ctx, a) }

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks, for callers that run many. J and B are the same
	// to the last bit; the laws of log w and the effective sample size are the same to
	// rounding. Steps and Checks are nil, and Pairwise, MeanW, MeanInvW and Defect are
	// NaN. Like Measure it assumes that the kernel leaves p_t invariant. If J or B is
	// infinite everything is run, because the checks explain why.
	Unchecked bool
	// ByLastCell finds F and G, without checks, as Unchecked does, and with the laws of log w and the means of w and
	// 1/w also if the space is large or a density deep. The sum of F is -Paths.Forward, and the mean of G under p_T is
	// Paths.Reverse, up to rounding, because they come from different passes.
	ByLastCell bool
	// EveryLevel compares pairs at every level. Otherwise they are compared at 1,024 steps at most, evenly spread, and
	// if there are more Pairwise is NaN: a sum over some steps is not B.
	EveryLevel bool
	// Progress, unless nil, is called now and then with the number of levels done and
	// the number of all.
	Progress func(done, total int)
}

// Run is Run with these options.
func (o Options) Run(ctx context.Context, a chains.Annealing) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, rise := a.Lowered()
	prog := newProgress(ctx, a, o.Progress).counted(a, o.Unchecked)
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

// A progress counts the levels that a run goes through, and reports to watch. Once the context has ended there
// are no more levels, so that the run comes to its end with numbers that mean nothing, and with the error.
type progress struct {
	ctx    context.Context
	err    error                 // the context's cause, once it was seen to have ended
	watch  func(done, total int) // may be nil
	total  int
	levels int     // that were gone through
	done   float64 // of total
	each   float64 // what a level adds to done: 1, or less after a detour
	seldom int     // the number of levels between two looks at the context
	level  float64 // what a level counts
}

// seldomWork is about the number of moves between two looks: 300 levels of BARRIER have 60,000, which take 0.1 ms.
const seldomWork = 1 << 16

// newProgress expects T levels for J and B and, below MostChecked cells, 2T more for
// the plain passes down and up again.
func newProgress(ctx context.Context, a chains.Annealing, watch func(done, total int)) *progress {
	facts := chains.FactsOf(a.Kernel, a.Grid)
	moves := float64(a.Grid.Size()) * max(1, facts.Moves, facts.Paths)
	p := &progress{ctx: ctx, watch: watch, total: 3 * a.T(), each: 1, seldom: int(max(1, min(1024, seldomWork/moves)))}
	if a.Grid.Size() >= MostChecked {
		p.total = a.T()
	}
	return p
}

// counted counts the levels of a run that is checked, or not (package work).
func (p *progress) counted(a chains.Annealing, unchecked bool) *progress {
	p.level = levelWork(a, unchecked)
	work.Add(p.ctx, float64(p.total), p.level)
	return p
}

// What a level counts, in nanoseconds, as it was measured for the kernels of the catalogue. In a run that is checked:
// for each cell; for each of its moves that has a probability of its own, that is redrawn with a line, or that
// kernels make one after the other; and for each pair of numbers that the kernel keeps of a cell. A run that is not
// checked has fast loops alone, unless the kernel keeps many numbers, and so has a large space.
const (
	checkedCell    = 90
	checkedAbreast = 30 // in place of that, along a geometric bridge whose measures go side by side
	checkedMove    = 35
	checkedRedrawn = 5
	checkedInTurn  = 20
	checkedKept    = 1
	fastCell       = 10
	fastMove       = 2
	largeCell      = 3
	largeMove      = 3
	manyKept       = 10
)

// levelWork is what one pass through a level counts.
func levelWork(a chains.Annealing, unchecked bool) float64 {
	facts := chains.FactsOf(a.Kernel, a.Grid)
	cells, single := float64(a.Grid.Size()), float64(a.Grid.Moves())
	redrawn := max(0, facts.Moves-facts.Proposals)
	switch {
	case cells >= MostChecked:
		return LargeWork(a.Grid.Size(), facts, a.Grid.Moves())
	case unchecked && facts.Kept < manyKept:
		return cells * (fastCell + fastMove*min(facts.Moves, single))
	}
	each := checkedMove*facts.Proposals + checkedRedrawn*redrawn
	_, inTurn := chains.DefinitionOf(a.Kernel, a.Grid).(chains.InTurn)
	if inTurn {
		each = checkedInTurn * facts.Moves
	}
	cell := float64(checkedCell)
	if OnePass(a) {
		cell = checkedAbreast
	}
	return cells * (cell + each + checkedKept*facts.Kept*facts.Kept)
}

// LargeWork is what one pass through a level counts, in nanoseconds (package work), on MostChecked states or more, with
// a kernel of these facts. single is the number of single moves of a state.
func LargeWork(states int, facts chains.Facts, single int) float64 {
	redrawn := max(0, facts.Moves-facts.Proposals)
	return float64(states) * (largeCell + largeMove*(facts.Proposals+min(redrawn, float64(single))))
}

// detour goes through levels that total does not have. They count for half of the rest, and all others for less.
func (p *progress) detour(levels int, run func()) {
	work.Add(p.ctx, float64(levels), p.level)
	usual, half := p.each, (float64(p.total)-p.done)/2
	p.each = half / float64(levels)
	run()
	p.done, p.each = float64(p.total)-half, usual/2
}

// through visits the levels from one to another, in steps by 1 or -1.
func (p *progress) through(from, to, by int) iter.Seq[int] {
	return func(yield func(t int) bool) {
		for t := from; by != 0 && (to-t)*by >= 0; t += by {
			p.levels++
			p.done += p.each
			if p.levels%p.seldom == 0 {
				if p.watch != nil {
					p.watch(int(p.done), p.total)
				}
				p.err = context.Cause(p.ctx)
			}
			if p.err != nil || !yield(t) {
				return
			}
		}
	}
}

// A Result holds everything that is exact about an annealing, and the defects of its
// checks.
type Result struct {
	Measured
	// Steps has one entry for each step of the weight, from level T-1 = 1 to T. Their
	// sums are Paths.
	Steps []Step
	// Pairwise is Paths again, by Eq. (22)-(23) from pairwise marginals. It is NaN if
	// that needs masses below any float.
	Pairwise Divergence
	// MeanW is E_fwd[w] Z_1/Z_T. It is 1 if p_1 has mass wherever p_T has.
	MeanW float64
	// MeanInvW is E_rev[1/w] Z_T/Z_1. It is 1 if p_T has mass wherever p_1 has, and NaN
	// if p_T has masses below any float.
	MeanInvW float64
	// ESS is E_fwd[w]²/E_fwd[w²], the effective sample size of one weight: 0 if E[w²]
	// is infinite.
	ESS    float64
	FwdLaw Moments // of log w, forward
	RevLaw Moments // of log w, in reverse
	// F[x] is E_fwd[log ŵ; x_T = x], for ŵ = w Z_1/Z_T, and -Inf if some of these weights are 0. G[x] is
	// E_rev[log ŵ | x_T = x], without meaning where p_T has no mass. Both are nil unless ByLastCell asks for them.
	F, G     []float64
	Checks   []Check
	Defect   float64 // the largest of the checks' defects
	Warnings []string
}

// A Step is the weight's step from level T-1 to T, and what it adds to both path
// divergences.
type Step struct {
	T    int
	Beta float64 // β_T
	Part Divergence
}

// A Check holds two numbers that are equal in exact arithmetic, computed in two ways.
type Check struct {
	Name   string
	A, B   float64
	Defect float64 // |A - B| over the size of the terms that were added up
}

// Moments are the mean, variance and skewness of log w. If the mean is infinite the
// variance is NaN; if log w is constant the skewness is NaN.
type Moments struct{ Mean, Variance, Skewness float64 }

// A variance below constant is explained by rounding alone.
const constant = 1e-26

// momentsOf makes Moments of a mean and the second and third central moments.
func momentsOf(mean, twice, third float64) Moments {
	if math.IsInf(mean, 0) {
		return Moments{mean, math.NaN(), math.NaN()}
	}
	l := Moments{Mean: mean, Variance: max(twice, 0), Skewness: math.NaN()}
	if twice > constant {
		l.Skewness = third / (twice * math.Sqrt(twice))
	}
	return l
}

// bare returns a result that has the gap alone.
func bare(gap Measured) Result {
	nan := math.NaN()
	return Result{Measured: gap, Pairwise: Divergence{Forward: nan, Reverse: nan}, MeanW: nan,
		MeanInvW: nan, ESS: nan, Defect: nan,
		FwdLaw: Moments{gap.FwdLogW(), nan, nan}, RevLaw: Moments{gap.RevLogW(), nan, nan}}
}
