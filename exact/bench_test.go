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

// BenchmarkRun10000 is everything about BARRIER at T = 10,000.
func BenchmarkRun10000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10_000))
	for b.Loop() {
		if _, err := exact.Run(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSigmoid10000 is J and B at steps that all differ.
func BenchmarkSigmoid10000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Sigmoid(4, 10_000))
	for b.Loop() {
		if _, err := exact.Measure(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}
