package spectra_test

import "testing"

// TestRoundOff: flows that differ by less than the round-off of a step are equal,
// and only those: a state of probability 1e-16 may be entered as often as not.
func TestRoundOff(t *testing.T) {
	m := rows([]float64{1, 1.5e-16}, []float64{1, 0})
	if s := spectrum(t, m, []float64{1, 1e-16}); !s.Reversible {
		t.Error("round-off is not reversible")
	}
	_, err := rows([]float64{1, 1.5e-14}, []float64{1, 0}).Spectrum([]float64{1, 1e-14})
	refused(t, err, "the distribution is not invariant")
}
