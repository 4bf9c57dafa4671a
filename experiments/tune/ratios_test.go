package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/grid/must"
)

// TestOfRatios: the goals are the largest of the ratios and their median, and the smooth ones are above these by the
// root of the number at the most.
func TestOfRatios(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 1))
	for n := 1; n <= 7; n++ {
		ratios := make([]float64, n)
		least := make([]float64, n)
		values := make([]float64, n)
		for i := range ratios {
			ratios[i] = 1 + dice.ExpFloat64()
			least[i] = dice.ExpFloat64()
			values[i] = ratios[i] * least[i]
		}
		for goal, want := range map[Goal]float64{ByWorst: slices.Max(ratios), ByMedian: evidence.Median(ratios)} {
			must.Within(t, goal.ofRatios(ratios), want, 1e-14, "the %s of %v", goal, ratios)
			for _, power := range []float64{4, 64, 4096} {
				smooth := goal.smoothly(least, power)(values, make([]float64, n))
				most := want * math.Pow(float64(n), 1/power)
				if !(smooth >= want*(1-1e-12) && smooth <= most*(1+1e-12)) {
					t.Errorf("the %s of %v is %v, and smoothly %v at the power %v", goal, ratios, want, smooth, power)
				}
			}
		}
	}
}

// TestSmoothSlopes: the derivatives of the smooth goals are those of differences. A J that is rounding has none.
func TestSmoothSlopes(t *testing.T) {
	least := []float64{0.3, 1e-3, 2, 1e-15, 0.7, 5}
	values := []float64{0.31, 1.2e-3, 2.6, 1e-13, 0.73, 5.2}
	for n := 1; n <= len(least); n++ {
		for _, goal := range []Goal{ByWorst, ByMedian} {
			mix := goal.smoothly(least[:n], 16)
			slopes := make([]float64, n)
			mix(values[:n], slopes)
			for i := range n {
				at := func(by float64) float64 {
					moved := slices.Clone(values[:n])
					moved[i] *= by
					return mix(moved, make([]float64, n))
				}
				want := (at(1+1e-6) - at(1-1e-6)) / (2e-6 * values[i])
				got := slopes[i] * least[i]
				must.Near(t, got, want*least[i], 1e-6, "the derivative of the %s by J %d of %d", goal, i, n)
			}
		}
	}
}

// TestOverLeast: two J that are rounding are alike, and one that is not is compared with rounding.
func TestOverLeast(t *testing.T) {
	for _, c := range [][3]float64{{1e-15, 1e-14, 1}, {0.3, 0.1, 3}, {1e-10, 0, 100}} {
		must.Within(t, OverLeast(c[0], c[1]), c[2], 1e-12, "%v over %v", c[0], c[1])
	}
}
