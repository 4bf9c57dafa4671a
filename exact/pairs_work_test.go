package exact_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// repeated is an annealing of single spins with many steps a level, whose rows add up far more ways than a push does.
func repeated(rows, cols, steps int) chains.Annealing {
	target := toys.Ising(rows, cols, 0.4, 0)
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

// A space whose single steps have more moves than there is room for has no sum over pairs, and says so at once: to find
// that out by rows of all hundred steps takes minutes.
func TestNoRoomForAPart(t *testing.T) {
	res := must.Have(exact.Run(t.Context(), repeated(3, 4, 100)))(t)
	if res.Pairwise.Jeffreys() == res.Pairwise.Jeffreys() || len(res.Warnings) == 0 {
		t.Errorf("pairs sum to %v, with the warnings %q", res.Pairwise, res.Warnings)
	}
}
