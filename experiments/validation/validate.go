package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/laws"
	"breadboard/exact/spectra/implicit"
	"breadboard/experiments"
)

// Run checks all laws of a candidate: at each beta of its schedule, and as an annealing.
// The error is Annealing.Check's, or ctx's, or says that there are too many cells.
func Run(ctx context.Context, s Candidate, progress experiments.Progress) (Validation, error) {
	v, err := s.run(ctx, progress)
	if err == nil {
		v.diagnose(func(s Candidate) (Validation, error) { return s.run(ctx, nil) })
	}
	return v, err
}

func (s Candidate) run(ctx context.Context, progress experiments.Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN()}
	if n := s.Grid.Size(); n > laws.MostCells {
		return v, fmt.Errorf("%d cells; up to %d, whose matrices fit, would do for an annealing, and one beta for more",
			n, laws.MostCells)
	}
	if err := s.Check(); err != nil {
		return v, err
	}
	v.Candidate, v.annealed = s.lower(), true
	up, flow, err := v.climb(ctx, progress)
	if err != nil {
		return v, err
	}
	down, err := v.Candidate.descend(ctx, progress)
	if err != nil {
		return v, err
	}
	v.Laws = append(worst(v.Levels), v.Candidate.chainLaws(up, down, flow)...)
	for _, l := range v.Levels {
		v.Balance = max(v.Balance, l.Balance)
	}
	return v, v.truth(ctx, up, down)
}

// At checks the laws of a single level, and not those of the annealing. On more than
// laws.MostCells cells the matrix is not written out.
func At(ctx context.Context, s Candidate, beta float64) (Validation, error) {
	v, err := s.runAt(ctx, beta)
	if err == nil {
		v.diagnose(func(s Candidate) (Validation, error) { return s.runAt(ctx, beta) })
	}
	return v, err
}

func (s Candidate) runAt(ctx context.Context, beta float64) (Validation, error) {
	v := Validation{Candidate: s.lower(), J: math.NaN(), B: math.NaN()}
	s = v.Candidate
	if s.Grid.Size() > laws.MostCells {
		l, err := v.wide(ctx, beta)
		if err != nil {
			return v, err
		}
		v.Levels = []Level{l}
	} else {
		v.Levels = []Level{s.checkLevel(s.write(1, beta, s.Kernel.On(s.Grid)))}
	}
	v.Laws = worst(v.Levels)
	v.Balance = v.Levels[0].Balance
	return v, ctx.Err()
}

// checkLevel checks the laws of one level. The operator that it was written from is
// still aimed there.
func (s Candidate) checkLevel(w *laws.Written) Level {
	l := Level{T: w.T, Beta: w.Beta, P: w.P, Flow: w.DetailedBalance()}
	var all, each laws.Finding
	l.Off, all, each = w.Invariance()
	l.Pattern = patternOf(w)
	l.Laws = append([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), all, each, w.Reversal()},
		s.structure(w, l.Pattern)...)
	if s.Given == nil {
		l.Laws = append(l.Laws, w.Push())
	}
	if s.Declared != nil {
		_, at := s.at(w.T, w.Beta)
		l.Laws = append(l.Laws, w.Declared(s.Declared, at))
	}
	l.Balance = balance(each, l.Flow)
	return l
}

// wide checks a level whose matrix does not fit. It notes the laws that it cannot check.
func (v *Validation) wide(ctx context.Context, beta float64) (Level, error) {
	s := v.Candidate
	level := s.NewLevel()
	level.Move(1, beta)
	op := s.Kernel.On(s.Grid)
	w := laws.NewWide(s.Grid, level, op, laws.Slack(s.Slack))
	l := Level{T: 1, Beta: beta, P: w.P}
	if w.Moves() <= implicit.MaxMoves {
		l.Pattern = widePattern(op, w.P)
		l.Laws = append(w.Rows(), s.structure(w.Written, l.Pattern)...)
	} else {
		v.note("the moves of %d cells are too many to go through one by one: the laws are tested on functions and "+
			"measures alone", len(w.P))
	}
	if err := ctx.Err(); err != nil {
		return l, err
	}
	var all, each laws.Finding
	l.Off, all, each = w.Invariance()
	l.Flow = w.DetailedBalance()
	l.Laws = append(l.Laws, w.Sums(), all, each, w.Reversal())
	l.Balance = balance(each, l.Flow)
	return l, nil
}

// balance names a kernel's balance by its findings.
func balance(invariance, flow laws.Finding) Balance {
	switch {
	case !invariance.OK:
		return Unbalanced
	case !flow.OK:
		return Invariant
	}
	return Reversible
}

// worst returns each law's worst finding of all levels. What a chain can reach counts at the
// last level, the target's, alone.
func worst(levels []Level) []laws.Finding {
	var found []laws.Finding
	for i, f := range levels[0].Laws {
		at := 0
		for k, other := range levels {
			if structural(f) || other.Laws[i].Worse(f) {
				f, at = other.Laws[i], k
			}
		}
		if f.Witness != "" {
			f.Witness = fmt.Sprintf("at beta = %.6g %s", levels[at].Beta, f.Witness)
		}
		found = append(found, f)
	}
	return found
}

func (v *Validation) finding(l laws.Law) *laws.Finding {
	i := slices.IndexFunc(v.Laws, func(f laws.Finding) bool { return f.Law == l })
	if i < 0 {
		return nil
	}
	return &v.Laws[i]
}
