package spectra

import "testing"

// TestReversible checks that detailed balance holds up to the ninth digit of each flow, and that no flow may break it.
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
}
