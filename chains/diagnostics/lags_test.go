package diagnostics

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/grid/must"
)

// The sums are those of the definition, for chains of equal and of other lengths, and with lists kept from before.
func TestProducts(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 1))
	var lags Lags
	for _, lengths := range [][]int{{1}, {7}, {64, 64, 64}, {3, 100, 100, 1, 17}, {1000, 999}, {12, 12}} {
		var chains [][]float64
		var about []float64
		longest := 0
		for _, n := range lengths {
			c := make([]float64, n)
			for i := range c {
				c[i] = dice.NormFloat64() + 3
			}
			chains = append(chains, c)
			about = append(about, 2+dice.Float64())
			longest = max(longest, n)
		}
		got := lags.Products(chains, about)
		if len(got) != longest {
			t.Fatalf("chains of %v have %d lags, want %d", lengths, len(got), longest)
		}
		for lag, is := range got {
			want := 0.0
			for i, c := range chains {
				for k := lag; k < len(c); k++ {
					want += (c[k] - about[i]) * (c[k-lag] - about[i])
				}
			}
			must.Near(t, is, want, 1e-11*max(1, math.Abs(got[0])), "chains of %v, lag %d", lengths, lag)
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
