package certain

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid/must"
)

// aimed returns a chain at a level, with its kernel aimed.
func aimed(t *testing.T, a chains.Annealing, level int) *chain {
	t.Helper()
	w := must.Have(newChain(a, 128, level, func() error { return nil }))(t)
	w.aim()
	return w
}

// TestInfiniteForSure checks that KL(p||q) is infinite where q is 0. Where q lies between 0 and 1e-30 it is somewhere
// from 0 to infinity, and nobody may say which; and so is KL(q||p) where q may have mass and p has none.
func TestInfiniteForSure(t *testing.T) {
	half := numbers.Zero(128).Of(0.5)
	nothing := numbers.Zero(128)
	hardly := numbers.Zero(128)
	hardly.Hi.SetFloat64(1e-30)
	for _, tc := range []struct {
		name           string
		q, p           *numbers.Interval
		qp, pq         bool // one is not finite
		qpSure, pqSure bool // and that is certain
	}{
		{"both", half, half, false, false, false, false},
		{"p alone", nothing, half, false, true, false, true},
		{"p, and perhaps q", hardly, half, false, true, false, false},
		{"q alone", half, nothing, true, false, true, false},
		{"perhaps q", hardly, nothing, true, false, false, false},
	} {
		is := divergences([]*numbers.Interval{half, tc.q}, []*numbers.Interval{half, tc.p})
		for _, kl := range []struct {
			name           string
			got            Enclosure
			endless, known bool
		}{
			{"KL(q||p)", is.QP, tc.qp, tc.qpSure},
			{"KL(p||q)", is.PQ, tc.pq, tc.pqSure},
			{"J", is.J, tc.qp || tc.pq, tc.qpSure || tc.pqSure},
		} {
			if kl.got.Hi.IsInf() != kl.endless {
				t.Errorf("%s: %s is at most %v, infinite is to be %v", tc.name, kl.name, kl.got.Hi, kl.endless)
			}
			if kl.got.IsInf() != kl.known {
				t.Errorf("%s: %s lies from %v to %v, known to be infinite is to be %v",
					tc.name, kl.name, kl.got.Lo, kl.got.Hi, kl.known)
			}
			if kl.endless && !kl.known && kl.got.Lo.Cmp(new(big.Float)) != 0 {
				t.Errorf("%s: %s is at least %v", tc.name, kl.name, kl.got.Lo)
			}
		}
	}
}

func rat(v *big.Float) *big.Rat {
	r, _ := v.Rat(nil)
	return r
}

// TestBoundsAreRoundedUp checks that the width of an enclosure, and how far a float can be off what it encloses, are
// the least floats not below the truth.
func TestBoundsAreRoundedUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := numbers.Zero(64)
		end := rapid.Float64Range(-4, 4)
		a := end.Draw(t, "an end")
		b := end.Draw(t, "another")
		in.Lo.SetFloat64(min(a, b))
		in.Hi.SetFloat64(max(a, b))
		e := enclosed(in)
		v := rapid.Float64Range(-4, 4).Draw(t, "v")
		lo := rat(e.Lo)
		hi := rat(e.Hi)
		at := new(big.Rat).SetFloat64(v)
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

// Pass makes one pass of Measure in some bits, at least the 53 of a float64.
func Pass(ctx context.Context, a chains.Annealing, bits uint) (Truth, error) {
	return measure(ctx, a, bits, func(float64) {})
}
