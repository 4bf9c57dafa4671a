package validation

import (
	"context"
	"math"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
)

// batch is the largest number of moves asked for at once. It bounds the memory.
const batch = 100_000

// sampleLevel asks for moves at one level, in steps of growing data, until every law is decided
// there, or the level's part of the budget ends. It returns the tests, each with its smallest
// p-value, times the number of looks.
func (v *Validation) sampleLevel(ctx context.Context, m outside.Mover, w *watched) ([]test, error) {
	if err := m.Aim(ctx, w.Beta, w.LogF); err != nil {
		return nil, err
	}
	var found []test
	for k := range looks {
		part := w.o.scale * math.Pow(growth, float64(k+1-looks))
		if err := w.drawTo(ctx, m, part); err != nil {
			return nil, err
		}
		found = w.o.merge(found, w.tests())
		if w.o.decided(found) {
			break
		}
	}
	v.noteFlow(w, w.drawn)
	v.seen(w, found)
	return found, nil
}

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
	open := map[laws.Law]bool{}
	for _, t := range tests {
		open[t.law] = open[t.law] || t.short > 1
	}
	for _, t := range tests {
		if o.breaks(t) {
			open[t.law] = false
		}
	}
	for _, o := range open {
		if o {
			return false
		}
	}
	return true
}

// drawTo asks for moves until the level has this part of its quota.
func (w *watched) drawTo(ctx context.Context, m outside.Mover, part float64) error {
	var states []int
	ask := func(x int, drawn bool, last bool) error {
		states = append(states, x)
		if len(states) < batch && !last {
			return nil
		}
		err := w.step(ctx, m, states, drawn)
		states = states[:0]
		return err
	}
	for n := int(part*w.o.draws) - w.drawn.Moves(); n > 0; n-- {
		if err := ask(w.dice.Pick(w.P), true, n == 1); err != nil {
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
func (w *watched) step(ctx context.Context, m outside.Mover, states []int, drawn bool) error {
	if len(states) == 0 {
		return ctx.Err()
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	counts := []*evidence.Tally{w.all}
	if drawn {
		counts = append(counts, w.drawn)
	}
	for i, x := range states {
		for _, tally := range counts {
			tally.Add(x, next[i])
		}
	}
	return nil
}
