package tuning_test

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/toys"
)

// BenchmarkBestJ searches for the least J of BARRIER at T = 100.
func BenchmarkBestJ(b *testing.B) {
	a := to(toys.Barrier(), kernels.Metropolis{})
	for b.Loop() {
		if _, err := tuning.BestJ(b.Context(), a, 100, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFrictionLength measures BARRIER's bridge, by an elimination of 49 states at each of
// some hundred betas.
func BenchmarkFrictionLength(b *testing.B) {
	a := to(toys.Barrier(), kernels.Metropolis{})
	for b.Loop() {
		if _, err := tuning.FrictionLength(a); err != nil {
			b.Fatal(err)
		}
	}
}
