package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// Run checks all laws of a candidate: at each beta of its schedule, and as an annealing. The error is
// Annealing.Check's, or ctx's, or says that there are too many cells.
func Run(ctx context.Context, s Candidate, progress experiments.Progress) (Validation, error) {
	return s.check(ctx, nil, progress)
}

// At checks the laws of a single level, and not those of the annealing. The error is ctx's, or says that there are too
// many cells.
func At(ctx context.Context, s Candidate, beta float64) (Validation, error) {
	return s.check(ctx, &beta, nil)
}

// check checks the laws at one beta, or of the annealing if beta is nil, and finds the likely cause of broken laws.
func (s Candidate) check(ctx context.Context, beta *float64, progress experiments.Progress) (Validation, error) {
	if n := s.Grid.Size(); n > MostCells {
		return Validation{Candidate: s}, fmt.Errorf("%s cells; use up to %s, whose matrices fit",
			text.Thousands(n), text.Thousands(MostCells))
	}
	v, err := s.checkLaws(ctx, beta, progress)
	if err == nil && !v.OK() && s.Given == nil {
		l := v.Last()
		if f := s.write(l.T, l.Beta, chains.On(s.Kernel, s.Grid)).Again(); !f.OK {
			f.Witness = fmt.Sprintf("at beta = %.6g %s", l.Beta, f.Witness)
			v.Laws = []laws.Finding{f}
			return v, nil // other laws, J, B and a cause would be of chance
		}
	}
	if err == nil && beta == nil && s.hasAllRows() && s.Role != Part { // a part alone is no annealing
		err = v.measure(ctx)
	}
	if err != nil || v.OK() {
		return v, err
	}
	v.Cause = s.byDigits(ctx, beta, v.Levels)
	if v.Cause != nil {
		return v, nil
	}
	if s.Role == Sampler { // which proposes nothing, and is in no balance
		return v, nil
	}
	v.Cause = v.diagnose()
	v.findWorstPair()
	if v.Cause == nil {
		v.Tolerance = s.tolerance(ctx, beta, v.Broken())
	}
	return v, nil
}

// checkLaws checks the laws at one beta, or at each of the annealing if beta is nil. The laws of chains follow from
// those of the levels. With pT = p the measure that a forward chain carries by its weights is f_t at each level, so
// that E_fwd[w] = Z_t/Z_1, and by its reversal E_rev[1/w] = Z_t/Z_T. Then E_fwd[log w] <= log Z_t/Z_1 and
// E_rev[log w] >= log Z_T/Z_t are Jensen's inequality. Crooks' law of a step is that its reversal undoes it.
func (s Candidate) checkLaws(ctx context.Context, beta *float64, progress experiments.Progress) (Validation, error) {
	s = s.withoutConstants()
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN()}
	op := chains.On(s.Kernel, s.Grid)
	if beta != nil {
		v.Levels = []Level{s.checkLevel(s.write(1, *beta, op))}
	} else if err := s.Check(); err != nil {
		return v, err
	}
	for t := 1; beta == nil && t <= s.T() && ctx.Err() == nil; t++ {
		w := s.write(t, s.Schedule.Beta(t), op)
		// An initial density may have mass in a wall, because no chain moves at its level.
		if w.Rows != nil && (t > 1 || !w.Grid.WallsHave(w.P)) {
			v.Levels = append(v.Levels, s.checkLevel(w))
		}
		progress.Tell(t, s.T())
	}
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	v.Laws = worstFindings(v.Levels)
	for _, l := range v.Levels {
		v.Balance = max(v.Balance, l.Balance)
	}
	return v, nil
}

// checkLevel checks the laws of one level, at which its operator is still aimed. Those that given rows do not keep to
// double precision may be kept to single precision.
func (s Candidate) checkLevel(w *laws.LevelMatrices) Level {
	l := s.checkRows(w)
	if s.Given == nil || len(l.broken()) == 0 {
		return l
	}
	w.Precision = laws.Single
	single := s.checkRows(w)
	for i, f := range l.Laws {
		if f.OK || !single.Laws[i].OK { // its value is the largest deviation, in units of one limit
			single.Laws[i] = f
			continue
		}
		single.Laws[i].Single = true
	}
	return single
}

// checkRows checks the laws of the rows of a level.
func (s Candidate) checkRows(w *laws.LevelMatrices) Level {
	l := Level{T: w.T, Beta: w.Beta, P: w.P, Precision: w.Precision}
	off, all, each := w.Invariance()
	l.Change, l.Flow = off, w.DetailedBalance()
	switch {
	case !each.OK:
		l.Balance = Unbalanced
	case !l.Flow.OK:
		l.Balance = Invariant
	}
	l.Pattern = patternFrom(tolerated(w), w.P)
	l.Laws = []laws.Finding{w.Entries(), w.Sums(), w.Walls(), all, each}
	if s.Role != Sampler {
		l.Laws = append(l.Laws, w.Reversal())
	}
	if s.Role == Whole {
		l.Laws = append(l.Laws, structure(w, l.Pattern))
	}
	if s.Given == nil {
		l.Laws = append(l.Laws, w.Push())
	}
	if s.Declared != nil {
		_, at := s.at(w.T, w.Beta)
		l.Laws = append(l.Laws, w.Declared(s.Declared, at))
	}
	return l
}

// worstFindings returns each law's worst finding of all levels, but for laws about the pattern the finding of
// the last level, the target's.
func worstFindings(levels []Level) []laws.Finding {
	var found []laws.Finding
	for i, first := range levels[0].Laws {
		at := worstLevel(levels, first.Law)
		f := levels[at].Laws[i]
		if f.Witness != "" {
			f.Witness = fmt.Sprintf("at beta = %.6g %s", levels[at].Beta, f.Witness)
		}
		found = append(found, f)
	}
	return found
}

// worstLevel returns the level of a law's worst finding, or the last level if the law is about the pattern.
func worstLevel(levels []Level, law laws.Law) (at int) {
	i := slices.IndexFunc(levels[0].Laws, func(f laws.Finding) bool { return f.Law == law })
	for k, other := range levels {
		if structural(other.Laws[i]) || other.Laws[i].Worse(levels[at].Laws[i]) {
			at = k
		}
	}
	return at
}

func (v *Validation) finding(l laws.Law) *laws.Finding {
	i := slices.IndexFunc(v.Laws, func(f laws.Finding) bool { return f.Law == l })
	if i < 0 {
		return nil
	}
	return &v.Laws[i]
}

// measure runs the annealing exactly, for J and B. It leaves them out if the rows are no probabilities: then J and B
// mean nothing.
func (v *Validation) measure(ctx context.Context) error {
	if !v.finding(laws.Entries).OK {
		v.note("J and B are left out: the kernel's rows are no probabilities")
		return nil
	}
	var res exact.Result
	var err error
	if v.finding(laws.Invariance).OK && v.finding(laws.EachCell).OK {
		res, err = exact.Run(ctx, v.Candidate.Annealing)
	} else {
		res, err = exact.Forward(ctx, v.Candidate.Annealing, nil)
	}
	if err != nil {
		return err
	}
	v.J = res.J()
	v.B = res.B()
	if math.IsNaN(v.B) {
		v.note("J = %.4g, that of the forward chain as it runs, and there is no B", v.J)
	}
	v.Notes = append(v.Notes, res.Warnings...)
	return v.noteMetropolis(ctx)
}

// noteMetropolis notes J and B, and J and B of Metropolis on the same levels.
func (v *Validation) noteMetropolis(ctx context.Context) error {
	a := v.Candidate.Annealing
	a.Kernel = kernels.Metropolis{}
	if math.IsNaN(v.B) || chains.Fits(a.Kernel, a.Grid) != nil {
		return nil
	}
	gap, err := exact.Measure(ctx, a)
	v.note("J = %.4g and B = %.4g at T = %d; metropolis has J = %.4g and B = %.4g", v.J, v.B, a.T(), gap.J(), gap.B())
	if lens := a.Grid.Lens(); len(lens) == 2 && slices.Contains(lens, 1) {
		v.note("an axis of %v has one cell, and metropolis proposes moves along it too; a .npy of shape (%d,) has one "+
			"axis", a.Grid, a.Grid.Size())
	}
	return err
}

// mostCauseLevels bounds the levels at which a cause is looked for, evenly chosen among those that break a law: their
// matrices are kept at once.
const mostCauseLevels = 4

// diagnose returns the likely cause of broken laws, or nil.
func (v *Validation) diagnose() *cause.Cause {
	s := v.Candidate
	levels := slices.DeleteFunc(slices.Clone(v.Levels), func(l Level) bool { return len(l.broken()) == 0 })
	if len(levels) == 0 {
		return nil
	}
	c := cause.Case{Annealing: s.Annealing}
	for _, at := range evenly(min(len(levels), mostCauseLevels), len(levels)) {
		l := levels[at]
		w := s.write(l.T, l.Beta, chains.On(s.Kernel, s.Grid))
		w.Precision = laws.Single // a cause is one in any precision
		c.Levels = append(c.Levels, cause.Level{LevelMatrices: w, Broken: l.broken()})
	}
	return cause.Of(c)
}

// broken returns the laws that are broken at the level.
func (l Level) broken() map[laws.Law]bool {
	broken := map[laws.Law]bool{}
	for _, f := range laws.Broken(l.Laws) {
		broken[f.Law] = true
	}
	return broken
}
