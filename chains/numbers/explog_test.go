package numbers

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestWideArguments: of an interval from a to b, narrow or wide, the exponential holds
// e^a and e^b, and the logarithm of those holds a and b. Both rise, so that all between
// is held too.
func TestWideArguments(t *testing.T) {
	c := NewCalculator(128)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(-40, 40).Draw(t, "a")
		b := a + math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "width"), rapid.IntRange(-30, 3).Draw(t, "its exponent"))
		wide := Zero(128)
		wide.Lo.SetFloat64(a)
		wide.Hi.SetFloat64(b)
		low, high, both := Zero(128), Zero(128), Zero(128)
		c.Exp(low, Zero(128).SetFloat(a))
		c.Exp(high, Zero(128).SetFloat(b))
		c.Exp(both, wide)
		if both.Lo.Cmp(&low.Hi) > 0 || both.Hi.Cmp(&high.Lo) < 0 {
			t.Errorf("e^[%v, %v] is in %v, its ends in %v and %v", a, b, both, low, high)
		}
		wide.Lo.Set(&low.Lo)
		wide.Hi.Set(&high.Hi)
		c.Log(both, wide)
		if at := Zero(128).SetFloat(a); both.Lo.Cmp(&at.Lo) > 0 {
			t.Errorf("log %v is in %v, which %v is below", wide, both, a)
		}
		if at := Zero(128).SetFloat(b); both.Hi.Cmp(&at.Hi) < 0 {
			t.Errorf("log %v is in %v, which %v is above", wide, both, b)
		}
	})
}
