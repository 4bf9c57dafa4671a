package samplers

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestDeviations: the rows of the regression are of samplers, and runs of which a diagnostic says nothing are left out.
func TestDeviations(t *testing.T) {
	f := Results{Chains: 8, Runs: []Run{
		{Density: "a", Kernel: "king", Axes: 2, ESS: 100, Geweke: 2, RHat: 1.5, Mean: 50},
		{Density: "b", Kernel: "slice", Axes: 3, ESS: 10, Geweke: 1, RHat: 0.9, Mean: 0.01},
		{Density: "b", Kernel: "slice", Axes: 3, ESS: 20, Geweke: 3, RHat: 3, Mean: 20},
		{Density: "b", Kernel: "slice", Axes: 3, ESS: math.NaN(), Geweke: 1, RHat: 0.9, Mean: 1},
		{Density: "b", Kernel: "slice", Axes: 3, ESS: 10, Geweke: 1, RHat: math.Inf(1), Mean: 1},
		{Density: "b", Kernel: "perfect", Axes: 3, ESS: 10, Geweke: 1, RHat: 0.9, Mean: 1},
	}}
	want := data{x: make([][]float64, 3), y: []float64{essd(100, 50, 8), mostDeviation, essd(20, 20, 8)},
		groups: []string{"a", "b", "b"}}
	for _, feature := range [][]float64{{2, 3, 3}, {math.Log(100), math.Log(10), math.Log(20)},
		{math.Log(2), 0, math.Log(3)}, {math.Log(0.5), math.Log(0.1), math.Log(2)}} {
		scaled, _, _ := standardized(feature)
		for i, v := range scaled {
			want.x[i] = append(want.x[i], v)
		}
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	if diff := cmp.Diff(want, f.deviations(), near, cmp.AllowUnexported(data{})); diff != "" {
		t.Error(diff)
	}
}

// logMills is the logarithm of the tail of a standard normal above z, by the continued fraction
// z + 1/(z + 2/(z + 3/...)) of its Mills ratio (Abramowitz and Stegun 1964, 26.2.14).
func logMills(z float64) float64 {
	f := z
	for i := 2000.0; i >= 1; i-- {
		f = z + i/f
	}
	return -z*z/2 - math.Log(2*math.Pi)/2 - math.Log(f)
}

// TestESSDByTails: of two chains the chi-squared tail above x is e^(-x/2), as far as ESSD goes.
func TestESSDByTails(t *testing.T) {
	for _, ratio := range []float64{2, 10, 30, 36, 1e6} {
		got := logMills(essd(ratio, 1, 2))
		// Quantile and GammaIncRegComp have errors of some 1e-13 of the tail.
		if want := max(-ratio, logMills(mostDeviation)); !(math.Abs(got-want) <= 1e-9*ratio) {
			t.Errorf("at %v the tail is e^%v, want e^%v", ratio, got, want)
		}
	}
	low, _ := Region(50, 8)                              // where it is the 97.5% quantile of a standard normal
	must.Near(t, low, 50*8/17.5345, 1e-3, "the low end") // P(χ²_8 > 17.5345) = 0.025 in the tables
	for _, c := range [][3]float64{{1, 0, mostDeviation}, {0, 1, -mostDeviation}, {50, low, 1.959964}} {
		if z := essd(c[0], c[1], 8); !(z == c[2] || math.Abs(z-c[2]) < 1e-6) {
			t.Errorf("an ESS of %v where %v is real has ESSD %v, want %v", c[0], c[1], z, c[2])
		}
	}
}

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
			if got, want := bridgeScale(distribution), p*(1-p); !(math.Abs(got-want) <= off*want) {
				t.Errorf("of %v it is %v, want %v", distribution, got, want)
			}
		}
	}
	const n = 300
	got := bridgeScale(slices.Repeat([]float64{1. / n}, n))
	if want := math.Pi*math.Pi/12 - 2*0.87*0.58/math.Sqrt(n); !(math.Abs(got-want) <= off*want) {
		t.Errorf("of %d values it is %v, want %v", n, got, want)
	}
}
