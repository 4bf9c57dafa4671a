package validation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/grid/text"
)

// Sample asks m for moves at these betas, or, if none are given, at every beta of the
// candidate's schedule, and tests them. It asks for as many as Plan says if the budget allows
// that, and for fewer if all laws are decided before. Of the candidate's kernels it uses
// Declared alone. On the whole schedule it also runs annealed chains up the betas and down
// again.
//
// If m has no more moves (ErrNoMore), the laws are judged by those that were seen. If ctx ends, no more moves are
// asked for, and neither is any test made or any cause looked for after that: the verdict is of the tests that were
// made, and Left says what was left out. If there are no moves at all the error is ErrNoMore. Otherwise it is m's.
func (s Candidate) Sample(ctx context.Context, m chains.Mover, betas []float64, o Sampling) (Validation,
	error) {
	v := s.bySamples(&o.Seed)
	p := s.plan(o, betas, true)
	m = untilOver{m}
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
		v.stopped = v.stopped || err != nil
		if err != nil && !errors.Is(err, ErrNoMore) {
			return v, err
		}
		tests = append(tests, t)
	}
	v.stopped = v.stopped || anyLeft(tests)
	var err error
	if !v.stopped {
		err = v.askAgain(ctx, m, p, tests)
	}
	if v.stopped = v.stopped || errors.Is(err, ErrNoMore); v.stopped {
		p.again, err = 0, nil // each law is judged by one look, at the level
	}
	if err == nil && !v.stopped {
		err = v.askAlone(ctx, m, p, tests)
		if errors.Is(err, ErrNoMore) { // then the cause stays unknown
			err = nil
		}
	}
	if v.Moves == 0 {
		err = ErrNoMore
	}
	if err == nil {
		v.settle(ctx, tests, p)
	}
	return v, err
}

// anyLeft reports whether some test was not made, for lack of time.
func anyLeft(tests []test) bool {
	return slices.ContainsFunc(tests, func(t test) bool { return t.left })
}

// untilOver makes no more moves when the context of a question has ended.
type untilOver struct{ chains.Mover }

// Aim aims the mover.
func (m untilOver) Aim(ctx context.Context, beta float64, logf []float64) error {
	return noMoreIfOver(ctx, func() error { return m.Mover.Aim(ctx, beta, logf) })
}

// Move makes moves.
func (m untilOver) Move(ctx context.Context, next, states []int) error {
	return noMoreIfOver(ctx, func() error { return m.Mover.Move(ctx, next, states) })
}

// noMoreIfOver asks for something. If ctx has ended, or ends meanwhile, the error is ErrNoMore.
func noMoreIfOver(ctx context.Context, ask func() error) error {
	if ctx.Err() != nil {
		return ErrNoMore
	}
	err := ask()
	if err != nil && ctx.Err() != nil {
		return ErrNoMore
	}
	return err
}

// ErrNoMore is the error of a mover that makes no more moves at this level, because its time is over, say. It must not
// depend on the moves themselves: then every p-value of what was seen holds.
var ErrNoMore = errors.New("no more moves are made")

// bySamples returns a validation before any samples are seen. The seed is of moves that are going to be drawn.
func (s Candidate) bySamples(seed *uint64) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), BySamples: true, MCSeed: seed}
	if seed != nil {
		v.note("the moves are drawn by mc-seed %d", *seed)
	}
	return v
}

// Count tests moves that were seen at one beta, from any cells. If ctx ends it leaves out what is left, as Sample does.
func (s Candidate) Count(ctx context.Context, seen *evidence.Tally, beta float64, o Sampling) Validation {
	v := s.bySamples(nil)
	p := s.plan(o, []float64{beta}, false)
	w := newWatched(s, 1, beta, p)
	w.all = seen
	tests := w.answered(ctx, w.moves())
	v.addLevel(ctx, w, tests)
	v.settle(ctx, tests, p)
	return v
}

// addLevel adds a level at which moves were seen, with its tests.
func (v *Validation) addLevel(ctx context.Context, w *watched, tests []test) {
	v.look(w, tests)
	v.Moves += w.all.Moves()
	every := (len(w.o.betas) + mostKept - 1) / mostKept
	if w.Grid.Size() <= mostDiagnosed && w.T%every == 0 {
		v.kept = append(v.kept, w)
	}
	v.change(w)
	l := Level{T: w.T, Beta: w.Beta, P: w.P, seen: w.all.Moves()}
	if ctx.Err() != nil {
		v.Levels = append(v.Levels, l)
		v.unlooked++
		return
	}
	if n := len(w.P); n <= spectra.MaxStates {
		seen := make(spectra.Matrix, n)
		for x := range seen {
			seen[x] = make([]float64, n)
		}
		for at := range w.all.All() {
			seen[at[0]][at[1]] = 1
		}
		l.Pattern = patternFrom(seen, w.P)
	}
	v.Levels = append(v.Levels, l)
	if say := w.apart(); say != "" && !v.Candidate.part() {
		v.apart = append(v.apart, say)
	}
}

// noteFlow notes, once, that steps from draws of p go from one cell to another more often
// than back. That breaks no law. For a reversible kernel the probability of such a note
// is at most the level, over all betas.
func (v *Validation) noteFlow(w *watched, drawn *evidence.Tally) {
	if v.oneSided {
		return
	}
	pairs := drawn.Symmetry()
	if len(pairs) == 0 {
		return
	}
	at := slices.MinFunc(pairs, func(a, b evidence.Pair) int { return cmp.Compare(a.P, b.P) })
	if at.P*float64(len(pairs)) > w.o.Level/float64(v.Candidate.T()) { // Holm's first step
		return
	}
	if at.Again > at.There {
		at.X, at.Y = at.Y, at.X
		at.There, at.Again = at.Again, at.There
	}
	v.oneSided = true
	v.note("at beta = %.6g, of %s steps from draws of p, %s go %s and %s back: the kernel is not reversible, and its "+
		"reverse chain needs another kernel", w.Beta, text.Thousands(drawn.Moves()), text.Thousands(at.There),
		w.pair(at.X, at.Y), text.Thousands(at.Again))
}

// When no more moves are made, those asked for last are lost. So a hundred are asked for at once, and later a tenth of
// those that were made, up to a thousand: a program that makes many at a time is not kept waiting for questions.
const (
	fewestAtOnce = 100
	mostAtOnce   = 1000
)

// atOnce is how many moves are asked for at once.
func (w *watched) atOnce() int { return min(max(fewestAtOnce, w.all.Moves()/10), mostAtOnce) }

// sampleLevel asks for moves at one level, in steps of growing data, until every law is decided
// there, or the level's part of the budget ends, or no more are made. It returns the tests, each with its smallest
// p-value, times the number of looks. The last look may have fewer data than it should, or none.
func (v *Validation) sampleLevel(ctx context.Context, m chains.Mover, w *watched) ([]test, error) {
	var found []test
	err := m.Aim(ctx, w.Beta, w.LogF)
	for k := range looks {
		if err == nil {
			err = w.drawTo(ctx, m, w.o.part(k))
		}
		if err != nil && !errors.Is(err, ErrNoMore) {
			return nil, err
		}
		found = w.o.merge(found, w.tests(ctx))
		v.stopped = v.stopped || err != nil
		if err != nil || w.o.decided(found) {
			break
		}
	}
	if w.all.Moves() > 0 {
		if ctx.Err() == nil {
			v.noteFlow(w, w.drawn)
		}
		v.addLevel(ctx, w, found)
	}
	return found, nil
}

// part returns the share of a level's quota that is seen at a look.
func (o plan) part(look int) float64 { return o.scale * math.Pow(growth, float64(look+1-looks)) }

// merge keeps of each test the look with the smallest p-value, and how short of data the
// last look is. Both looks have the same tests in the same order. Values are multiplied by
// the number of looks; walls need no such correction, because 0 remains 0 and 1 is 1.
func (o plan) merge(before, now []test) []test {
	for i := range now {
		now[i].p = min(1, float64(max(1, o.looks))*now[i].p)
		if before != nil && before[i].p < now[i].p {
			now[i].p, now[i].witness = before[i].p, before[i].witness
		}
	}
	return now
}

// breaks reports whether a test breaks its law, whatever the other tests find: Holm's first
// step is the same.
func (o plan) breaks(t test) bool { return t.p*float64(max(1, o.tests)) <= o.Level }

// decided reports whether each law is known to be broken, or has enough data.
func (o plan) decided(tests []test) bool {
	broken := map[laws.Law]bool{}
	for _, t := range tests {
		broken[t.law] = broken[t.law] || o.breaks(t)
	}
	return !slices.ContainsFunc(tests, func(t test) bool { return t.short > 1 && !broken[t.law] })
}

// drawTo asks for moves until the level has this part of its quota.
func (w *watched) drawTo(ctx context.Context, m chains.Mover, part float64) error {
	var states []int
	ask := func(x int, drawn bool, last bool) error {
		states = append(states, x)
		if len(states) < w.atOnce() && !last {
			return nil
		}
		err := w.step(ctx, m, states, drawn)
		states = states[:0]
		return err
	}
	for n := int(part*w.o.draws) - w.drawn.Moves(); n > 0; n-- {
		if err := ask(w.cells.Draw(w.dice), true, n == 1); err != nil {
			return err
		}
	}
	for x, q := range w.P {
		for n := int(part*w.o.from(q)) - (w.all.From(x) - w.drawn.From(x)); n > 0; n-- {
			if err := ask(x, false, false); err != nil {
				return err
			}
		}
	}
	return w.step(ctx, m, states, false)
}

// step asks for a move from each state and counts it. drawn says that the states are draws
// of p.
func (w *watched) step(ctx context.Context, m chains.Mover, states []int, drawn bool) error {
	if len(states) == 0 {
		return ctx.Err()
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		if w.all.Add(x, next[i]); drawn {
			w.drawn.Add(x, next[i])
		}
	}
	return nil
}

// twice has the levels of a sampling that may ask again.
func (o plan) twice() evidence.Twice { return evidence.NewTwice(o.Level) }

// limit is the largest p-value that accuses: that of two looks if there may be a second, and otherwise the level.
func (o plan) limit() float64 {
	if o.again > 0 {
		return o.twice().Limit
	}
	return o.Level
}

// adjusted are the p-values of tests, corrected for their number (Holm).
func adjusted(tests []test) []float64 {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.p
	}
	return evidence.Holm(p)
}

// askAgain asks for fresh moves where a test is in doubt, and puts the p-value of both looks beside its own. It does
// so only if the budget was known beforehand to suffice for both looks, so that the levels do not depend on the
// moves, and if nothing else is clear. The error is ErrNoMore if the second look does not come to its end.
func (v *Validation) askAgain(ctx context.Context, m chains.Mover, o plan, tests []test) error {
	first, by := adjusted(tests), o.twice()
	if o.again == 0 || slices.Min(first) <= by.Clear {
		return nil
	}
	var doubted []*test
	var firsts []float64
	var again []test
	for i := 0; i < len(tests); { // level by level
		last, level := i, tests[i].level
		for ; i < len(tests) && tests[i].level == level; i++ {
		}
		if !slices.ContainsFunc(first[last:i], by.Asks) {
			continue
		}
		fresh, err := v.fresh(ctx, m, o, level)
		if err == nil && anyLeft(fresh) {
			err = ErrNoMore
		}
		if err != nil {
			return err
		}
		for k, p := range first[last:i] { // the level's tests have the same order each time
			if by.Asks(p) {
				doubted = append(doubted, &tests[last+k])
				firsts = append(firsts, p)
				again = append(again, fresh[k])
			}
		}
	}
	for k, u := range adjusted(again) {
		doubted[k].first, doubted[k].both = firsts[k], by.P(u)
	}
	return nil
}

// mostAgain is how many times as many moves a second look takes at most, at the levels in doubt.
const mostAgain = 4

// secondLook changes the seed for the dice of the second look.
const secondLook = 0x9e3779b97f4a7c15

// fresh makes the tests of a level, or of the annealed chains if it is 0, from fresh moves. The dice are others than
// those of the first look, and the program goes on with its own.
func (v *Validation) fresh(ctx context.Context, m chains.Mover, o plan, level int) ([]test, error) {
	o.Seed ^= secondLook
	if level == 0 {
		o.Chains = int(o.again * float64(o.Chains))
		t, err := v.sampleChains(ctx, m, o)
		return []test{t}, err
	}
	w := newWatched(v.Candidate, level, o.betas[level-1], o)
	if err := m.Aim(ctx, w.Beta, w.LogF); err != nil {
		return nil, err
	}
	err := w.drawTo(ctx, m, o.again)
	v.Moves += w.all.Moves()
	return w.tests(ctx), err
}

// howSure says how sure it is that a law is broken; nothing if that is no matter of chance.
func (v Validation) howSure(f laws.Finding) []string {
	if math.IsNaN(f.Value) || v.tests == nil {
		return nil
	}
	if f.Value == 0 {
		return []string{"no right kernel does that"}
	}
	p, o := fmt.Sprintf("the p-value is %.2g, corrected for %d tests", f.Value, len(v.tests)), v.plan
	for _, t := range v.tests {
		if t.law == f.Law && t.both == f.Value && t.first > 0 {
			p += fmt.Sprintf(" (%.2g at first, and then asked again on fresh moves)", t.first)
		}
	}
	p += fmt.Sprintf(": a right kernel is accused with probability %g at most", f.Limit)
	if o.again == 0 && f.Value > o.twice().Clear {
		p += ", and fresh moves would tell"
		if o.drawn() {
			p += fmt.Sprintf(": a budget of %s has a second look", text.Thousands(roundUp(2*o.moves)))
		}
	}
	return []string{p}
}
