package spectra

import "testing"

// TestReversible checks that detailed balance holds up to the ninth digit of each flow, and that no flow may break it:
// no flow of 1e-17 between states of mass 1e-10, which would be round-off beside the mass of the whole.
func TestReversible(t *testing.T) {
	for x := range 3 {
		for y := range 3 {
			for by, want := range map[float64]bool{1.5e-9: true, 3e-9: x == y} {
				m := Matrix{{0.5, 0.3, 0.2}, {0.15, 0.6, 0.25}, {0.1, 0.25, 0.65}}
				m[x][y] *= 1 + by
				if got := m.reversible([]float64{0.2, 0.4, 0.4}); got != want {
					t.Errorf("with %g more from %d to %d the chain is reversible: %v", by, x, y, got)
				}
			}
		}
	}
	rare := Matrix{{1, 0, 0, 0}, {0, 1, 1e-7, 0}, {0, 0, 1, 1e-7}, {0, 1e-7, 0, 1}}
	if rare.reversible([]float64{1 - 3e-10, 1e-10, 1e-10, 1e-10}) {
		t.Error("a chain that turns one way between rare states is reversible")
	}
}
