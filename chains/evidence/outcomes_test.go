package evidence

import (
	"math"
	"testing"
)

// Sums of binomial terms, one by one.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {7, 0.5}, {40, 0.02}, {40, 0.98}, {5, 0}, {5, 1}} {
		for k := 0; k <= c.n; k++ {
			below, above := 0.0, 0.0
			for j := 0; j <= c.n; j++ {
				term := math.Exp(fact(c.n)-fact(j)-fact(c.n-j)) * math.Pow(c.p, float64(j)) * math.Pow(1-c.p,
					float64(c.n-j))
				if j <= k {
					below += term
				}
				if j >= k {
					above += term
				}
			}
			if want := min(1, 2*min(below, above)); math.Abs(binomial(k, c.n, c.p)-want) > 1e-12 {
				t.Errorf("%d of %d at %v: %v, want %v", k, c.n, c.p, binomial(k, c.n, c.p), want)
			}
		}
	}
}
