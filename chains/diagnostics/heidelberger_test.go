package diagnostics

import (
	"math"
	"testing"
)

// Critical values of the Cramer-von Mises statistic (Anderson and Darling 1952, Table 1).
func TestBridgeTable(t *testing.T) {
	for _, c := range []struct{ p, v float64 }{
		{0.5, 0.11888}, {0.2, 0.24124}, {0.1, 0.34730}, {0.05, 0.46136}, {0.01, 0.74346}, {0.001, 1.16786},
	} {
		if p := bridgeAbove(c.v); math.Abs(p-c.p) > 1e-4*c.p { // five digits of v
			t.Errorf("above %v: %v, want %v", c.v, p, c.p)
		}
	}
}

// The integral is a sum of squares of normal draws over (pi k)^2: its mean is 1/6 and its
// variance 1/45.
func TestBridgeMoments(t *testing.T) {
	const step = 1e-3
	mean, square := 0.0, 0.0
	for v := step / 2; v < 10; v += step {
		mean += bridgeAbove(v) * step
		square += 2 * v * bridgeAbove(v) * step
	}
	if math.Abs(mean-1./6) > 1e-6 { // the midpoint rule at this step
		t.Errorf("mean %v, want 1/6", mean)
	}
	if math.Abs(square-mean*mean-1./45) > 1e-6 {
		t.Errorf("variance %v, want 1/45", square-mean*mean)
	}
}
