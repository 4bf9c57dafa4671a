package validation

import (
	"cmp"
	"context"
	"slices"

	"breadboard/chains"
)

// leastRight is the least p-value of moves that are right if they are asked for one by one.
const leastRight = 0.01

// beyondDoubt is the p-value that accuses if the look at moves one by one has no more moves than the one before.
const beyondDoubt = 1e-8

// oneByOneSeed changes the seed for the dice of the look at moves one by one.
const oneByOneSeed = 0xd1b54a32d192ed03

// oneByOne asks for the move from each state in a question of its own.
type oneByOne struct{ chains.Mover }

// Move makes a move from each state.
func (m oneByOne) Move(ctx context.Context, next, states []int) error {
	for i := range states {
		if err := m.Mover.Move(ctx, next[i:i+1], states[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// byP compares tests by their p-values.
func byP(a, b test) int { return cmp.Compare(a.p, b.p) }

// askOneByOne asks again for the moves of the level that is accused most, one by one, and keeps in v whether they are
// right. If they are, states that are asked for together share random numbers. The look is larger than the one that
// accused, so that a wrong step is found again. It can only name the cause, and clears no law.
func (v *Validation) askOneByOne(ctx context.Context, m chains.Mover, p plan, tests []test) error {
	accused := slices.MinFunc(tests, byP)
	at := slices.IndexFunc(v.Levels, func(l Level) bool { return l.T == accused.level })
	if at < 0 || slices.Min(afterLooks(tests)) > p.limit() {
		return nil
	}
	p.Seed ^= oneByOneSeed
	l := newSampledLevel(v.Candidate, accused.level, p.betas[accused.level-1], p)
	if err := m.Aim(ctx, l.Beta, l.LogF); err != nil {
		return err
	}
	for k := 0; k < looks && l.all.Moves() <= v.Levels[at].moves; k++ {
		if err := l.drawTo(ctx, oneByOne{m}, p.part(k)); err != nil {
			return err
		}
	}
	found := l.all.Moves() > v.Levels[at].moves || accused.p <= beyondDoubt
	v.rightOneByOne = found && slices.Min(adjusted(l.tests())) > leastRight
	return nil
}
