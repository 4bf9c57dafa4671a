package exact_test

import (
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/work"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// repeated is an annealing of single spins with many steps a level, whose rows add up far more ways than a push does.
func repeated(rows, cols, steps int) chains.Annealing {
	target := toys.Ising(rows, cols, 0.4)
	return chains.Annealing{Grid: target.Grid, Kernel: kernels.Repeat{Times: steps, Kernel: kernels.GibbsSweep{}},
		Bridge:   chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
		Schedule: chains.Linear(3)}
}

// Where pairs of states take nearly all of a run, they are nearly all of its progress: the shares that are told rise to
// the end by small steps. A run that told its levels alone, of which there are nine, would stand at the end while it
// writes rows.
func TestPairsAreProgress(t *testing.T) {
	a := repeated(2, 3, 40)
	for _, one := range []chains.Kernel{kernels.GibbsSweep{}, kernels.Metropolis{}} {
		a.Kernel = kernels.Repeat{Times: 40, Kernel: one}
		pairsAreProgress(t, a)
	}
}

func pairsAreProgress(t *testing.T, a chains.Annealing) {
	t.Helper()
	last := 0.0
	largest := 0.0
	watch := func(done, total int) {
		share := float64(done) / float64(total)
		largest = max(largest, share-last)
		last = share
		if share < 0 || share > 1 {
			t.Errorf("told a share of %v", share)
		}
	}
	must.Have(exact.Options{Progress: watch}.Run(t.Context(), a))(t)
	if largest > 0.05 || last < 0.9 {
		t.Errorf("%v: the largest step is by %v, and the last share %v", a.Kernel, largest, last)
	}
}

// Pairs are counted before they are compared, by the ways that their rows add up: 512 cells, 50 steps, from each of 512
// cells to as many, in both directions at 2 levels, make 27 billion. Without checks there are none, and none either
// where a single step has more moves than there is room for.
func TestPairsAreCounted(t *testing.T) {
	counted := func(a chains.Annealing, unchecked bool) time.Duration {
		ctx, count := work.Bounded(t.Context(), 1)
		defer count.Close()
		_, err := exact.Options{Unchecked: unchecked}.Run(ctx, a)
		if err == nil {
			t.Error("a run above its bound went on")
		}
		return count.Counted()
	}
	a := repeated(3, 3, 50)
	checked := counted(a, false)
	if checked < 20*time.Second || checked > 200*time.Second {
		t.Errorf("27 billion ways count %v", checked)
	}
	if plain := counted(a, true); plain > time.Second {
		t.Errorf("without pairs the run counts %v", plain)
	}
	if large := counted(repeated(3, 4, 50), false); large > 10*time.Second {
		t.Errorf("pairs without room count %v", large)
	}
}

// A space whose single steps have more moves than there is room for has no sum over pairs, and says so at once: to find
// that out by rows of all hundred steps takes minutes.
func TestNoRoomForAPart(t *testing.T) {
	res := must.Have(exact.Run(t.Context(), repeated(3, 4, 100)))(t)
	if res.Pairwise.Jeffreys() == res.Pairwise.Jeffreys() || len(res.Warnings) == 0 {
		t.Errorf("pairs sum to %v, with the warnings %q", res.Pairwise, res.Warnings)
	}
}
