package certain

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains/numbers"
)

func rat(v *big.Float) *big.Rat {
	r, _ := v.Rat(nil)
	return r
}

// TestBoundsAreRoundedUp: the width of an enclosure, and how far a float can be off what
// it encloses, are the least floats not below the truth.
func TestBoundsAreRoundedUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, end := numbers.Zero(64), rapid.Float64Range(-4, 4)
		a, b := end.Draw(t, "an end"), end.Draw(t, "another")
		in.Lo.SetFloat64(min(a, b))
		in.Hi.SetFloat64(max(a, b))
		e, v := enclosed(in), rapid.Float64Range(-4, 4).Draw(t, "v")
		lo, hi, at := rat(e.Lo), rat(e.Hi), new(big.Rat).SetFloat64(v)
		far := new(big.Rat).Sub(at, lo)
		if above := new(big.Rat).Sub(hi, at); above.Cmp(far) > 0 {
			far = above
		}
		for _, b := range []struct {
			name  string
			got   float64
			truth *big.Rat
		}{{"width", up(e.width()), new(big.Rat).Sub(hi, lo)}, {"off", e.Off(v), far}} {
			if new(big.Rat).SetFloat64(b.got).Cmp(b.truth) < 0 {
				t.Errorf("%s of %v is %v, less than the truth", b.name, in, b.got)
			}
			// a difference is first rounded up to the bits of an end
			if below := b.got * (1 - 0x1p-50); b.got > 0 && new(big.Rat).SetFloat64(below).Cmp(b.truth) > 0 {
				t.Errorf("%s of %v is %v, much more than the truth", b.name, in, b.got)
			}
		}
	})
	if v := up(new(big.Float).SetPrec(128).Quo(big.NewFloat(1), big.NewFloat(3))); v != math.Nextafter(1./3, 1) {
		t.Errorf("a third is rounded up to %v", v)
	}
}
