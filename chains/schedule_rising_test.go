package chains

import (
	"math"
	"slices"
	"testing"
)

// TestRising: a power that a machine rounds to less than the one before it, or to more
// than 1, is a schedule all the same. Where rounding does neither, nothing changes.
func TestRising(t *testing.T) {
	less := math.Nextafter(0.5, 0)
	more := math.Nextafter(1, 2)
	for _, c := range []struct{ betas, want []float64 }{
		{[]float64{0, 0.5, less, 1}, []float64{0, 0.5, 0.5, 1}},
		{[]float64{0, 0.5, more, 1}, []float64{0, 0.5, 1, 1}},
		{[]float64{0, less, 0.5, 1}, []float64{0, less, 0.5, 1}},
	} {
		if got := spaced(len(c.betas), func(i int) float64 { return c.betas[i] }).Betas(); !slices.Equal(got, c.want) {
			t.Errorf("%v became %v, want %v", c.betas, got, c.want)
		}
	}
}
