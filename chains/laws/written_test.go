package laws

import (
	"math"
	"testing"
)

// Two numbers are written with as few digits as show their difference in two.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		a, b        float64
		left, right string
	}{
		{0.5, 0.5, "0.5", "0.5"},
		{0.213458037638, 0.202692060927, "0.2135", "0.2027"},
		{0.592298193416, 0.592298785715, "0.59229819", "0.59229879"},
		{1, 1 - 3.35e-8, "1", "1-3.3e-08"},
		{0.2, 0.2 + 1.2e-12, "0.2", "0.2+1.2e-12"},
		{0, 3e-300, "0", "3e-300"},
		{-2, 1760.5, "-2", "1760"},
		{math.Inf(1), 1, "+Inf", "1"},
		{math.NaN(), 1, "NaN", "1"},
	} {
		if l, r := beside(c.a, c.b); l != c.left || r != c.right {
			t.Errorf("%v beside %v: %s and %s, want %s and %s", c.a, c.b, l, r, c.left, c.right)
		}
	}
}
