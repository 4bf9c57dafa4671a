package spectra_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestUnreachedLaw compares what the mode, state 0, does not lead to with ways counted one by
// one.
func TestUnreachedLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t, 6)
		n := m.N()
		all, pi := ways(m, n), slices.Repeat([]float64{1}, n)
		pi[0] = 2
		unreached := m.Unreached(pi)
		for y := range n {
			way := slices.ContainsFunc(all, func(w [][]bool) bool { return w[0][y] })
			if way == slices.Contains(unreached, y) {
				t.Fatalf("there is a way from 0 to %d: %v; unreached are %v", y, way, unreached)
			}
		}
	})
}

// TestUnreached: a state without mass is not among the unreached, and the mode is the heaviest
// state.
func TestUnreached(t *testing.T) {
	m := rows([]float64{0.5, 0.5, 0, 0}, []float64{1, 0, 0, 0}, []float64{0, 0, 1, 0}, []float64{0.5, 0, 0.5, 0})
	if got := m.Unreached([]float64{0.3, 0.4, 0.3, 0}); !slices.Equal(got, []int{2}) {
		t.Errorf("from the mode, 1, %v are not reached; state 3 has no mass", got)
	}
}
