package score

import (
	"math"
	"testing"
)

// The region holds 95% of the real ESS of independent normal errors: those of m draws of a
// standard normal, each of variance 1/m.
func TestRegion(t *testing.T) {
	low, high := Region(50, 8)
	// P(χ²_8 > 17.5345) = P(χ²_8 < 2.1797) = 0.025 in the tables.
	if want := 50 * 8 / 17.5345; math.Abs(low-want) > 1e-4*want {
		t.Errorf("the region begins at %v, want %v", low, want)
	}
	if want := 50 * 8 / 2.1797; math.Abs(high-want) > 1e-4*want {
		t.Errorf("the region ends at %v, want %v", high, want)
	}
}
