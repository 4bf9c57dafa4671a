package programs_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// tied is a path of 4 in which two cells have the likelihood 1 and two have 5.
func tied(k chains.Kernel) programs.Problem {
	from := []float64{math.Log(0.3), math.Log(0.1), math.Log(0.2), math.Log(0.4)}
	to := slices.Clone(from)
	to[1] += math.Log(5)
	to[3] += math.Log(5)
	return programs.Problem{Sample: 1, Annealing: chains.Annealing{
		Grid: grid.New(4), Kernel: k, Schedule: chains.Linear(2), Bridge: chains.Geometric{From: from, To: to},
	}}
}

// nestable are problems with ties, with walls and with cells of likelihood 0.
func nestable(k chains.Kernel) []programs.Problem {
	return append(chaintest.Problems(k, 2), tied(k), elsewhere())
}

// A rung is a likelihood, with its mass under p_1.
type rung struct{ l, mass float64 }

// rungs are the likelihoods of a problem, from the lowest.
func rungs(p programs.Problem) (all []rung) {
	prior, _ := programs.NewImportance(p).Law()
	for x, mass := range prior {
		if l := math.Exp(programs.NewImportance(p).Reverse(x, nil)); mass > 0 {
			all = append(all, rung{l, mass})
		}
	}
	slices.SortFunc(all, func(a, b rung) int { return cmp.Compare(a.l, b.l) })
	for i := len(all) - 1; i > 0; i-- {
		if all[i].l-all[i-1].l < 1e-12 {
			all[i-1].mass += all[i].mass
			all = slices.Delete(all, i, i+1)
		}
	}
	return all
}

// recorded is the mean of phi(w) over nested sampling with exact draws, by the theory of
// records: of the P particles a number with the law Binomial(P, h) die at a rung, with h its
// mass over that of it and all above, and these numbers are independent.
func recorded(all []rung, P int, left programs.Shrinkage, phi func(w float64) float64) float64 {
	if len(all) == 1 {
		return phi(all[0].l)
	}
	atLeast := 0.0
	for _, r := range all {
		atLeast += r.mass
	}
	h, sum := all[0].mass/atLeast, 0.0
	for dead := range P + 1 {
		prob := choose(P, dead) * math.Pow(h, float64(dead)) * math.Pow(1-h, float64(P-dead))
		rest := 1.0
		if dead > 0 {
			rest = left(P, dead)
		}
		sum += prob * recorded(all[1:], P, left, func(w float64) float64 { return phi((1-rest)*all[0].l + rest*w) })
	}
	return sum
}

func choose(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

// moments are means of functions of w that tell laws of w apart.
var moments = map[string]func(w float64) float64{
	"E[w^2]":    func(w float64) float64 { return w * w },
	"E[sqrt w]": math.Sqrt,
}

// moment is the mean of phi(w), along every path of the dice.
func moment(e programs.Estimator, phi func(w float64) float64) float64 {
	return expected(e, func(logw float64) float64 { return phi(math.Exp(logw)) })
}

func TestNSIsARecordProcess(t *testing.T) {
	for _, left := range []programs.Shrinkage{programs.MeanShrinkage, programs.UnbiasedShrinkage} {
		for _, p := range nestable(kernels.Identity{}) {
			for _, particles := range []int{2, 3} {
				e := programs.NewNS(p, particles, 0, left)
				for name, phi := range moments {
					near(t, name, moment(e, phi), recorded(rungs(p), particles, left, phi))
				}
			}
		}
	}
}

// worth is the mean likelihood under p_1: R, unless the target has mass where p_1 has none.
func worth(p programs.Problem) (sum float64) {
	for _, r := range rungs(p) {
		sum += r.mass * r.l
	}
	return sum
}

// TestUnbiasedNS: with the share of survivors for the volume E_fwd[w] is R; with the mean
// share it is too large.
func TestUnbiasedNS(t *testing.T) {
	w := func(w float64) float64 { return w }
	for i, p := range nestable(kernels.Identity{}) {
		near(t, "E[w]", moment(programs.NewNS(p, 3, 0, programs.UnbiasedShrinkage), w), worth(p))
		if biased := moment(programs.NewNS(p, 3, 0, programs.MeanShrinkage), w); !(biased > 1.01*worth(p)) {
			t.Errorf("problem %d: E[w] is %g with the mean share, and R is %g", i, biased, worth(p))
		}
	}
}

// tieless is nested sampling that overlooks ties: it replaces one of two tied particles at a
// time, with a share of 1/2 left for each.
type tieless struct{ programs.Draw }

func (p tieless) Forward(d chains.Dice) (x int, logw float64) {
	prior, _ := p.Law()
	l := func(x int) float64 { return math.Exp(p.Reverse(x, nil)) }
	live, v, w := []int{d.Pick(prior), d.Pick(prior)}, 1.0, 0.0
	for {
		if l(live[1]) < l(live[0]) {
			live[0], live[1] = live[1], live[0]
		}
		above, mass := slices.Clone(prior), 0.0
		for x := range above {
			if !(l(x) > l(live[0])) {
				above[x] = 0
			}
			mass += above[x]
		}
		if mass == 0 {
			break
		}
		w, v = w+v/2*l(live[0]), v/2
		live[0] = d.Pick(above)
	}
	return live[0], math.Log(w + v/2*(l(live[0])+l(live[1])))
}

// TestTiesMatter: a run that overlooks them is biased where the two tied particles are in one
// cell or in two of equal likelihood.
func TestTiesMatter(t *testing.T) {
	p := tied(kernels.Identity{})
	got := moment(tieless{programs.NewImportance(p)}, func(w float64) float64 { return w })
	if math.Abs(got-worth(p)) < 0.01 {
		t.Errorf("E[w] is %g without regard to ties, and R is %g", got, worth(p))
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
