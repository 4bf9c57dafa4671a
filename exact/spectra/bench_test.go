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
			if _, err := m.Conductance(pi); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkEdges is the ends of the spectrum of large spaces, and one average: Ising
// tori of 2^16 and 2^20 cells.
func BenchmarkEdges(b *testing.B) {
	for _, s := range []toys.Target{toys.Ising(4, 4, 0.4), toys.Ising(4, 5, 0.4)} {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				c, _ := implicitAt(b, s.Grid, kernels.Metropolis{}, s.LogF)
				e, err := c.Edges(b.Context(), 1)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := c.AsymptoticVariance(b.Context(), e, s.LogF); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(e.Steps), "steps")
				b.ReportMetric(e.Gap.Value, "gap")
			}
		})
	}
}
