package evidence

import (
	"math"
	"testing"
)

func TestQuantilesOfWhatIsInfinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 1.75}, {0.5, 3.5}, {0.75, inf}, {1, inf}} {
		if got := Quantile([]float64{1, 2, 5, inf}, c.p); got != c.want {
			t.Errorf("at %v: %v, want %v", c.p, got, c.want)
		}
	}
}
