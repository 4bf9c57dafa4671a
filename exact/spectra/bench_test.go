package spectra_test

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/toys"
)

func BenchmarkBarrier(b *testing.B) {
	t := toys.Barrier()
	m, pi := written(t.Grid, kernels.Metropolis{}, t.LogF)
	b.Run("spectrum", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.Spectrum(pi); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("mixing", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.MixingTime(pi, 0.25); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bottleneck", func(b *testing.B) {
		for b.Loop() {
			s, err := m.Spectrum(pi)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := m.Bottleneck(pi, s.Second); err != nil {
				b.Fatal(err)
			}
		}
	})
}
