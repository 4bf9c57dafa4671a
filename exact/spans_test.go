package exact_test

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// apart is what the last law still has of the error of the step to level t, by the definition: two forward chains go on
// from level t, one with the law p_{t-1} and one with p_t, and it is the difference of their last laws.
func apart(a chains.Annealing, t int) (entered float64, left []float64) {
	l, op := a.NewLevel(), chains.On(a.Kernel, a.Grid)
	a.LevelAt(l, t-1)
	late := chains.Normalized(l.LogF())
	a.LevelAt(l, t)
	right := chains.Normalized(l.LogF())
	entered = floats.Distance(late, right, 1) / 2
	for ; t <= a.PathEnd(); t++ {
		a.LevelAt(l, t)
		op.Aim(l)
		for _, law := range []*[]float64{&late, &right} {
			next := make([]float64, len(*law))
			op.Push(next, *law)
			*law = next
		}
	}
	left = floats.SubTo(make([]float64, len(late)), late, right)
	return entered, left
}

// TestSpans holds each run of steps to chains that go on from its steps one by one, and all together to q - p and to B.
// An identity forgets nothing, and a perfect kernel all.
func TestSpans(t *testing.T) {
	identity := annealing(toys.Hard(1), kernels.Identity{}, chains.Linear(6))
	skipped := annealing(toys.Easy(2), kernels.GibbsSweep{}, chains.Sigmoid(4, 12))
	skipped.SkipLast = true
	held := must.Have(chains.NewSchedule([]float64{0, 0.2, 0.9, 1, 1, 1, 1, 1, 1, 1, 1, 1}))(t)
	for name, a := range map[string]chains.Annealing{"identity": identity, "skipped": skipped,
		"perfect": annealing(toys.Barrier(), kernels.Perfect{}, chains.Linear(9)),
		"barrier": annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(60)),
		"held":    annealing(toys.Barrier(), kernels.Metropolis{}, held),
	} {
		for _, most := range []int{1, 2, 7, 100} {
			r := run(t, a)
			off := floats.SubTo(make([]float64, 49), r.P, r.Q)
			B := 0.0
			last := 1 // what is left is taken off it
			for _, s := range must.Have(exact.Spans(context.Background(), a, most))(t) {
				entered, left := 0.0, make([]float64, 49)
				for step := s.From + 1; step <= s.To; step++ {
					e, l := apart(a, step)
					entered += e
					floats.Add(left, l)
				}
				what := fmt.Sprintf("%s, steps from level %d to %d", name, s.From, s.To)
				must.Close(t, s.Entered, entered, 1e-13, "%s: entered", what)
				must.Close(t, floats.Distance(s.Left, left, 1), 0, 1e-13, "%s: left, off by", what)
				norm := floats.Norm(s.Left, 1) / 2
				if s.From != last || s.To <= last || norm > s.Entered+1e-14 || name == "perfect" && norm > 1e-14 ||
					name == "identity" && most > a.T() && norm < s.Entered-1e-14 {
					t.Errorf("%s: %g entered and %g is left", what, s.Entered, norm)
				}
				floats.Add(off, s.Left)
				B, last = B+s.B, s.To
			}
			must.Close(t, floats.Norm(off, 1), 0, 1e-12, "%s: q - p, off by", name)
			must.Close(t, B, r.B(), 1e-11, "%s: B", name)
			must.Close(t, float64(last), float64(a.T()), 0, "%s: the last level", name)
		}
	}
}
