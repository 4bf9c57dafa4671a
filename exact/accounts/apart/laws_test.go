package apart_test

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/apart"
	"breadboard/grid"
)

// Theorem 1: the expectation falls with either number of runs, to the symmetrised divergence.
func TestExpectationFallsToTheDivergence(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		var all []apart.Side
		for _, e := range some(p) {
			all = append(all, side(t, e, p))
		}
		for i, gold := range all {
			for _, target := range all[i:] {
				falls(t, gold, target)
			}
		}
	}
}

func falls(t *testing.T, gold, target apart.Side) {
	t.Helper()
	before := between(t, gold, target, aide.Counts{Gold: 1, Target: 1})
	for _, m := range []aide.Counts{{Gold: 2, Target: 1}, {Gold: 2, Target: 5}, {Gold: 9, Target: 5},
		{Gold: 1e3, Target: 2e3}, {Gold: 1e6, Target: 1e6}} {
		d := between(t, gold, target, m)
		if !(d.Expected <= before.Expected+d.Off+before.Off) {
			t.Errorf("the expectation rises from %g to %g at %v", before.Expected, d.Expected, m)
		}
		if b := d.Bias; !(min(b.GoldOwn, b.GoldOther, b.TargetOwn, b.TargetOther) >= 0) {
			t.Errorf("a term of the bias is negative at %v: %v", m, b)
		}
		before = d
	}
	// The bias is the variance of S, and that is E[V²]/E[V]² over M: some tens here.
	if !(before.Bias.Total() < 1e-4) {
		t.Errorf("at M = 1e6 the bias is still %g", before.Bias.Total())
	}
}

// The two programs may change places.
func TestBetweenIsSymmetric(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[1]
	var all []apart.Side
	for _, e := range some(p) {
		all = append(all, side(t, e, p))
	}
	for i, gold := range all {
		for _, target := range all[:i] {
			m, back := aide.Counts{Gold: 3, Target: 2}, aide.Counts{Gold: 2, Target: 3}
			if v, w := between(t, gold, target, m).Expected, between(t, target, gold, back).Expected; v != w {
				t.Errorf("%s and %s: %v there and %v back", gold.Account.How, target.Account.How, v, w)
			}
		}
	}
}

// Halving finds the M at which a search through all M ends.
func TestHalvingIsTheLeast(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	gold, target := side(t, programs.NewSIR(p, 2), p), side(t, programs.AIS{Problem: p}, p)
	half := between(t, gold, target, aide.Counts{Gold: 1, Target: 1}).Bias.Total() / 2
	want := 1
	for between(t, gold, target, aide.Counts{Gold: want, Target: want}).Bias.Total() > half {
		want++
	}
	M, found, err := apart.Halving(t.Context(), gold, target, 1e6)
	if err != nil || !found || M != want {
		t.Errorf("M = %d is found (%v, %v), and %d is right", M, found, err, want)
	}
	if M, found, _ := apart.Halving(t.Context(), gold, target, want); !found || M != want {
		t.Errorf("up to %d M = %d is found (%v)", want, M, found)
	}
	if _, found, _ := apart.Halving(t.Context(), gold, target, want-1); found {
		t.Errorf("an M is found up to %d", want-1)
	}
	exact := side(t, programs.NewPosterior(p), p)
	if M, found, _ := apart.Halving(t.Context(), exact, exact, 1e6); !found || M != 1 {
		t.Errorf("where there is no bias M = %d is found (%v)", M, found)
	}
}

// ends is a problem on a path, of two log densities, with a schedule that stands still at the end.
func ends(t *testing.T, from, to []float64) programs.Problem {
	t.Helper()
	return programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: grid.New(len(to)),
		Kernel: kernels.Metropolis{}, Schedule: standing(t), Bridge: chains.Geometric{From: from, To: to}}}
}

// A cell without mass at one end makes terms infinite, the same as by the definition.
func TestBetweenWithMassThatComesAndGoes(t *testing.T) {
	inf := math.Inf(-1)
	for _, p := range []programs.Problem{
		ends(t, []float64{0, 0.2, inf}, []float64{0.5, -1, 0.3}),
		ends(t, []float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}),
		ends(t, []float64{inf, 0.2, 0.4}, []float64{0.5, -1, inf}),
	} {
		gold := side(t, programs.NewPosterior(p), p)
		for _, target := range some(p)[1:5] {
			target := side(t, target, p)
			for _, m := range counts {
				if d := between(t, gold, target, m); !math.IsInf(d.Expected, 1) {
					t.Errorf("%s at %v: the expectation is %v", target.Account.How, m, d.Expected)
				}
			}
		}
	}
}

// V is up to e^1000 with a mass below any float, and the expectation is that of two values.
func TestBetweenBelowAnyFloat(t *testing.T) {
	p := ends(t, []float64{0, 0}, []float64{0, -1000})
	p.Kernel = kernels.HeatBath{}
	gold, target := side(t, programs.NewPosterior(p), p), side(t, programs.AIS{Problem: p}, p)
	// Half of the forward runs start in the second cell, with V = e^1000/2. All others have V = 1/2.
	for _, M := range []int{1, 2, 1000} {
		d := between(t, gold, target, aide.Counts{Gold: M, Target: M})
		if want := (1000 - math.Log(float64(M))) / 2; !(math.Abs(d.Expected-want) < 1e-12) { // 10 roundings
			t.Errorf("at M = %d the expectation is %.16g, and %.16g is right", M, d.Expected, want)
		}
	}
}

// A program with too many runs is known at M = 1 only.
func TestTooLarge(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 100)[1]
	gold, target := side(t, programs.NewPosterior(p), p), side(t, programs.AIS{Problem: p}, p)
	if d := between(t, gold, target, aide.Counts{Gold: 7, Target: 1}); !(d.Expected > 0) {
		t.Errorf("at M = 1 the expectation is %v", d.Expected)
	}
	_, err := apart.Between(t.Context(), gold, target, aide.Counts{Gold: 1, Target: 2})
	if !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("at M = 2 the error is %v", err)
	}
}
