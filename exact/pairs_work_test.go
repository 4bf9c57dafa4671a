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

// A space whose single steps have more moves than there is room for has no sum over pairs, and says so at once: to find
// that out by rows of all hundred steps takes minutes.
func TestNoRoomForAPart(t *testing.T) {
	res := must.Have(exact.Run(t.Context(), repeated(3, 4, 100)))(t)
	if res.Pairwise.Jeffreys() == res.Pairwise.Jeffreys() || len(res.Warnings) == 0 {
		t.Errorf("pairs sum to %v, with the warnings %q", res.Pairwise, res.Warnings)
	}
}
