package ranking

import (
	"math"
	"slices"
	"testing"
)

// With two outcomes, 0 and 1, the mean of n draws is binomial, whose quantiles
// are known; 2000 repeats leave their ends off by less than one in n here.
func TestBootstrapOfCoins(t *testing.T) {
	var sums []sum
	for i := range 100 {
		sums = append(sums, sum{float64(i % 2), 1})
	}
	low, high := bootstrap(sums)
	if math.Abs(low-0.40) > 0.0101 {
		t.Errorf("the interval begins at %v, want 0.40", low)
	}
	if math.Abs(high-0.60) > 0.0101 {
		t.Errorf("the interval ends at %v, want 0.60", high)
	}
	again, _ := bootstrap(slices.Clone(sums))
	if again != low {
		t.Error("the same sums give another interval")
	}
}

func TestQuantilesOfWhatIsInfinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 1.75}, {0.5, inf}, {1, inf}} {
		if got := quantile([]float64{1, 2, inf, inf}, c.p); got != c.want {
			t.Errorf("at %v: %v, want %v", c.p, got, c.want)
		}
	}
}
