package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// TestLaggedProducts: the sums agree with the definition, for chains of equal and of other lengths.
func TestLaggedProducts(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 1))
	for _, lengths := range [][]int{{1}, {7}, {64, 64, 64}, {3, 100, 100, 1, 17}, {1000, 999}, {12, 12}, {2000, 30}} {
		var chains [][]float64
		var about []float64
		longest := slices.Max(lengths)
		for _, n := range lengths {
			c := make([]float64, n)
			for i := range c {
				c[i] = dice.NormFloat64() + 3
			}
			chains = append(chains, c)
			about = append(about, 2+dice.Float64())
		}
		var want []float64
		for lag := range longest {
			sum := 0.0
			for i, c := range chains {
				for k := lag; k < len(c); k++ {
					sum += (c[k] - about[i]) * (c[k-lag] - about[i])
				}
			}
			want = append(want, sum)
		}
		got := LaggedProducts(chains, about)
		if len(got) != longest {
			t.Fatalf("chains of %v have %d lags", lengths, len(got))
		}
		for lag, is := range got {
			must.Near(t, is, want[lag], 1e-11*max(1, math.Abs(want[0])), "chains of %v, lag %d", lengths, lag)
		}
	}
}
