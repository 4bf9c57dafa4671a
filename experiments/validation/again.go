package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/grid/text"
)

// twice has the levels of a sampling that may ask again.
func (o plan) twice() evidence.Twice { return evidence.NewTwice(o.Level) }

// limit is the largest p-value that accuses: that of two looks if there may be a second, and otherwise the level.
func (o plan) limit() float64 {
	if o.again > 0 {
		return o.twice().Limit
	}
	return o.Level
}

// limitFor is the limit for these tests. If one of them is clear, a sound kernel is accused already, with probability
// Clear at most. Nothing is asked again then, and the other laws are judged by one look, at the level.
func (o plan) limitFor(tests []test) float64 {
	if o.again > 0 && slices.Min(adjusted(tests)) <= o.twice().Clear {
		return o.Level
	}
	return o.limit()
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
// moves, and if nothing else is clear.
func (v *Validation) askAgain(ctx context.Context, m outside.Mover, o plan, tests []test) error {
	if o.again == 0 {
		return nil
	}
	first, by := adjusted(tests), o.twice()
	var doubted []int
	for i, p := range first {
		if p <= by.Clear {
			return nil
		}
		if by.Asks(p) {
			doubted = append(doubted, i)
		}
	}
	again, err := v.fresh(ctx, m, o, tests, doubted)
	if err != nil {
		return err
	}
	for k, u := range adjusted(again) {
		t := &tests[doubted[k]]
		t.first, t.both = first[doubted[k]], by.P(u)
	}
	return nil
}

// mostAgain is how many times as many moves a second look takes at most, at the levels in doubt.
const mostAgain = 4

// fresh returns the doubted tests of fresh moves. The dice are others than those of the first look, and the program
// goes on with its own.
func (v *Validation) fresh(ctx context.Context, m outside.Mover, o plan, tests []test, doubted []int) ([]test,
	error) {
	o.Seed ^= secondLook
	made := map[int][]test{}
	var again []test
	for _, i := range doubted {
		level := tests[i].level
		if made[level] == nil {
			var err error
			if made[level], err = v.freshAt(ctx, m, o, level); err != nil {
				return nil, err
			}
		}
		start := i // of the level's tests, which have the same order each time
		for start > 0 && tests[start-1].level == level {
			start--
		}
		again = append(again, made[level][i-start])
	}
	return again, nil
}

// secondLook changes the seed for the dice of the second look.
const secondLook = 0x9e3779b97f4a7c15

// freshAt makes the tests of a level, or of the annealed chains if it is 0, from fresh moves.
func (v *Validation) freshAt(ctx context.Context, m outside.Mover, o plan, level int) ([]test, error) {
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
	return w.tests(), err
}

// A chance knows how sure the findings of samples are.
type chance struct {
	o     plan
	tests []test
}

// say says how sure it is that a law is broken; nothing if that is no matter of chance.
func (s chance) say(f laws.Finding) []string {
	if math.IsNaN(f.Value) || s.tests == nil {
		return nil
	}
	if f.Value == 0 {
		return []string{"no right kernel does that"}
	}
	p := fmt.Sprintf("the p-value is %.2g, corrected for %d tests", f.Value, len(s.tests))
	for _, t := range s.tests {
		if t.law == f.Law && t.both == f.Value && t.first > 0 {
			p += fmt.Sprintf(" (%.2g at first, and then asked again on fresh moves)", t.first)
		}
	}
	p += fmt.Sprintf(": a right kernel is accused with probability %g at most", s.o.limit())
	if s.o.again == 0 && f.Value > s.o.twice().Clear {
		p += ", and fresh moves would tell"
		if s.o.drawn() {
			p += fmt.Sprintf(": a budget of %s has a second look", text.Thousands(roundUp(2*s.o.moves)))
		}
	}
	return []string{p}
}

// noteCleared notes what a second look has cleared.
func (v *Validation) noteCleared() {
	for _, t := range v.chance.tests {
		if t.first > 0 && t.both > v.chance.o.limit() {
			v.note("%q was in doubt at first (p = %.2g), and asked again on fresh moves it is not: %s", t.law, t.first,
				t.witness)
		}
	}
}
