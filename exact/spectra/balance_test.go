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

// TestRareTurning: three states of mass 1e-10 between which the chain turns one way. The flow,
// 1e-17, is round-off of the whole and not of theirs.
func TestRareTurning(t *testing.T) {
	const rare, turn = 1e-10, 1e-7
	in := 0.1 * rare / (1 - 3*rare)
	m := rows(
		[]float64{1 - 3*in, in, in, in},
		[]float64{0.1, 0.9 - turn, turn, 0},
		[]float64{0.1, 0, 0.9 - turn, turn},
		[]float64{0.1, turn, 0, 0.9 - turn})
	if spectrum(t, m, []float64{1 - 3*rare, rare, rare, rare}).Reversible {
		t.Error("a chain that turns one way is reversible")
	}
}
