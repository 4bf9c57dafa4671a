package validation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/must"
)

// A stopping mover makes moves so many times, and is aimed so many times, and then makes no more; never, if negative.
type stopping struct {
	*mover
	moves, aims int
}

func (m *stopping) Aim(ctx context.Context, beta float64, logf []float64) error {
	if m.aims == 0 {
		return ErrNoMore
	}
	m.aims--
	return m.mover.Aim(ctx, beta, logf)
}

func (m *stopping) Move(ctx context.Context, next, states []int) error {
	if m.moves == 0 {
		return ErrNoMore
	}
	m.moves--
	return m.mover.Move(ctx, next, states)
}

// Wherever a sound kernel is stopped it is not accused (by chance, once in a thousand), the laws that lack moves are
// unclear, and the verdict tells how many moves there were. Without a move there is no verdict.
func TestStopped(t *testing.T) {
	const calls = 60 // of a hundred moves and more, and too few of them to decide every law
	accused := 0
	for seed := range uint64(100) {
		o := sampling(1e5, 100, 0.1)
		o.Seed = seed
		m := &stopping{soundly(sample.Seeded(seed, 31)), int(seed % calls), -1}
		v, err := independent().Sample(t.Context(), m, nil, o)
		if seed%calls == 0 {
			if !errors.Is(err, ErrNoMore) {
				t.Errorf("no moves: %v", err)
			}
			continue
		}
		must.Do(t, err)
		if !v.OK() {
			accused++
		} else if says := fmt.Sprintf("laws in %d moves; of ", v.Moves); v.Moves < 1000 &&
			!strings.Contains(v.Verdict(), says) {
			t.Errorf("%q does not say %q", v.Verdict(), says)
		}
		if !strings.Contains(v.Verdict(), "stopped before the end, with moves ") || v.Moves > m.mover.moves {
			t.Errorf("of %d moves: %s", m.mover.moves, v.Verdict())
		}
		for _, law := range []laws.Law{laws.SeenDraws, laws.SeenSandwich} {
			if f := v.finding(law); f.OK && !f.Unclear && (law == laws.SeenSandwich || v.Moves < 3000) {
				t.Errorf("%d moves seem to decide %q", v.Moves, law)
			}
		}
	}
	if accused > 2 {
		t.Errorf("%d sound kernels are accused", accused)
	}
}

// A second look that is cut short is not taken: each law is judged by the first, at the level of one look.
func TestStoppedAtTheSecondLook(t *testing.T) {
	asked := 0
	for seed := range uint64(36) {
		run := func(aims int) Validation {
			o := Sampling{Budget: 1e7, Chains: 50, Fault: 0.2, Level: 0.001, Power: 0.9, Seed: seed}
			m := &stopping{drawing(sample.Seeded(seed, 6), always(0.93)), -1, aims}
			return must.Have(independent().Sample(t.Context(), m, nil, o))(t)
		}
		whole := run(-1)
		doubted := false
		for _, test := range whole.tests {
			doubted = doubted || test.first > 0
		}
		v := run(4) // two betas, and a step of the chains each way
		if v.stopped != doubted {
			t.Errorf("seed %d: a second look is asked for: %v, and stopped: %v", seed, doubted, v.stopped)
		}
		if !doubted {
			continue
		}
		asked++
		for _, test := range v.tests {
			if test.first > 0 || test.both > 0 {
				t.Errorf("seed %d: a part of the second look is left", seed)
			}
		}
		for _, f := range v.Laws {
			if f.Limit > 0 && f.Limit != 0.001 {
				t.Errorf("%q is judged at %v", f.Law, f.Limit)
			}
		}
	}
	if asked < 5 {
		t.Errorf("only %d second looks", asked)
	}
}
