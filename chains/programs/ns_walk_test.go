package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// TestWalksThatDrawExactly: one step of a kernel that draws from the constrained prior is an
// exact draw. Heat-bath does on a path, because the path is one line.
func TestWalksThatDrawExactly(t *testing.T) {
	for i, p := range nestable(kernels.Perfect{}) {
		walks := []chains.Kernel{kernels.Perfect{}}
		if p.Grid.Axes() == 1 {
			walks = append(walks, kernels.HeatBath{})
		}
		for _, k := range walks {
			p.Kernel = k
			exact := programs.NewNS(p, 2, 0, programs.MeanShrinkage)
			walked := programs.NewNS(p, 2, 1, programs.MeanShrinkage)
			for name, phi := range moments {
				near(t, name, moment(walked, phi), moment(exact, phi))
			}
			want := enumerate.Law(func(d chains.Dice) int { x, _ := exact.Forward(d); return x })
			for x, prob := range enumerate.Law(func(d chains.Dice) int { x, _ := walked.Forward(d); return x }) {
				if math.Abs(prob-want[x]) > 1e-12 {
					t.Errorf("problem %d, %T: cell %d is returned with probability %g, and %g by exact draws",
						i, k, x, prob, want[x])
				}
			}
		}
	}
}

// TestCopiesThatStay: with a kernel that never moves the lower of two particles becomes a copy
// of the other, and then none is left to copy. The lower stands for 1/3, the other for 2/3.
func TestCopiesThatStay(t *testing.T) {
	for _, p := range nestable(kernels.Identity{}) {
		want := 0.0
		for _, a := range rungs(p) {
			for _, b := range rungs(p) {
				want += a.mass * b.mass * (min(a.l, b.l)/3 + max(a.l, b.l)*2/3)
			}
		}
		e := programs.NewNS(p, 2, 3, programs.MeanShrinkage)
		near(t, "E[w]", moment(e, func(w float64) float64 { return w }), want)
	}
}

// TestTheDeadWalkOut: two particles of likelihood 1 on the tied path have none to copy. From
// the end of the path metropolis leads to likelihood 5 with probability 1/2, and else off the
// path; from between the two cells of likelihood 5 it always does.
func TestTheDeadWalkOut(t *testing.T) {
	e := programs.NewNS(tied(kernels.Metropolis{}), 2, 4, programs.MeanShrinkage)
	stuck, out := 0.0, 0.0
	for w, prob := range enumerate.Law(func(d chains.Dice) float64 { _, logw := e.Forward(d); return math.Exp(logw) }) {
		if math.Abs(w-1) < 1e-12 {
			stuck += prob
		}
		if math.Abs(w-(2./3+5./3)) < 1e-12 { // two of two died, and 1/3 is left
			out += prob
		}
	}
	stay := 0.3 * 0.3 * math.Pow(0.5, 2*4) // both are at the end, and take four steps each
	near(t, "the probability that both stay", stuck, stay)
	near(t, "the probability that one walks out", out, 0.5*0.5-stay)
}
