package certain

import (
	"math/big"
	"testing"

	"breadboard/chains/numbers"
)

// TestInfiniteForSure: KL(p||q) is infinite where q is 0. Where q lies between 0 and
// 1e-30 it is somewhere from 0 to infinity, and nobody may say which; and so is KL(q||p)
// where q may have mass and p has none.
func TestInfiniteForSure(t *testing.T) {
	c := numbers.NewCalculator(128)
	half, nothing, hardly := numbers.Zero(128).SetFloat(0.5), numbers.Zero(128), numbers.Zero(128)
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
		is := finals(c, []numbers.Interval{*half, *tc.q}, []numbers.Interval{*half, *tc.p})
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
