package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/experiments"
)

// Sample asks m for moves at every beta of the candidate's schedule, and tests them. Of
// the candidate's kernels it uses Declared alone. If chains is positive, it also runs
// annealed chains up the betas and down again. The error is m's or ctx's.
func (s Candidate) Sample(ctx context.Context, m outside.Mover, o Sampling, chains int,
	progress experiments.Progress) (Validation, error) {
	v := s.drawn(o)
	var tests []test
	T, p := s.T(), s.plan(o, nil, true, chains)
	up := newAnnealed(s, p, chains)
	for t := 1; t <= T; t++ {
		at, err := v.sampleLevel(ctx, m, t, s.Schedule.Beta(t), p)
		if err != nil {
			return v, err
		}
		tests = append(tests, at...)
		if err := up.climb(ctx, m, t); err != nil {
			return v, err
		}
		if progress != nil {
			progress(t, T+T/4)
		}
	}
	if chains > 1 && T > 1 {
		down := newAnnealed(s, p, chains)
		if err := down.descend(ctx, m); err != nil {
			return v, err
		}
		whole := sandwiched(up.logw, down.logw)
		if whole.p <= o.Level {
			whole.witness += up.breaks(o.Level) + down.breaks(o.Level)
		}
		tests = append(tests, whole)
	}
	v.settle(tests, p)
	return v, nil
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

// SampleAt is Sample at one beta.
func (s Candidate) SampleAt(ctx context.Context, m outside.Mover, beta float64, o Sampling) (Validation, error) {
	v := s.drawn(o)
	p := s.plan(o, []float64{beta}, true, 0)
	tests, err := v.sampleLevel(ctx, m, 1, beta, p)
	v.settle(tests, p)
	return v, err
}

// Count tests moves that were seen at one beta, from any cells.
func (s Candidate) Count(seen *evidence.Tally, beta float64, o Sampling) Validation {
	v := s.unseen()
	p := s.plan(o, []float64{beta}, false, 0)
	w := newWatched(s, 1, beta, p)
	w.all = seen
	v.seen(w)
	v.settle(w.moves(), p)
	return v
}

// sampleLevel asks for moves at one level, half of them from draws of p and half from
// each cell alike, and returns their tests.
func (v *Validation) sampleLevel(ctx context.Context, m outside.Mover, t int, beta float64, o plan) ([]test, error) {
	w := newWatched(v.Candidate, t, beta, o)
	if err := m.Aim(ctx, beta, w.LogF); err != nil {
		return nil, err
	}
	states, next := make([]int, o.Moves/2), make([]int, o.Moves/2)
	ask := func(counts ...*evidence.Tally) error {
		if err := m.Move(ctx, next, states); err != nil {
			return err
		}
		for i, x := range states {
			for _, tally := range counts {
				tally.Add(x, next[i])
			}
		}
		return nil
	}
	for i := range states {
		states[i] = w.dice.Pick(w.P)
	}
	drawn := evidence.NewTally(len(w.P))
	if err := ask(drawn, w.all); err != nil {
		return nil, err
	}
	var mass []int
	for x, p := range w.P {
		if p > 0 {
			mass = append(mass, x)
		}
	}
	for i := range states {
		states[i] = mass[i%len(mass)]
	}
	if err := ask(w.all); err != nil {
		return nil, err
	}
	v.noteFlow(w, drawn)
	v.seen(w)
	return append(w.draws(drawn), w.moves()...), nil
}

// seen adds a level at which moves were seen.
func (v *Validation) seen(w *watched) {
	v.Moves += w.all.Moves()
	v.Levels = append(v.Levels, Level{T: w.T, Beta: w.Beta, P: w.P})
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
	v.note("at beta = %.6g, of %d steps from draws of p, %d go %s and %d back: the kernel is not reversible, and its "+
		"reverse chain needs another kernel", w.Beta, drawn.Moves(), at.There, w.pair(at.X, at.Y), at.Again)
}
