package validation

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/operators"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// An annealing on more cells than a matrix fits is validated by what needs none. At each level functions are pulled and
// measures pushed (laws.Wide). Both chains are pushed as measures, up the levels and down again, which gives the means
// of log w, w and 1/w. J and B are of marginals. And dice run chains, whose means have to be those of the measures:
// that tests the steps. What is left out is told in words.

// A Wide says how much an annealing without matrices is looked at.
type Wide struct {
	Work float64 // nanoseconds that may be spent, by count
	Seed uint64  // of the dice
}

const (
	// wideMove is what it takes to check a move of a row at a level, and wideCell to check a cell whose rows are not
	// read, in nanoseconds, measured. A chain takes a share of that at each level.
	wideMove, wideCell = 150, 400
	chainShare         = 0.05
	// speedSteps is how many steps the search for the slowest mode takes, each as long as a chain at one level.
	speedSteps = 300
	// mostWide is the largest number of levels at which the laws of the kernel are looked at.
	mostWide = 101
	// wideChains are run by dice each way. A step that is wrong by a tenth of a standard deviation of log w is seen.
	wideChains = 10_000
	// diceLevel is the probability that the dice of a sound kernel are accused.
	diceLevel = 0.001
)

// RunWide is Run without matrices, on any number of cells. The work is planned beforehand, by count: at how many levels
// the kernel's laws are looked at, and whether chains run and how fast they forget is measured (Measure) too.
func RunWide(ctx context.Context, s Candidate, o Wide, progress experiments.Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), MCSeed: &o.Seed}
	if err := s.Check(); err != nil {
		return v, err
	}
	v.Candidate, v.annealed = s.lower(), true
	s = v.Candidate
	T, op := s.T(), s.Kernel.On(s.Grid)
	level := s.NewLevel()
	s.LevelAt(level, T)
	at := laws.NewWide(s.Grid, level, op, laws.Slack(s.Slack))
	byRows := at.Moves() <= spectra.MaxMoves
	perLevel := wideCell * float64(s.Grid.Size())
	if byRows {
		perLevel = wideMove * at.Moves()
	}
	chainWork := 4 * chainShare * perLevel * float64(T) // two chains, J and B, and dice
	chained := chainWork+2*perLevel <= o.Work
	left := o.Work - chainWork
	if !chained {
		left = o.Work
	}
	looked := max(2, min(T, mostWide, int(left/perLevel)))
	for k := range looked {
		t := 1 + k*(T-1)/(looked-1)
		if t == 1 && operators.WallsOf(s.Grid).HaveMass(laws.At(s.Grid, levelOf(s, 1)).P) {
			continue // no chain steps there
		}
		l, err := v.wide(ctx, t, s.Schedule.Beta(t), op, byRows)
		if err != nil {
			return v, err
		}
		if k+1 < looked { // the last is shown, and of the others their findings
			l.P, l.Off = nil, nil
			l.Pattern = nil
		}
		v.Levels = append(v.Levels, l)
		progress.Share(0, 1, 2).Tell(k+1, looked)
	}
	v.Balance = v.Levels[0].Balance
	for _, l := range v.Levels {
		v.Balance = max(v.Balance, l.Balance)
	}
	v.Laws = worst(v.Levels)
	if chained {
		if err := v.pushed(ctx, o.Seed, progress.Share(1, 2, 2)); err != nil {
			return v, err
		}
	}
	v.unseen(looked, chained)
	v.hurried = left-perLevel*float64(looked) < speedSteps*chainShare*perLevel
	if !v.OK() {
		v.leaveOut(unsearched, text.Thousands(s.Grid.Size()), mostDiagnosed)
	}
	return v, ctx.Err()
}

// levelOf is level t.
func levelOf(s Candidate, t int) *chains.Level {
	l := s.NewLevel()
	s.LevelAt(l, t)
	return l
}

// unseen says what nobody looked at.
func (v *Validation) unseen(looked int, chained bool) {
	s := v.Candidate
	cells := text.Thousands(s.Grid.Size())
	if looked < s.T() {
		v.leaveOut("at %d of %s betas nobody looked at the kernel: it would take too long", s.T()-looked,
			text.Thousands(s.T()))
	}
	if !chained {
		v.leaveOut("nobody looked at the chains, at J and at B: %s cells at %s levels would take too long", cells,
			text.Thousands(s.T()))
		return
	}
	v.leaveOut("Crooks' law was looked at in the means of w and 1/w, and not move by move: %s cells are more than "+
		"the %s whose matrices fit", cells, text.Thousands(MostCells))
}

// wide checks a level whose matrix does not fit, by its rows too if these are not too many. It notes the laws that it
// cannot check.
func (v *Validation) wide(ctx context.Context, t int, beta float64, op chains.Operator, byRows bool) (Level, error) {
	s := v.Candidate
	level := s.NewLevel()
	level.Move(t, beta)
	w := laws.NewWide(s.Grid, level, op, laws.Slack(s.Slack))
	l := Level{T: t, Beta: beta, P: w.P}
	if byRows && w.Moves() <= spectra.MaxMoves {
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

// pushed adds the laws of both chains, as measures and by dice, and J and B.
func (v *Validation) pushed(ctx context.Context, seed uint64, progress experiments.Progress) error {
	s := v.Candidate
	T, op := s.T(), s.Kernel.On(s.Grid)
	first := laws.At(s.Grid, levelOf(s, 1))
	up := laws.NewChain(first.P, T, laws.Slack(s.Slack), s.loweredBy)
	forward := diced(first.P, sample.Seeded(seed, 1))
	here := first
	for t := 2; t <= T && ctx.Err() == nil; t++ {
		level := levelOf(s, t)
		there := laws.At(s.Grid, level)
		op.Aim(level)
		forward.gain(here, there)
		if s.SkipLast && t == T {
			up.UpBy(here, there, nil)
		} else {
			up.UpBy(here, there, op.Push)
			forward.step(op)
		}
		here = there
		progress.Tell(t, 3*T)
	}
	down := laws.NewChain(here.P, T, laws.Slack(s.Slack), s.loweredBy)
	reverse := diced(here.P, sample.Seeded(seed, 2))
	for t := T; t >= 2 && ctx.Err() == nil; t-- {
		there := here
		here = laws.At(s.Grid, levelOf(s, t-1))
		if s.SkipLast && t == T {
			down.DownBy(here, there, nil)
		} else {
			op.Aim(levelOf(s, t))
			back := op.Reversal()
			down.DownBy(here, there, back.Push)
			reverse.step(back)
		}
		reverse.gain(here, there)
		progress.Tell(2*T-t, 3*T)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	v.Laws = append(v.Laws, s.chainLaws(up, down)...)
	v.Laws = append(v.Laws, v.steps(forward.logw, up, reverse.logw, down))
	if broken := laws.Broken(v.Laws); len(broken) > 0 { // marginals are computed by the laws of a kernel
		v.note("J and B are left out: they rest on %q, which is broken", broken[0].Law)
		return nil
	}
	res, err := exact.Measure(ctx, s.Annealing)
	if err != nil {
		return err
	}
	v.J, v.B = res.J(), res.B()
	v.gap = res
	if !math.IsInf(v.B, 0) && !math.IsNaN(v.J) {
		v.Laws = append(v.Laws, laws.BoundsJOf(up, v.J, v.B))
	}
	return nil
}

// dice are chains that are moved by dice.
type dice struct {
	chains.Dice
	states []int
	logw   []float64
}

// diced are chains from a law.
func diced(p []float64, d chains.Dice) *dice {
	all := &dice{d, make([]int, wideChains), make([]float64, wideChains)}
	cells := evidence.NewPicker(p)
	for i := range all.states {
		all.states[i] = cells.Pick(d)
	}
	return all
}

func (d *dice) step(op chains.Operator) {
	for i, x := range d.states {
		d.states[i] = op.Step(x, d)
	}
}

func (d *dice) gain(from, to *laws.Written) {
	for i, x := range d.states {
		d.logw[i] += chains.LogRatio(to.LogF[x], from.LogF[x])
	}
}

// steps compares the mean log weights of the dice with those of the measures. How far they are apart is counted in
// standard errors.
func (v *Validation) steps(fwd []float64, up *laws.Chain, rev []float64, down *laws.Chain) laws.Finding {
	const ways = 2
	f := laws.Finding{Law: laws.Steps, OK: true, Limit: -distuv.UnitNormal.Quantile(diceLevel / 2 / ways)}
	for _, way := range []struct {
		name string
		logw []float64
		want float64
	}{{"E_fwd[log w]", fwd, up.LogW}, {"E_rev[log w]", rev, down.LogW}} {
		mean, variance := stat.MeanVariance(way.logw, nil)
		least := 1e-9 * max(1, math.Abs(way.want)) // what is rounded, where all weights are alike
		off := math.Abs(mean-way.want) / max(math.Sqrt(variance/float64(len(way.logw))), least)
		if math.IsInf(way.want, 0) && mean == way.want {
			off = 0
		}
		if !(off <= f.Value) {
			f.Value = off
			f.Witness = fmt.Sprintf("%s is %.6g by %s chains of dice, and %.6g by measures", way.name, mean,
				text.Thousands(len(way.logw)), way.want)
		}
	}
	f.OK = f.Value <= f.Limit
	return f
}
