package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// From exact draws the divergence is the account's J and the expectation its B, also where masses are
// below any float, and whatever constant log f has.
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
			d := accounts.Apart(truth, a)
			if back := accounts.Apart(a, truth); back.Expected != d.Expected || back.Symmetrised() != d.Symmetrised() ||
				back.Bias.Total() != d.Bias.Total() {
				t.Errorf("there it is %+v, and back %+v", d, back)
			}
			near(t, "the divergence", d.Symmetrised(), a.J())
			near(t, "the expectation", d.Expected, a.B())
			if !math.IsInf(a.J(), 1) { // q of a program without a known law may be below any float
				near(t, "divergence and bias", d.Symmetrised()+d.Bias.Total(), a.B())
			}
		}
	}
}

// Two programs that are nearly the same, and both ten nats from the target, are as far apart as
// their laws say, to nine digits: Σ ε²(1-q)q for the law q and the log ratio ε in one cell.
func TestApartOfNeighboursKeepsDigits(t *testing.T) {
	to := []float64{10, -1, 0.3}
	gold, target := ends([]float64{0, 0.2, 0.4}, to), ends([]float64{1e-5, 0.2, 0.4}, to)
	d := accounts.Apart(account(t, programs.NewImportance(gold), gold), account(t, programs.NewImportance(target), target))
	// log q_t/q_g is ε - log(1 + q(e^ε-1)) in the first cell, and less by ε in the others, so that the
	// divergence is (q_t - q_g) ε there; and q_t - q_g is q(1-q)(e^ε-1)/(1 + q(e^ε-1)).
	q, by := exact.EndLawsOf(gold.Annealing).P1[0], math.Expm1(1e-5)
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

// The gold standard returns cell 0 in most runs, and its mass under the target is e^-1023, below any float.
// So what CMS says of that cell counts: G is the mean of log ŵ over its reverse runs, and q is not 0.
func TestApartBelowAnyFloat(t *testing.T) {
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(3), Schedule: chains.Linear(2),
		Kernel: kernels.King{},
		Bridge: chains.Geometric{From: []float64{0, -15, -31}, To: []float64{-1024, 0, -373}}}, Sample: -1}
	e := programs.NewCMS(p, 3, 1)
	a, want, logw := account(t, e, p), 0., 0.
	for prob := range enumerate.Every(func(d chains.Dice) { logw = e.Reverse(0, d) }) {
		want += prob * (logw - a.LogR)
	}
	if !(math.Abs(want) > 0.1 && math.Abs(a.G[0]-want) < 1e-10) {
		t.Errorf("G of cell 0 is %v, want %v", a.G[0], want)
	}
	d := accounts.Apart(account(t, programs.AIS{Problem: p}, p), a)
	if !(d.Symmetrised() <= d.Expected) || math.IsInf(d.Expected, 1) {
		t.Errorf("the divergence is %v, and the expectation %v", d.Symmetrised(), d.Expected)
	}
}

// SMC's particles do not tell of such a cell. The expectation is then not known, unless nothing returns it.
func TestApartBelowAnyFloatIsNotKnown(t *testing.T) {
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2), Schedule: chains.Linear(2),
		Kernel: kernels.Metropolis{}, Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, -1024}}}, Sample: -1}
	smc := account(t, programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}, p)
	if d := accounts.Apart(account(t, programs.NewImportance(p), p), smc); !math.IsNaN(d.Expected) {
		t.Errorf("from a program that returns the cell it is %v, want NaN", d.Expected)
	}
	if d := accounts.Apart(account(t, programs.NewPosterior(p), p), smc); !(d.Expected > 0) {
		t.Errorf("from the posterior it is %v", d.Expected)
	}
}
