package accounts_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// expectedEstimate returns the expectation of AIDE's own estimate over all dice.
func expectedEstimate(gold, target programs.Program, m aide.Counts) (sum float64) {
	var e aide.Estimate
	for prob := range enumerate.Every(func(d chains.Dice) {
		same := func(_, _, _ int) chains.Dice { return d }
		e = aide.Estimate{Gold: aide.Looks(gold, target, m.Gold, m.Target, 1, same),
			Target: aide.Looks(target, gold, m.Target, m.Gold, 1, same)}
	}) {
		value, _ := e.At(m)
		sum += prob * value
	}
	return sum
}

// side returns the side of a program of the catalogue, with all its runs.
func side(t *testing.T, spec string, p programs.Problem) accounts.Side {
	t.Helper()
	e := of(t, spec, p)
	return must.Have(accounts.NewSide(t.Context(), account(t, e, p), e.(programs.Program), p))(t)
}

// between returns the distance of two sides.
func between(t *testing.T, gold, target accounts.Side, m aide.Counts) accounts.Distance {
	t.Helper()
	return must.Have(accounts.DistanceAtRuns(t.Context(), gold, target, m))(t)
}

// counts are small enough for sums over all combinations of runs.
var counts = []aide.Counts{{Gold: 1, Target: 1}, {Gold: 2, Target: 1}, {Gold: 1, Target: 2}}

// areSums compares the integrals with the sums over all dice, and sees that one run more is another sum.
func areSums(t *testing.T, p programs.Problem, gold, target string) {
	t.Helper()
	gs, ts := side(t, gold, p), side(t, target, p)
	for _, m := range counts {
		d := between(t, gs, ts, m)
		want := expectedEstimate(of(t, gold, p).(programs.Program), of(t, target, p).(programs.Program), m)
		// a few roundings of log weights of size 10
		if !(math.Abs(d.Expected-want) < 1e-12 && d.Off >= 0 && d.Off < 1e-10) {
			t.Errorf("%s and %s at %v: %.16g, and %.16g is right, off by %g", gold, target, m, d.Expected, want, d.Off)
		}
		back := between(t, ts, gs, aide.Counts{Gold: m.Target, Target: m.Gold})
		if back.Expected != d.Expected {
			t.Errorf("%s and %s at %v: %v there and %v back", gold, target, m, d.Expected, back.Expected)
		}
		more := between(t, gs, ts, aide.Counts{Gold: m.Gold, Target: m.Target + 1})
		if target == "ais" && math.Abs(more.Expected-want) < 1e-6 {
			t.Errorf("with a run more than at %v it is the same", m)
		}
	}
}

// TestBetweenIsEnumerated checks that the integrals are the sums for programs with one weight a cell and with many.
func TestBetweenIsEnumerated(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 2)
	areSums(t, p, "posterior", "sir:2")
	areSums(t, p, "importance", "hme-chain:2")
	areSums(t, p, "sir:2", "ais")
}

// standing returns a schedule that goes to the target at once, after a step that stands still.
func standing(t *testing.T) chains.Schedule {
	t.Helper()
	return must.Have(chains.NewSchedule([]float64{0, 0, 1, 1}))(t)
}

// TestExpectationFallsToTheDivergence checks Theorem 1: the expectation falls with either number of runs.
func TestExpectationFallsToTheDivergence(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	falls(t, side(t, "posterior", p), side(t, "hme-chain:2", p))
	falls(t, side(t, "sir:2", p), side(t, "ais", p))
}

// falls fails t where the expectation rises, or a term of the bias is negative.
func falls(t *testing.T, gold, target accounts.Side) {
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

// TestHalvingIsTheLeast: the bias is at most half at M, and above it at M - 1; as it falls with M, this M is the least.
// Where none is found the bias is above half at MostHalving. The deeper a cell, the rarer are runs with its weight.
func TestHalvingIsTheLeast(t *testing.T) {
	for _, depth := range []float64{0, 5, 16, 22, 29, 40} {
		p := moving(kernels.Metropolis{}, 3, []float64{0, 0, 0}, []float64{0, -depth, -1})
		gold := side(t, "sir:2", p)
		target := side(t, "ais", p)
		biasAt := func(M int) float64 {
			return between(t, gold, target, aide.Counts{Gold: M, Target: M}).Bias.Total()
		}
		half := biasAt(1) / 2
		M := must.Have(accounts.Halving(t.Context(), gold, target))(t)
		if (M == 0) != (depth == 40) || M == 0 && !(biasAt(accounts.MostHalving) > half) {
			t.Errorf("at depth %g M = %d is found", depth, M)
		}
		if M > 0 && !(biasAt(M) <= half && (M == 1 || biasAt(M-1) > half)) {
			t.Errorf("at depth %g M = %d is found, and is not the least", depth, M)
		}
	}
	posterior := side(t, "posterior", chaintest.Problems(kernels.Metropolis{}, 3)[0])
	if M := must.Have(accounts.Halving(t.Context(), posterior, posterior))(t); M != 1 {
		t.Errorf("where there is no bias M = %d is found", M)
	}
}

// TestBetweenWithMassThatComesAndGoes checks that a cell without mass at one end makes terms infinite, the same as by
// the definition: without mass at the start in looks of the other program, and without mass at the end in those of its
// own.
func TestBetweenWithMassThatComesAndGoes(t *testing.T) {
	for i, p := range []programs.Problem{
		moving(kernels.Metropolis{}, 2, []float64{0, 0.2, none}, []float64{0.5, -1, 0.3}),
		moving(kernels.Metropolis{}, 2, []float64{0, 0.2, 0.4}, []float64{0.5, -1, none}),
	} {
		p.Schedule = standing(t)
		for _, target := range []string{"importance", "sir:2", "ais", "hme-chain:2"} {
			for _, m := range counts {
				d := between(t, side(t, "posterior", p), side(t, target, p), m)
				if !math.IsInf(d.Expected, 1) || math.IsInf(d.Bias.TargetOther, 1) != (i == 0) ||
					math.IsInf(d.Bias.TargetOwn, 1) != (i == 1) {
					t.Errorf("%s at %v: the expectation is %v, with %+v", target, m, d.Expected, d.Bias)
				}
			}
		}
	}
}

// TestBetweenOneWayPrograms checks that of a program without a reverse the divergence is known, and no expectation; and
// that a cell that neither returns for sure counts for one that returns it: the expectation is infinite.
func TestBetweenOneWayPrograms(t *testing.T) {
	model := chaintest.Model(kernels.Metropolis{})
	d := accounts.DistanceOf(account(t, of(t, "posterior", model), model), account(t, of(t, "bic", model), model))
	if got := fmt.Sprint(d.Expected, d.Bias); got != "NaN {NaN NaN NaN NaN}" || math.IsNaN(d.Symmetrised()) {
		t.Errorf("from bic the expectation and the bias are %s, and the divergence %v", got, d.Symmetrised())
	}
	p := moving(kernels.Metropolis{}, 3, []float64{0, 0.2, none}, []float64{0.5, -1, 0.3})
	gold := account(t, of(t, "importance", p), p)
	d = accounts.DistanceOf(gold, account(t, of(t, "ais", p), p))
	must.Within(t, d.Expected, math.Inf(1), 0, "the expectation")
	must.Near(t, gold.WrongStart([]float64{0, 1, 0}), gold.LogR+gold.G[1], 0, "E[log w] from the second cell")
}

// TestBetweenIsTooLarge checks that a program with too many runs, or with one whose V is e^1000 and whose probability
// is below any float, is known at M = 1 only.
func TestBetweenIsTooLarge(t *testing.T) {
	deep := moving(kernels.HeatBath{}, 2, []float64{0, 0}, []float64{0, -1000})
	deep.Schedule = standing(t)
	for _, p := range []programs.Problem{chaintest.Problems(kernels.Metropolis{}, 100)[1], deep} {
		gold := side(t, "posterior", p)
		target := side(t, "ais", p)
		if d := between(t, gold, target, aide.Counts{Gold: 7, Target: 1}); !(d.Expected > 0) {
			t.Errorf("at M = 1 the expectation is %v", d.Expected)
		}
		_, err := accounts.DistanceAtRuns(t.Context(), gold, target, aide.Counts{Gold: 1, Target: 2})
		if !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("at M = 2 the error is %v", err)
		}
		if _, err = accounts.Halving(t.Context(), gold, target); !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("of the halving the error is %v", err)
		}
	}
}

// TestApartFromExactDrawsIsJAndB checks that from exact draws the divergence is the account's J and the expectation its
// B, also where masses are below any float, and whatever constant log f has.
func TestApartFromExactDrawsIsJAndB(t *testing.T) {
	inf := math.Inf(-1)
	for _, p := range []programs.Problem{
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, -2000}),
		ends([]float64{0, 0.2, -2000}, []float64{0.5, -1, 0.3}),
		ends([]float64{0, -800, -2000}, []float64{-3000, -1, 0.3}),
		ends([]float64{0, 0.2, 0.4}, []float64{1e15, 1e15 - 1, 1e15 + 2}),
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}),
		ends([]float64{0, 0.2, inf}, []float64{0.5, -1, 0.3}),
	} {
		p.Kernel = kernels.Metropolis{}
		truth := account(t, programs.NewPosterior(p), p)
		for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 2),
			programs.AIS{Problem: p}, programs.NewRejection(p)} {
			a := account(t, e, p)
			d := accounts.DistanceOf(truth, a)
			back := accounts.DistanceOf(a, truth)
			if back.Expected != d.Expected || back.Symmetrised() != d.Symmetrised() ||
				back.Bias.Total() != d.Bias.Total() {
				t.Errorf("there it is %+v, and back %+v", d, back)
			}
			must.Close(t, d.Symmetrised(), a.J(), 1e-11, "the divergence")
			must.Close(t, d.Expected, a.B(), 1e-11, "the expectation")
			if !math.IsInf(a.J(), 1) { // q of a program without a known distribution may be below any float
				must.Close(t, d.Symmetrised()+d.Bias.Total(), a.B(), 1e-11, "divergence and bias")
			}
		}
	}
}

// TestApartOfNeighboursKeepsDigits checks that two programs that are nearly the same, and both ten nats from the
// target, are as far apart as their distributions say, to nine digits: Σ ε²(1-q)q for the distribution q and the log
// ratio ε in one cell.
func TestApartOfNeighboursKeepsDigits(t *testing.T) {
	to := []float64{10, -1, 0.3}
	gold := ends([]float64{0, 0.2, 0.4}, to)
	target := ends([]float64{1e-5, 0.2, 0.4}, to)
	d := accounts.DistanceOf(account(t, programs.NewImportance(gold), gold),
		account(t, programs.NewImportance(target), target))
	// log q_t/q_g is ε - log(1 + q(e^ε-1)) in the first cell, and less by ε in the others, so that the divergence is
	// (q_t - q_g) ε there; and q_t - q_g is q(1-q)(e^ε-1)/(1 + q(e^ε-1)).
	q := exact.EndsOf(gold.Annealing).P1[0]
	by := math.Expm1(1e-5)
	want := 1e-5 * q * (1 - q) * by / (1 + q*by)
	for what, got := range map[string]float64{"the expectation": d.Expected, "the divergence": d.Symmetrised()} {
		if !(math.Abs(got/want-1) < 1e-9) { // roundings of q, 1e-16, over a difference of 1e-6
			t.Errorf("%s is %.12g, and %.12g is right", what, got, want)
		}
	}
	if !(d.Bias.Total() < 1e-14) { // roundings of log weights of size 10
		t.Errorf("programs without choices have a bias of %g", d.Bias.Total())
	}
}
