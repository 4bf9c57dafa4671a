package spectra_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestHittingLaw: h = 1 + Ph outside the set, and h = 0 in it.
func TestHittingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 8, 4)
		to := rapid.SliceOfNDistinct(rapid.IntRange(0, m.N()-1), 1, m.N(), rapid.ID).Draw(t, "to")
		h, err := m.HittingTimes(to)
		if err != nil {
			t.Fatal(err)
		}
		for x := range h {
			if slices.Contains(to, x) {
				if h[x] != 0 {
					t.Fatalf("it takes %g from state %d, which is there", h[x], x)
				}
				continue
			}
			step, stay := 1.0, 0.0
			m.Row(x, func(y int, p float64) {
				if y == x {
					stay = p
					return
				}
				step += p * h[y]
			})
			within(t, "hitting time", h[x]*(1-stay), step, 1e-10) // 1 - stay is above 1e-5
		}
		mean, err := m.MeanHittingTime(pi, []int{0}, to)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "hitting time from state 0 alone", mean, h[0], 1e-15)
	})
}

// TestPathHits: a walk that goes either way with probability 1/2, and holds at the ends of a
// path, takes n(n-1) steps from one end to the other.
func TestPathHits(t *testing.T) {
	const n = 30
	m, _ := written(grid.New(n), kernels.Metropolis{}, make([]float64, n))
	h, err := m.HittingTimes([]int{n - 1})
	if err != nil {
		t.Fatal(err)
	}
	for x, got := range h {
		if want := float64(n*(n-1) - x*(x+1)); math.Abs(got-want) > 1e-10 {
			t.Errorf("from %d it takes %.15g, want %g", x, got, want)
		}
	}
}

// TestHitsBeforeTrap: a state that leads only to the target is certain to get there, though the
// chain may go on from the target into a trap.
func TestHitsBeforeTrap(t *testing.T) {
	m := rows([]float64{0.5, 0, 0.5}, []float64{0.25, 0.75, 0}, []float64{0, 0, 1})
	h := hits(t, m, 0)
	within(t, "the time to the target", h[1], 4, 1e-15)
	if !math.IsInf(h[2], 1) {
		t.Errorf("from the trap it takes %g steps", h[2])
	}
}
