package certain

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestWideArguments: of an interval from a to b, narrow or wide, the exponential holds
// e^a and e^b, and the logarithm of those holds a and b. Both rise, so that all between
// is held too.
func TestWideArguments(t *testing.T) {
	c := newCalculator(128)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(-40, 40).Draw(t, "a")
		b := a + math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "width"), rapid.IntRange(-30, 3).Draw(t, "its exponent"))
		wide := zero(128)
		wide.lo.SetFloat64(a)
		wide.hi.SetFloat64(b)
		low, high, both := zero(128), zero(128), zero(128)
		c.exp(low, zero(128).setFloat(a))
		c.exp(high, zero(128).setFloat(b))
		c.exp(both, wide)
		if both.lo.Cmp(&low.hi) > 0 || both.hi.Cmp(&high.lo) < 0 {
			t.Errorf("e^[%v, %v] is in %v, its ends in %v and %v", a, b, both, low, high)
		}
		wide.lo.Set(&low.lo)
		wide.hi.Set(&high.hi)
		c.log(both, wide)
		if at := zero(128).setFloat(a); both.lo.Cmp(&at.lo) > 0 {
			t.Errorf("log %v is in %v, which %v is below", wide, both, a)
		}
		if at := zero(128).setFloat(b); both.hi.Cmp(&at.hi) < 0 {
			t.Errorf("log %v is in %v, which %v is above", wide, both, b)
		}
	})
}
