package validation

import (
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
)

// Sample asks m for moves at these betas, or at every beta of the candidate's schedule if there are none, and tests
// them. It asks for as many as Plan says if the budget allows it, and for fewer if all laws are decided before. Of the
// candidate's kernels it uses only Declared. On the whole schedule it also runs annealed chains up the betas and down
// again.
//
// If m has no more moves (ErrNoMore), the laws are judged by the moves that were seen. If ctx ends, no more moves are
// asked for, and no cause is looked for. The error is ErrNoMore if there are no moves at all, or m's.
func (s Candidate) Sample(ctx context.Context, m chains.Mover, betas []float64, o Sampling) (Validation,
	error) {
	v := s.bySamples(&o.Seed)
	p := s.plan(o, betas, true)
	counted := &countedMoves{Mover: m}
	var tests []test
	for i, beta := range p.betas {
		found, err := v.sampleLevel(ctx, counted, newSampledLevel(s, i+1, beta, p))
		if v.fails(err) {
			return v, err
		}
		tests = append(tests, found...)
	}
	if p.Chains > 0 {
		found, err := v.sampleChains(ctx, counted, p)
		if v.fails(err) {
			return v, err
		}
		tests = append(tests, found)
	}
	if !v.stopped {
		if err := v.askAgain(ctx, counted, p, tests); v.fails(err) {
			return v, err
		}
	}
	if v.stopped {
		p.again = 0 // each law is judged by one look, at the level
	} else if err := v.askTogether(ctx, counted, p, tests); err != nil && !errors.Is(err, ErrNoMore) {
		return v, err
	}
	if counted.moves == 0 {
		return v, ErrNoMore
	}
	v.Moves = counted.moves
	v.settle(ctx, tests, p)
	return v, nil
}

// fails reports whether an error is not ErrNoMore, which it only keeps in v.
func (v *Validation) fails(err error) bool {
	over := errors.Is(err, ErrNoMore)
	v.stopped = v.stopped || over
	return err != nil && !over
}

// ErrNoMore says that a mover makes no more moves, as when its time is over. It must not depend on the moves
// themselves: then the p-values of the moves that were seen hold.
var ErrNoMore = errors.New("no more moves are made")

// countedMoves counts the moves of a mover, and stops it with the context.
type countedMoves struct {
	chains.Mover
	moves int
}

// Aim aims the mover.
func (m *countedMoves) Aim(ctx context.Context, beta float64, logf []float64) error {
	return unlessOver(ctx, func() error { return m.Mover.Aim(ctx, beta, logf) })
}

// Move makes moves.
func (m *countedMoves) Move(ctx context.Context, next, states []int) error {
	err := unlessOver(ctx, func() error { return m.Mover.Move(ctx, next, states) })
	if err == nil {
		m.moves += len(states)
	}
	return err
}

// unlessOver calls ask. If ctx has ended, or ends meanwhile, the error is ErrNoMore.
func unlessOver(ctx context.Context, ask func() error) error {
	if ctx.Err() != nil {
		return ErrNoMore
	}
	err := ask()
	if err != nil && ctx.Err() != nil {
		return ErrNoMore
	}
	return err
}

// bySamples returns a validation without any moves yet. seed is the seed of the moves, or nil if they are not drawn.
func (s Candidate) bySamples(seed *uint64) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), BySamples: true, MCSeed: seed}
	if seed != nil {
		v.note("the moves are drawn by mc-seed %d", *seed)
	}
	return v
}

// Count tests moves that were recorded at one beta, from any cells. If ctx ends, no cause is looked for.
func (s Candidate) Count(ctx context.Context, seen *evidence.Tally, beta float64, o Sampling) Validation {
	v := s.bySamples(nil)
	p := s.plan(o, []float64{beta}, false)
	l := newSampledLevel(s, 1, beta, p)
	l.all = seen
	v.Moves = seen.Moves()
	tests := l.moveTests()
	v.addLevel(l, tests)
	v.settle(ctx, tests, p)
	return v
}

// addLevel adds a level with its moves and tests.
func (v *Validation) addLevel(l *sampledLevel, tests []test) {
	v.keepFarthest(l, tests)
	every := (len(l.plan.betas) + mostLevelsKept - 1) / mostLevelsKept
	if l.Grid.Size() <= mostDiagnosed && l.T%every == 0 {
		v.kept = append(v.kept, l)
	}
	v.seeAxes(l)
	level := Level{T: l.T, Beta: l.Beta, P: l.P, moves: l.all.Moves()}
	if n := len(l.P); n <= spectra.MaxStates {
		seen := make(spectra.Matrix, n)
		for x := range seen {
			seen[x] = make([]float64, n)
		}
		for at := range l.all.All() {
			seen[at[0]][at[1]] = 1
		}
		level.Pattern = patternFrom(seen, l.P)
	}
	v.Levels = append(v.Levels, level)
}

// sampleLevel asks for moves at one level, in looks of growing data, until every law is decided there, or the level's
// part of the budget is used, or there are no more moves. It returns the tests, each with its smallest p-value times
// the number of looks. If the last look has too few data, or none, the error is ErrNoMore.
func (v *Validation) sampleLevel(ctx context.Context, m chains.Mover, l *sampledLevel) (found []test, err error) {
	err = m.Aim(ctx, l.Beta, l.LogF)
	for k := range looks {
		if err == nil {
			err = l.drawTo(ctx, m, l.plan.part(k))
		}
		found = l.plan.merge(found, l.tests())
		if err != nil || l.plan.decided(found) {
			break
		}
	}
	if l.all.Moves() > 0 {
		v.addLevel(l, found)
	}
	return found, err
}

// part returns the share of a level's moves that a look has.
func (p plan) part(look int) float64 { return p.scale * math.Pow(growth, float64(look+1-looks)) }

// merge returns each test with its smallest p-value of the looks, and how many data the last look lacks. Both looks
// have the same tests in the same order. Values are multiplied by the number of looks.
func (p plan) merge(before, now []test) []test {
	for i := range now {
		now[i].p = min(1, float64(p.looks)*now[i].p)
		if before != nil && before[i].p < now[i].p {
			now[i].p, now[i].witness = before[i].p, before[i].witness
		}
	}
	return now
}

// decided reports whether each law has enough data, or is broken whatever other tests find (Holm's first step).
func (p plan) decided(tests []test) bool {
	broken := map[laws.Law]bool{}
	for _, t := range tests {
		broken[t.law] = broken[t.law] || t.p*float64(p.tests) <= p.Level
	}
	return !slices.ContainsFunc(tests, func(t test) bool { return t.short > 1 && !broken[t.law] })
}

// fewestAtOnce and mostAtOnce bound the moves of one question, which has a tenth of the moves so far. A question that
// is not answered in time is lost, and many small questions keep a program waiting.
const (
	fewestAtOnce = 100
	mostAtOnce   = 1000
)

// drawTo asks for moves until the level has this part of its moves.
func (l *sampledLevel) drawTo(ctx context.Context, m chains.Mover, part float64) error {
	var states []int
	ask := func(x int, drawn bool, last bool) error {
		states = append(states, x)
		if len(states) < min(max(fewestAtOnce, l.all.Moves()/10), mostAtOnce) && !last {
			return nil
		}
		err := l.step(ctx, m, states, drawn)
		states = states[:0]
		return err
	}
	for n := int(part*l.plan.draws) - l.drawn.Moves(); n > 0; n-- {
		if err := ask(l.cells.Draw(l.dice), true, n == 1); err != nil {
			return err
		}
	}
	for x, q := range l.P {
		for n := int(part*l.plan.from(q)) - (l.all.From(x) - l.drawn.From(x)); n > 0; n-- {
			if err := ask(x, false, false); err != nil {
				return err
			}
		}
	}
	return l.step(ctx, m, states, false)
}

// step asks for a move from each state and counts it. drawn says that the states are draws of p.
func (l *sampledLevel) step(ctx context.Context, m chains.Mover, states []int, drawn bool) error {
	if len(states) == 0 {
		return nil
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		if l.all.Add(x, next[i]); drawn {
			l.drawn.Add(x, next[i])
		}
	}
	return nil
}

// askAgain asks for fresh moves where a test is in doubt, and sets the p-value of both looks. It does so only if the
// plan allows a second look, so that the levels do not depend on the moves, and if no test is clear already. The error
// is ErrNoMore if the second look does not end.
func (v *Validation) askAgain(ctx context.Context, m chains.Mover, p plan, tests []test) error {
	first, by := adjusted(tests), p.twice()
	if p.again == 0 || slices.Min(first) <= by.Clear {
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
		fresh, err := v.fresh(ctx, m, p, level)
		if err != nil {
			return err
		}
		for k, value := range first[last:i] { // the level's tests have the same order each time
			if by.Asks(value) {
				doubted = append(doubted, &tests[last+k])
				firsts = append(firsts, value)
				again = append(again, fresh[k])
			}
		}
	}
	for k, u := range adjusted(again) {
		doubted[k].first, doubted[k].both = firsts[k], by.P(u)
	}
	return nil
}

// secondLookSeed changes the seed for the dice of the second look.
const secondLookSeed = 0x9e3779b97f4a7c15

// fresh makes the tests of a level, or of the annealed chains if level is 0, from fresh moves. Its dice differ from the
// first look's, and the program goes on with its own.
func (v *Validation) fresh(ctx context.Context, m chains.Mover, p plan, level int) ([]test, error) {
	p.Seed ^= secondLookSeed
	if level == 0 {
		p.Chains = int(p.again * float64(p.Chains))
		t, err := v.sampleChains(ctx, m, p)
		return []test{t}, err
	}
	l := newSampledLevel(v.Candidate, level, p.betas[level-1], p)
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return nil, err
	}
	err := l.drawTo(ctx, m, p.again)
	return l.tests(), err
}
