package spectra_test

import "testing"

// TestRoundOff: flows count as equal if they differ by less than the round-off of a step, and
// not if they differ by more. A state of probability 1e-16 may thus be entered half as often
// again as it is left.
func TestRoundOff(t *testing.T) {
	m := rows([]float64{1, 1.5e-16}, []float64{1, 0})
	if s := spectrum(t, m, []float64{1, 1e-16}); !s.Reversible {
		t.Error("round-off is not reversible")
	}
	_, err := rows([]float64{1, 1.5e-14}, []float64{1, 0}).Spectrum([]float64{1, 1e-14})
	refused(t, err, "the distribution is not invariant")
}

// TestRareTurning: a chain turns one way between three states of mass 1e-10. That flow, 1e-17,
// would be round-off if it were compared with the mass of the whole, and is not beside theirs.
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
