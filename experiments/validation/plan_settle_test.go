package validation

import (
	"testing"

	"breadboard/chains/laws"
)

// A law is broken from the level on that was stated, and not from a part of it. With two
// tests the smaller p-value counts twice (Holm).
func TestAccusedAtTheLevel(t *testing.T) {
	const level = 0.001
	for _, c := range []struct {
		p  []float64
		ok bool
	}{
		{[]float64{1.1 * level}, true}, {[]float64{0.9 * level}, false},
		{[]float64{0.55 * level, 1}, true}, {[]float64{0.45 * level, 1}, false},
		{[]float64{1, 0.55 * level}, true}, {[]float64{1, 0.45 * level}, false},
	} {
		v, tests := Validation{}, []test(nil)
		for _, p := range c.p {
			tests = append(tests, test{law: laws.SeenBalance, p: p})
		}
		v.settle(tests, plan{Sampling: Sampling{Fault: 0.1, Level: level, Power: 0.9}, cells: 6,
			tests: len(tests), needs: map[int]int{}})
		if v.OK() != c.ok {
			t.Errorf("p-values %v at level %v: %v", c.p, level, v.Laws)
		}
	}
}
