package certain

import (
	"context"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/must"
)

// aimed returns a kernel's walk at a level, its step aimed.
func aimed(t *testing.T, a chains.Annealing, level int) *walk {
	t.Helper()
	w := must.Have(newWalk(a, 128, level, func() error { return nil }))(t)
	w.aim()
	return w
}

// TestUntoldMass: the next level has no mass in a cell. If the chain is there, E[log w] is
// infinite; if it is not, finite; and if it is there with a probability between 0 and
// 1e-30 the walk must not say either.
func TestUntoldMass(t *testing.T) {
	ends := [2][]float64{{0, 0}, {0, math.Inf(-1)}}
	for _, back := range []bool{false, true} {
		a := chains.Annealing{
			Grid:     grid.New(2),
			Kernel:   kernels.Identity{},
			Schedule: chains.Linear(2),
			Bridge:   chains.Geometric{From: ends[0], To: ends[1]},
		}
		from, to := 1, 2
		if back {
			a.Bridge = chains.Geometric{From: ends[1], To: ends[0]}
			from = 2
			to = 1
		}
		for _, c := range []struct {
			lo, hi         float64
			endless, wrong bool
		}{{0, 0, false, false}, {0, 1e-30, false, true}, {1e-31, 1e-30, true, false}} {
			w := aimed(t, a, from)
			w.law[1].Lo.SetFloat64(c.lo)
			w.law[1].Hi.SetFloat64(c.hi)
			err := w.step(to, back)
			if (err != nil) != c.wrong {
				t.Errorf("back %v, mass from %g to %g: error %v", back, c.lo, c.hi, err)
			}
			if err == nil && (w.below || w.above) != c.endless {
				t.Errorf("back %v, mass from %g to %g: below %v, above %v", back, c.lo, c.hi, w.below, w.above)
			}
			if w.below && back {
				t.Errorf("back, mass from %g to %g: below", c.lo, c.hi)
			}
			if w.above && !back {
				t.Errorf("forward, mass from %g to %g: above", c.lo, c.hi)
			}
		}
	}
}

// TestInfiniteForSure: KL(p||q) is infinite where q is 0. Where q lies between 0 and
// 1e-30 it is somewhere from 0 to infinity, and nobody may say which; and so is KL(q||p)
// where q may have mass and p has none.
func TestInfiniteForSure(t *testing.T) {
	half := numbers.Zero(128).SetFloat(0.5)
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
		is := finals([]*numbers.Interval{half, tc.q}, []*numbers.Interval{half, tc.p})
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

// TestBoundsAreRoundedUp: the width of an enclosure, and how far a float can be off what
// it encloses, are the least floats not below the truth.
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

// Pass is one pass of Measure in so many bits, at least the 53 of a float64.
func Pass(ctx context.Context, a chains.Annealing, bits uint) (Truth, error) {
	return measure(ctx, a, bits, func(float64) {})
}
