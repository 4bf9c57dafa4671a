package evidence

import (
	"math"
	"testing"
)

func TestQuantilesOfWhatIsInfinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 1.75}, {0.5, inf}, {1, inf}} {
		if got := Quantile([]float64{1, 2, inf, inf}, c.p); got != c.want {
			t.Errorf("at %v: %v, want %v", c.p, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{7}, 7}, {[]float64{3, 1}, 2}, {[]float64{5, 1, 2}, 2}, {[]float64{4, math.Inf(1), 1, 2}, 3}} {
		if got := Median(c.values); got != c.want {
			t.Errorf("the median of %v is %v, want %v", c.values, got, c.want)
		}
	}
}
