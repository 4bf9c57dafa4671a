package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/grid/text"
)

// Sample asks m for moves at these betas, or, if none are given, at every beta of the
// candidate's schedule, and tests them. It asks for as many as Plan says if the budget allows
// that, and for fewer if all laws are decided before. Of the candidate's kernels it uses
// Declared alone. On the whole schedule it also runs annealed chains up the betas and down
// again. The error is m's or ctx's.
func (s Candidate) Sample(ctx context.Context, m outside.Mover, betas []float64, o Sampling) (Validation,
	error) {
	v, p := s.drawn(o), s.plan(o, betas, true)
	var tests []test
	for i, beta := range p.betas {
		at, err := v.sampleLevel(ctx, m, newWatched(s, i+1, beta, p))
		if err != nil {
			return v, err
		}
		tests = append(tests, at...)
	}
	if p.Chains > 0 {
		t, err := v.sampleChains(ctx, m, p)
		if err != nil {
			return v, err
		}
		tests = append(tests, t)
	}
	if err := v.askAgain(ctx, m, p, tests); err != nil {
		return v, err
	}
	v.settle(tests, p)
	return v, nil
}

// sampleChains runs annealed chains up and down, and tests their estimates.
func (v *Validation) sampleChains(ctx context.Context, m outside.Mover, p plan) (test, error) {
	up, down := newAnnealed(v.Candidate, p), newAnnealed(v.Candidate, p)
	if err := up.climb(ctx, m); err != nil {
		return test{}, err
	}
	if err := down.descend(ctx, m); err != nil {
		return test{}, err
	}
	v.Moves += up.moves + down.moves
	t := sandwiched(up.logw, down.logw)
	if t.p <= p.Level {
		t.witness += up.breaks(p.Level) + down.breaks(p.Level)
	}
	return t, nil
}

// unseen returns a validation by samples before any are drawn.
func (s Candidate) unseen() Validation {
	return Validation{Candidate: s, J: math.NaN(), B: math.NaN(), BySamples: true}
}

// drawn is unseen for moves that are going to be drawn.
func (s Candidate) drawn(o Sampling) Validation {
	v := s.unseen()
	v.MCSeed = &o.Seed
	v.Notes = append(v.Notes, fmt.Sprintf("the moves are drawn by mc-seed %d", o.Seed))
	return v
}

// Count tests moves that were seen at one beta, from any cells.
func (s Candidate) Count(seen *evidence.Tally, beta float64, o Sampling) Validation {
	v := s.unseen()
	p := s.plan(o, []float64{beta}, false)
	w := newWatched(s, 1, beta, p)
	w.all = seen
	tests := w.moves()
	v.seen(w, tests)
	v.settle(tests, p)
	return v
}

// seen adds a level at which moves were seen, with its tests.
func (v *Validation) seen(w *watched, tests []test) {
	v.look(w, tests)
	v.Moves += w.all.Moves()
	v.keep(w)
	v.change(w)
	v.Levels = append(v.Levels, Level{T: w.T, Beta: w.Beta, P: w.P, Pattern: w.pattern(), seen: w.all.Moves()})
	if say := w.apart(); say != "" {
		v.apart = append(v.apart, say)
	}
}

// noteApart notes the first beta at which some cells were not connected by moves, and the
// number of such betas.
func (v *Validation) noteApart() {
	if len(v.apart) == 0 {
		return
	}
	also := ""
	if len(v.Levels) > 1 {
		also = fmt.Sprintf("; so it is at %d of %d betas", len(v.apart), len(v.Levels))
	}
	v.note("%s%s", v.apart[0], also)
}

// noteFlow notes, once, that steps from draws of p go from one cell to another more often
// than back. That breaks no law. For a reversible kernel the probability of such a note
// is at most the level, over all betas.
func (v *Validation) noteFlow(w *watched, drawn *evidence.Tally) {
	if v.oneSided {
		return
	}
	pairs := drawn.Symmetry()
	p := make([]float64, len(pairs))
	for i, pair := range pairs {
		p[i] = pair.P
	}
	adjusted := evidence.Holm(p)
	if len(p) == 0 || slices.Min(adjusted) > w.o.Level/float64(v.Candidate.T()) {
		return
	}
	at := pairs[slices.Index(p, slices.Min(p))]
	if at.Again > at.There {
		at.X, at.Y, at.There, at.Again = at.Y, at.X, at.Again, at.There
	}
	v.oneSided = true
	v.note("at beta = %.6g, of %s steps from draws of p, %s go %s and %s back: the kernel is not reversible, and its "+
		"reverse chain needs another kernel", w.Beta, text.Thousands(drawn.Moves()), text.Thousands(at.There),
		w.pair(at.X, at.Y), text.Thousands(at.Again))
}
