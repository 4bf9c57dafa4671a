package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestAlong: with any number of frames, the steps add up to B and the cells' parts to those of the whole annealing. The
// first law is the initial one, and the last are q and p.
func TestAlong(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "barrier", T: 40}, {Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12},
		{Toy: "staircase", Kernel: "cycle", SkipLast: true, T: 20}, {Target: "0,1.5;w,2", Bridge: "mixture", T: 30}} {
		e := exactly(t, q)
		for _, frames := range []int{2, 3, 11, 200} {
			sum, parts := 0., make([]float64, len(e.P))
			l := along(t, q, frames)
			for i, f := range l.Frames {
				if i > 0 {
					sum += float64(f.Step)
					floats.Add(parts, floatsOf(f.BParts))
				}
			}
			name := fmt.Sprintf("%+v in %d frames: ", q, frames)
			must.Close(t, sum, float64(e.B.Sum), 1e-12, "%sthe sum of the steps", name)
			must.Each(t, parts, floatsOf(e.BParts), 1e-12, "%sthe parts", name)
			first, last := l.Frames[0], l.Frames[len(l.Frames)-1]
			must.Each(t, floatsOf(first.Forward), floatsOf(first.P), 1e-12, "%sthe first forward law", name)
			must.Each(t, floatsOf(last.Forward), floatsOf(e.Q), 1e-12, "%sthe last forward law", name)
			must.Each(t, floatsOf(last.Reverse), floatsOf(e.P), 1e-12, "%sthe last reverse law", name)
		}
	}
}

// TestWhy: the steps add up to B, at most 40 spans have all of them, and no error grows. The derivatives are those of J
// by differences; there are none where J is rounding or the kernel does not know them, and a program has no steps.
func TestWhy(t *testing.T) {
	curve := func(beta float64) explore.Question {
		return explore.Question{Toy: "barrier", T: 5, Schedule: fmt.Sprintf("curve:0:0.2:%v:0.7:1", beta)}
	}
	const h = 1e-6
	slope := (exactly(t, curve(0.4+h)).J.Sum - exactly(t, curve(0.4-h)).J.Sum) / (2 * h)
	must.Near(t, float64(must.Have(explore.WhyOf(t.Context(), curve(0.4)))(t).ByJ[2]), float64(slope), 1e-7, "dJ")
	for _, q := range []explore.Question{{Toy: "barrier", T: 400},
		{Toy: "ising:2x2:0.4", Kernel: "heat-bath", T: 12, SkipLast: true},
		{Toy: "hard", Kernel: "perfect", T: 90}} {
		w := must.Have(explore.WhyOf(t.Context(), q))(t)
		e := exactly(t, q)
		last := 1
		sum := 0.0
		for _, s := range w.Spans {
			sum += float64(s.B)
			if s.From != last || s.Left > s.Entered+1e-14 {
				t.Errorf("%+v: a span is %+v, after level %d", q, s, last)
			}
			last = s.To
		}
		must.Close(t, sum, float64(e.B.Sum), 1e-12, "B")
		if len(w.Spans) != min(40, q.T-1) || last != q.T || w.J != e.J.Sum || len(w.Betas) != q.T || len(w.ByB) != q.T {
			t.Errorf("%+v: there are %d spans to level %d of J = %v", q, len(w.Spans), last, w.J)
		}
		if none := q.Kernel == "perfect"; none != (w.ByJ == nil) || none != (w.Note != "") {
			t.Errorf("%+v has the derivatives %v, and says %q", q, w.ByJ, w.Note)
		}
	}
	_, err := explore.WhyOf(t.Context(), explore.Question{Toy: "easy", Program: "smc:8"})
	refused(t, "no laws along the levels; ais would do", err)
}

// TestAlongEvenly: the levels are even from 1 to T, and none comes twice.
func TestAlongEvenly(t *testing.T) {
	for _, c := range []struct {
		T, frames int
		want      []int
	}{{101, 5, []int{1, 26, 51, 76, 101}}, {4, 9, []int{1, 2, 3, 4}}, {10, 4, []int{1, 4, 7, 10}}, {2, 2, []int{1, 2}},
		{8, 3, []int{1, 5, 8}}} {
		var levels []int
		for _, f := range along(t, explore.Question{Toy: "easy", T: c.T}, c.frames).Frames {
			levels = append(levels, f.T)
		}
		if !slices.Equal(levels, c.want) {
			t.Errorf("%d frames of %d levels are at %v, want %v", c.frames, c.T, levels, c.want)
		}
	}
}
