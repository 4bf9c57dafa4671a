package implicit_test

import (
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
)

// TestMixingBoundsOracle: mixing times by the dense matrix lie within the bounds.
func TestMixingBoundsOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, k := range kernels.Catalogue {
			op, pi := aimed(s.Grid, k.Make, s.LogF)
			if len(pi) > 120 || k.Name == "identity" || k.Name == "swap" {
				continue
			}
			e := extremes(t, singly(op, pi), 1)
			for _, eps := range []float64{0.25, 0.01} {
				m, err := spectra.Of(op, len(pi)).MixingTime(pi, eps)
				if err != nil {
					t.Fatal(err)
				}
				b := e.MixingBounds(eps)
				if b.Low > m.Worst || b.High < m.Worst {
					t.Errorf("%s/%s mixes to %g in %d steps, not in %d to %d",
						s.Name, k.Name, eps, m.Worst, b.Low, b.High)
				}
				if b.Average < m.Average {
					t.Errorf("%s/%s mixes to %g on the average in %d steps, not in %d",
						s.Name, k.Name, eps, m.Average, b.Average)
				}
			}
		}
	}
}
