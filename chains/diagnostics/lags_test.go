package diagnostics

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/grid/must"
)

// TestLaggedProducts: the sums agree with the definition, for chains of any length.
func TestLaggedProducts(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{1, 7, 64, 999, 2000} {
		chain := make([]float64, n)
		for i := range chain {
			chain[i] = dice.NormFloat64() + 3
		}
		about := 2 + dice.Float64()
		want := make([]float64, n)
		for lag := range want {
			for k := lag; k < n; k++ {
				want[lag] += (chain[k] - about) * (chain[k-lag] - about)
			}
		}
		got := laggedProducts(chain, about)
		if len(got) != n {
			t.Fatalf("a chain of %d has %d lags", n, len(got))
		}
		for lag, is := range got {
			must.Near(t, is, want[lag], 1e-11*max(1, math.Abs(want[0])), "a chain of %d, lag %d", n, lag)
		}
	}
}
