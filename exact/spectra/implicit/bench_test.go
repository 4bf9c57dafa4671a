package implicit_test

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/toys"
)

// BenchmarkExtremes finds the ends of the spectrum and one asymptotic variance on Ising tori of
// 2^16 and 2^20 cells.
func BenchmarkExtremes(b *testing.B) {
	for _, s := range []toys.Target{toys.Ising(4, 4, 0.4), toys.Ising(4, 5, 0.4)} {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				c, _ := chainAt(s.Grid, kernels.Metropolis{}, s.LogF)
				e, err := c.Extremes(b.Context(), 1)
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
