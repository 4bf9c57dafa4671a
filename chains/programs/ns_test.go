package programs_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"

	"gonum.org/v1/gonum/stat/distuv"
)

// tied returns a path of 4 in which two cells have the likelihood 1 and two have 5.
func tied(k chains.Kernel) programs.Problem {
	from := []float64{math.Log(0.3), math.Log(0.1), math.Log(0.2), math.Log(0.4)}
	to := slices.Clone(from)
	to[1] += math.Log(5)
	to[3] += math.Log(5)
	return programs.Problem{Annealing: chains.Annealing{
		Grid: grid.New(4), Kernel: k, Schedule: chains.Linear(2), Bridge: chains.Geometric{From: from, To: to},
	}}
}

// nestable returns problems with ties, with walls and with cells of likelihood 0.
func nestable(k chains.Kernel) []programs.Problem {
	return append(chaintest.Problems(k, 2), tied(k), elsewhere())
}

// moment returns the mean of phi(w), along every path of the dice.
func moment(e programs.Estimator, phi func(w float64) float64) float64 {
	return expected(e, func(logw float64) float64 { return phi(math.Exp(logw)) })
}

// likelihood returns f_T/f_1 in a cell, and the initial distribution.
func likelihood(p programs.Problem) (l func(x int) float64, prior []float64) {
	e := programs.NewImportance(p)
	prior, _ = e.Distribution()
	return func(x int) float64 { return math.Exp(e.Reverse(x, nil)) }, prior
}

// TestTwoLikelihoods holds the mean weight of exact draws where cells have the likelihoods 1 and 5. The number of
// particles that die is binomial, and the others share what Eq. 47 leaves of the volume.
func TestTwoLikelihoods(t *testing.T) {
	for _, particles := range []int{2, 3, 4} {
		low := distuv.Binomial{N: float64(particles), P: 0.5} // p_1 of likelihood 1
		want := 0.0
		for dead := range particles + 1 {
			left := float64(particles+1-dead) / float64(particles+1)
			want += low.Prob(float64(dead)) * (1 - left + 5*left)
		}
		e := programs.NewNS(tied(kernels.Identity{}), particles, 0)
		must.Close(t, moment(e, func(w float64) float64 { return w }), want, 1e-12, "E[w]")
	}
	// what is above the other two is below any float under p_1; every run goes on to it all the same
	deep := square([]float64{0, -800, -801, 0}, 0, 0.5, -0.2, 0.1)
	if mean := lower(programs.NewNS(deep, 2, 0)); !(mean > 790) {
		t.Errorf("E[log w] is %g, and runs end where it is near 800", mean)
	}
}

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
			exact := programs.NewNS(p, 2, 0)
			walked := programs.NewNS(p, 2, 1)
			must.Close(t, moment(walked, math.Sqrt), moment(exact, math.Sqrt), 1e-12, "E[sqrt w]")
			want := enumerate.Distribution(func(d chains.Dice) int { x, _ := exact.Forward(d); return x })
			got := enumerate.Distribution(func(d chains.Dice) int { x, _ := walked.Forward(d); return x })
			for x, prob := range got {
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
		l, prior := likelihood(p)
		for a, massA := range prior {
			for b, massB := range prior {
				if massA*massB > 0 {
					want += massA * massB * (min(l(a), l(b))/3 + max(l(a), l(b))*2/3)
				}
			}
		}
		e := programs.NewNS(p, 2, 3)
		must.Close(t, moment(e, func(w float64) float64 { return w }), want, 1e-12, "E[w]")
	}
}

// TestTheDeadWalkOut: two particles of likelihood 1 on the tied path have none to copy. From
// the end of the path metropolis leads to likelihood 5 with probability 1/2, and else off the
// path; from between the two cells of likelihood 5 it always does.
func TestTheDeadWalkOut(t *testing.T) {
	e := programs.NewNS(tied(kernels.Metropolis{}), 2, 4)
	stuck, out := 0.0, 0.0
	weights := enumerate.Distribution(func(d chains.Dice) float64 {
		_, logw := e.Forward(d)
		return math.Exp(logw)
	})
	for w, prob := range weights {
		if math.Abs(w-1) < 1e-12 {
			stuck += prob
		}
		if math.Abs(w-(2./3+5./3)) < 1e-12 { // two of two died, and 1/3 is left
			out += prob
		}
	}
	stay := 0.3 * 0.3 * math.Pow(0.5, 2*4) // both are at the end, and take four steps each
	must.Close(t, stuck, stay, 1e-12, "the probability that both stay")
	must.Close(t, out, 0.5*0.5-stay, 1e-12, "the probability that one walks out")
}

// TestLabels: two labels do the same as an axis of two along which the likelihood rises by almost nothing.
func TestLabels(t *testing.T) {
	onAxis := func(labels int) programs.Problem {
		var to []float64
		for _, l := range []float64{0, 0, 1.5, 0} {
			for k := range labels {
				to = append(to, l+float64(k)*0x1p-45) // so that no difference of two is rounded
			}
		}
		return programs.Problem{Annealing: chains.To(to, grid.New(4, labels), kernels.Perfect{}, 2)}
	}
	for steps := range 2 {
		labelled := programs.NewNS(onAxis(1), 2, steps)
		labelled.Labels = 2
		axis := programs.NewNS(onAxis(2), 2, steps)
		must.Close(t, moment(labelled, math.Sqrt), moment(axis, math.Sqrt), 1e-12, "E[sqrt w] of labels")
		must.Close(t, programs.NewNS(onAxis(2), 2, 0).Cost(), func() float64 {
			labelled.S = 0
			return labelled.Cost()
		}(), 1e-12, "the cost of labels")
	}
}
