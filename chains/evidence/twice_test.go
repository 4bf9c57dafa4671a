package evidence

import (
	"math"
	"testing"
)

// The definition: two p-values that are uniform and independent, over a fine lattice of both. The p-value of both
// looks is at most v in a share v of all pairs at most, for every v; and in a share L/10 at the limit, to the
// lattice's width. A p-value of the second look alone, or their smaller one, would break this.
func TestTwiceKeepsItsLevel(t *testing.T) {
	const level, n = 0.008, 4000
	by := NewTwice(level)
	share := func(v float64) float64 {
		low := 0
		for i := range n {
			p := (float64(i) + 0.5) / n
			if !by.Asks(p) {
				if p <= v {
					low += n
				}
				continue
			}
			for k := range n {
				if by.P((float64(k)+0.5)/n) <= v {
					low++
				}
			}
		}
		return float64(low) / n / n
	}
	for _, v := range []float64{by.Clear, by.Limit / 3, by.Limit, level, by.Doubted / 2, by.Doubted, 0.5, 1} {
		if got := share(v); got > v+1.0/n {
			t.Errorf("the p-value is at most %v with probability %v", v, got)
		}
	}
	if got := share(by.Limit); math.Abs(got-by.Limit) > 1.0/n || by.Limit > level {
		t.Errorf("a sound kernel is accused with probability %v; the limit is %v, and the level %v", got, by.Limit, level)
	}
}

// What is clear is not asked again, nor what is no more than chance; a second look can clear and convict.
func TestTwiceAsks(t *testing.T) {
	by := NewTwice(0.001)
	for p, asks := range map[float64]bool{0: false, 1e-127: false, 1e-6: false, 1.1e-6: true, 8e-4: true, 0.05: true,
		0.051: false, 1: false} {
		if got := by.Asks(p); got != asks {
			t.Errorf("p = %v is asked again: %v, want %v", p, got, asks)
		}
	}
	for u, accused := range map[float64]bool{0: true, 0.0019: true, 0.0021: false, 0.5: false} {
		if got := by.P(u) <= by.Limit; got != accused {
			t.Errorf("after %v in the second look the kernel is accused: %v, want %v", u, got, accused)
		}
	}
}
