package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// The sums are those of the definition, for chains of equal and of other lengths, of all lags and of few, and with
// lists kept from before.
func TestProducts(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 1))
	var lags Lags
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
		for _, most := range []int{1, 3, 10, 25, longest, longest + 9} {
			got := lags.Products(chains, about, most)
			if len(got) != min(most, longest) {
				t.Fatalf("chains of %v have %d lags, want %d of %d", lengths, len(got), most, longest)
			}
			for lag, is := range got {
				must.Near(t, is, want[lag], 1e-11*max(1, math.Abs(want[0])), "chains of %v, lag %d of %d", lengths, lag,
					most)
			}
		}
	}
}

// No prime factor of a size is above 5, and none that would do is passed over.
func TestSmooth(t *testing.T) {
	for n := 1; n < 3000; n++ {
		want := n + n%2
		for !fivesmooth(want) {
			want += 2
		}
		if got := smooth(n); got != want {
			t.Fatalf("smooth(%d) is %d, want %d", n, got, want)
		}
	}
}

// fivesmooth reports whether n divides a power of 30.
func fivesmooth(n int) bool {
	rest := 1
	for range 40 {
		rest = rest * 30 % n
	}
	return rest == 0 || n == 1
}
