package exact_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// BenchmarkBarrier100000 is J and B of BARRIER at T = 100,000 on one core.
func BenchmarkBarrier100000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(100_000))
	for b.Loop() {
		if _, err := exact.Measure(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}
