package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
)

// Validate holds a candidate to all laws: at each beta of its schedule, of which
// the same one twice counts once, and as an annealing. The error is that of
// Annealing.Check, that there are too many cells, or ctx's.
func Validate(ctx context.Context, s Candidate, progress Progress) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN()}
	if n := s.Grid.Size(); n > MostRows {
		return v, wideErr(n)
	}
	if err := s.Check(); err != nil {
		return v, err
	}
	fwd, err := s.steps(ctx, progress, &v)
	if err != nil {
		return v, err
	}
	v.Laws = append(worst(v.Levels), fwd...)
	for _, l := range v.Levels {
		v.Balance = max(v.Balance, l.Balance)
	}
	if err := v.truth(ctx); err != nil {
		return v, err
	}
	v.forgive()
	return v, nil
}

// forgive lets laws be off by the slack: those of entries by itself, those of sums by
// that of a row, those of the annealing by that of its rows. Relative ones have been.
func (v *Validation) forgive() {
	for i := range v.Laws {
		l := &v.Laws[i]
		slack := v.Candidate.Slack
		switch l.Name {
		case LawEachCell, LawReversal, LawCrooks:
			continue
		case LawSums:
			slack = v.Candidate.slackOver(1)
		case LawMeanW, LawMeanInvW, LawBelow, LawAbove, LawSandwich, LawBoundsJ, LawTwoFormula:
			slack = v.Candidate.slackOver(2 * len(v.Levels))
		}
		l.Limit = max(l.Limit, slack)
		l.OK = l.OK || l.Value <= slack
	}
}

// ValidateAt is Validate at one beta alone: of the annealing nothing is said. Of more
// than MostRows cells the matrix is not written out.
func ValidateAt(ctx context.Context, s Candidate, beta float64) (Validation, error) {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN()}
	if s.Grid.Size() > MostRows {
		r, err := v.widely(ctx, beta)
		if err != nil {
			return v, err
		}
		v.Levels = []LevelReport{r}
	} else {
		op := s.Kernel.On(s.Grid)
		g := newStage(s, 1, beta, op, s.reversal(op))
		v.Levels = []LevelReport{g.judge(op)}
	}
	v.Laws = worst(v.Levels)
	v.Balance = v.Levels[0].Balance
	v.forgive()
	return v, ctx.Err()
}

// reversal is what the reverse chain steps by where the forward one steps by op.
func (s Candidate) reversal(op chains.Operator) chains.Operator {
	if s.Back != nil {
		return s.Back.On(s.Grid)
	}
	return op.Reversal()
}

// depth is how many nats the ends of the annealing span at most.
func (s Candidate) depth() float64 {
	l := s.NewLevel()
	s.LevelAt(l, 1)
	first := chains.LogSpan(l.LogF())
	s.LevelAt(l, s.T())
	return max(first, chains.LogSpan(l.LogF()))
}

// worst is each law at the level where it is off most.
func worst(levels []LevelReport) []Law {
	var laws []Law
	for i, l := range levels[0].Laws {
		at := 0
		for k, other := range levels {
			if other.Laws[i].worse(l) {
				l, at = other.Laws[i], k
			}
		}
		if l.Witness != "" {
			l.Witness = fmt.Sprintf("at beta = %.6g %s", levels[at].Beta, l.Witness)
		}
		laws = append(laws, l)
	}
	return laws
}

// worse reports whether the law is off more than the same one elsewhere, where its
// limit may be another.
func (l Law) worse(than Law) bool {
	if l.OK != than.OK {
		return !l.OK
	}
	return l.Value > than.Value || math.IsNaN(l.Value) && !math.IsNaN(than.Value)
}

// truth runs the annealing exactly and holds J and B to their laws; a result that
// is no number breaks laws of single levels, and is left out.
func (v *Validation) truth(ctx context.Context) error {
	i := slices.IndexFunc(v.Laws, func(l Law) bool { return l.Name == LawEntries })
	if !v.Laws[i].OK {
		v.note("J and B are left out: the kernel's rows are no probabilities")
		return nil
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	if err != nil {
		return err
	}
	v.J, v.B, v.gap = res.J(), res.B(), res.Gap
	v.Notes = append(v.Notes, res.Warnings...)
	if pairs := res.Pairwise.Jeffreys(); math.IsInf(v.B, 0) || math.IsNaN(pairs) || math.IsInf(pairs, 0) && v.Candidate.depth() > deepest/2 {
		return nil // the support says so, or products of two masses are below any float
	}
	slack := relatively*max(v.J, 1e-6) + perLevel*float64(res.T)
	v.Laws = append(v.Laws, Law{Name: LawBoundsJ, OK: v.J-v.B <= slack, Value: max(v.J-v.B, 0), Limit: slack,
		Witness: fmt.Sprintf("J = %.12g, B = %.12g", v.J, v.B)})
	measured, limit := v.reverse.logW-v.forward.logW, slackOf(v.forward.size+v.reverse.size)
	two := math.Abs(measured - res.Pairwise.Jeffreys())
	v.Laws = append(v.Laws, Law{Name: LawTwoFormula, OK: two <= limit, Value: two, Limit: limit,
		Witness: fmt.Sprintf("E_rev[log w] - E_fwd[log w] = %.12g, from pairwise marginals %.12g", measured, res.Pairwise.Jeffreys())})
	return nil
}
