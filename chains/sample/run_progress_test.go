package sample

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

func TestProgressEndsAtTheTotal(t *testing.T) {
	for _, c := range []struct {
		n, T, workers int
		total         int
	}{
		{40_000, 50, 2, 2 * 40_000 * 49},
		{1 << 16, 33, 1, 1 << 22}, // where the last report falls due at the end
		{2, 2, 1, 4},
	} {
		a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(c.T))
		last, calls := 0, 0
		o := Options{Chains: c.n, Workers: c.workers, Progress: func(done, total int) {
			calls++
			if total != c.total {
				t.Errorf("%d moves in all, want %d", total, c.total)
			}
			if done <= last {
				t.Errorf("%d done after %d, want more", done, last)
			}
			if done > total {
				t.Errorf("%d done, want at most %d", done, total)
			}
			last = done
		}}
		if _, err := Run(t.Context(), a, o); err != nil {
			t.Fatal(err)
		}
		if last != c.total {
			t.Errorf("the last report is of %d moves, want %d", last, c.total)
		}
		if least := 1 + c.total>>21; calls < least {
			t.Errorf("%d reports, want at least %d", calls, least)
		}
	}
}

// aimed counts the levels that a kernel is aimed at.
type aimed struct {
	chains.Kernel
	levels *int
}

func (k aimed) On(g grid.Grid) chains.Operator { return aimedOn{k.Kernel.On(g), k.levels} }

type aimedOn struct {
	chains.Operator
	levels *int
}

func (o aimedOn) Aim(l *chains.Level) {
	*o.levels++
	o.Operator.Aim(l)
}

// Progress tells the work that is done by then: with one worker, which runs forward chains
// first, a move of all chains for every level that the kernel was aimed at.
func TestProgressIsTrue(t *testing.T) {
	const chainsRun = Block * groupBlocks
	levels, calls := 0, 0
	a := annealing(toys.Barrier(), aimed{kernels.Metropolis{}, &levels}, chains.Linear(65))
	o := Options{Chains: chainsRun, Workers: 1, Progress: func(done, _ int) {
		if calls++; done <= 64*chainsRun && done != levels*chainsRun {
			t.Errorf("%d moves are told of after %d", done, levels*chainsRun)
		}
	}}
	if _, err := Run(t.Context(), a, o); err != nil {
		t.Fatal(err)
	}
	if want := 2 * 64 * chainsRun / reportMoves; calls != want {
		t.Errorf("%d reports, want %d", calls, want)
	}
}
