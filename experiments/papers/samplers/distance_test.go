package samplers

import (
	"math"
	"slices"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestDistanceByHand: distribution functions of six cells in two rows, the exact one 0.25, 0.75, 1 along the second
// axis and that of the chain 0.6, 0.6, 1.
func TestDistanceByHand(t *testing.T) {
	g := grid.New(2, 3)
	e := newDistance(g, []float64{0.25, 0.25, 0, 0, 0.25, 0.25}, 1)
	must.Near(t, e.off([]int32{0, 3, 3, 2, 5}), 0.35, 1e-15, "the distance")
	must.Near(t, newDistance(g, []float64{0.25, 0.25, 0, 0, 0.25, 0.25}, 0).off([]int32{0, 3, 3, 2, 5}), 0.1, 1e-15,
		"along the first axis, the distance")
}

// TestBridgeScale: two values have F(1-F), values without mass change nothing, and a fine lattice is near Kolmogorov's,
// E[K²] = π²/12 for the largest distance K of a Brownian bridge from 0: one watched at n places has a maximum lower by
// 0.58/√n (Broadie, Glasserman and Kou 1997), and E[K] is 0.87. The paper has R = 0.822.
func TestBridgeScale(t *testing.T) {
	const off = 4 * 1.5 / 141 // 4 standard errors; a squared normal varies by √2 of its mean
	for _, p := range []float64{0.5, 0.1, 0.001} {
		for _, distribution := range [][]float64{{p, 1 - p}, {0, p, 0, 1 - p, 0}} {
			if got, want := bridgeScale(distribution), p*(1-p); math.Abs(got-want) > off*want {
				t.Errorf("of %v it is %v, want %v", distribution, got, want)
			}
		}
	}
	const n = 300
	got := bridgeScale(slices.Repeat([]float64{1. / n}, n))
	if want := math.Pi*math.Pi/12 - 2*0.87*0.58/math.Sqrt(n); math.Abs(got-want) > off*want {
		t.Errorf("of %d values it is %v, want %v", n, got, want)
	}
}
