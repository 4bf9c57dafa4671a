package exact

import (
	"math"
	"testing"
)

// TestGoneMasses: without logs a q of 0 makes KL(p||q) infinite, and a q below 0, which is a rounding, makes it NaN, if
// p there may count beside the divergence. A p of which even deepest nats are nothing changes neither.
func TestGoneMasses(t *testing.T) {
	for _, c := range []struct {
		p, q    float64 // of the last of three cells
		reverse func(float64) bool
	}{
		{1e-12, 0, func(v float64) bool { return math.IsInf(v, 1) }},
		{1e-12, -1e-20, math.IsNaN},
		{1e-30, 0, func(v float64) bool { return v > 0.01 && v < 1 }},
		{1e-30, -1e-40, func(v float64) bool { return v > 0.01 && v < 1 }},
	} {
		p := []float64{0.5, 0.5 - c.p, c.p}
		q := []float64{0.3, 0.7, c.q}
		d := make([]float64, len(p))
		logp := make([]float64, len(p))
		for x := range p {
			d[x] = q[x] - p[x]
			logp[x] = math.Log(p[x])
		}
		got := divergence(p, logp, d, q, nil, negligible)
		if !c.reverse(got.Reverse) || !(got.Forward > 0.01 && got.Forward < 1) {
			t.Errorf("p = %v and q = %v: the divergences are %v and %v", c.p, c.q, got.Forward, got.Reverse)
		}
	}
}
