package certain

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// others lists kernels that are not in the catalogue by themselves.
var others = []chains.Entry[chains.Kernel]{
	{Name: "repeat", Make: kernels.Repeat{Times: 3, Kernel: kernels.Barker{}}},
	{Name: "cycle of two", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 1}}}},
	{Name: "thirds", Make: kernels.Mixture{
		Weights: []float64{1, 2},
		Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Perfect{}},
	}},
}

// small returns an annealing on a box with a wall, to a density with ties and depths.
func small(k chains.Kernel) chains.Annealing {
	inf := math.Inf(1)
	to := []float64{0.3, -1.2, 0.3, -30, -inf, 2.5}
	return chains.Annealing{Grid: grid.New(2, 3).WithWalls(4), Kernel: k, Schedule: chains.Sigmoid(3, 5),
		Bridge: chains.Geometric{From: chains.Uniform(to), To: to}}.Extended()
}

// touch reports whether two intervals may be the same number.
func touch(x, y *numbers.Interval) bool { return x.Lo.Cmp(&y.Hi) <= 0 && y.Lo.Cmp(&x.Hi) <= 0 }

// aimed returns a kernel's walk at a level, its operator aimed.
func aimed(t *testing.T, a chains.Annealing, level int) *walk {
	t.Helper()
	w, err := newWalk(a, 128, level, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	w.op.aim()
	return w
}

// TestInvariant: every kernel leaves its density where it is, makes no mass and
// loses none, and pulls what it pushes: <qT, h> = <q, Th>.
func TestInvariant(t *testing.T) {
	for _, k := range append(others, kernels.Catalogue...) {
		for _, level := range []int{1, 3, 5} {
			w := aimed(t, small(k.Make), level)
			w.op.push(w.next, w.law)
			for x := range w.law {
				if !touch(&w.law[x], &w.next[x]) {
					t.Errorf("%s, level %d: cell %d goes from %v to %v", k.Name, level, x, &w.law[x], &w.next[x])
				}
				if !narrow(&w.next[x]) {
					t.Errorf("%s, level %d: cell %d has %v, which is wide", k.Name, level, x, &w.next[x])
				}
			}
			pullsWhatItPushes(t, fmt.Sprintf("%s, level %d", k.Name, level), w)
		}
	}
}

// pullsWhatItPushes: <qT, h> = <q, Th>, and no mass is made or lost.
func pullsWhatItPushes(t *testing.T, name string, w *walk) {
	t.Helper()
	n := len(w.law)
	q, h := numbers.Intervals(128, n), numbers.Intervals(128, n)
	qT, Th := numbers.Intervals(128, n), numbers.Intervals(128, n)
	for x := range q {
		if !w.none[w.of[x]] {
			q[x].SetFloat(float64(1 + x*x%7))
		}
		h[x].SetFloat(math.Sqrt(float64(x + 1)))
	}
	w.op.push(qT, q)
	w.op.pull(Th, h)
	left, right := inner(qT, h), inner(q, Th)
	if !touch(left, right) {
		t.Errorf("%s: <qT,h> = %v, <q,Th> = %v", name, left, right)
	}
	if !narrow(left) {
		t.Errorf("%s: <qT,h> = %v is wide", name, left)
	}
	if !narrow(right) {
		t.Errorf("%s: <q,Th> = %v is wide", name, right)
	}
	ones := numbers.Intervals(128, n)
	for x := range ones {
		ones[x].SetInt(1)
	}
	if before, after := inner(q, ones), inner(qT, ones); !touch(before, after) {
		t.Errorf("%s: mass %v became %v", name, before, after)
	}
}

// narrow reports whether x is known to 30 digits, or is as good as 0.
func narrow(x *numbers.Interval) bool { return enclosed(x).Sure(30) || enclosed(x).Vanishes() }

func inner(x, y []numbers.Interval) *numbers.Interval {
	s, part := numbers.NewSum(128), numbers.Zero(128)
	for i := range x {
		s.Add(part.Mul(&x[i], &y[i]))
	}
	return s.Total()
}

// TestNotInvariant: the same comparison finds a kernel at another temperature.
func TestNotInvariant(t *testing.T) {
	w := aimed(t, small(kernels.Barker{}), 3)
	lazy := func(share, uphill float64) operator {
		of := kernels.Barker{}.Definition(w.a.Grid).(chains.Outcomes)
		row := of.Interval
		of.Rest, of.Interval = true, func(v chains.View[*numbers.Interval]) chains.Row[*numbers.Interval] {
			return func(x int, visit func(y int, weight *numbers.Interval)) {
				row(v)(x, func(y int, weight *numbers.Interval) {
					if weight = weight.Times(v.Num(share)); y > x {
						weight = weight.Times(v.Num(uphill))
					}
					if y != x {
						visit(y, weight)
					}
				})
			}
		}
		return newOutcomes(w.level, w.a.Grid, of)
	}
	for name, c := range map[string]struct {
		op   operator
		same bool
	}{"lazier": {lazy(0.75, 1), true}, "skew by 1e-12": {lazy(0.75, 1-1e-12), false}} {
		c.op.aim()
		c.op.push(w.next, w.law)
		same := true
		for x := range w.law {
			same = same && touch(&w.law[x], &w.next[x])
		}
		if same != c.same {
			t.Errorf("%s: the density stays is %v", name, same)
		}
	}
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
			a.Bridge, from, to = chains.Geometric{From: ends[1], To: ends[0]}, 2, 1
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

// Pass is one pass of Measure in so many bits, at least the 53 of a float64.
func Pass(ctx context.Context, a chains.Annealing, bits uint) (Truth, error) {
	return measure(ctx, a, bits, func(float64) {})
}
