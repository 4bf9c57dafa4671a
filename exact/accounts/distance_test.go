package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// The distance between two programs that know their laws is the Jeffreys divergence of these laws.
// The distance of any program from exact draws is its B. The order of the two does not matter.
func TestApart(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		truth, one := account(t, programs.NewPosterior(p), p), account(t, programs.NewImportance(p), p)
		sir := account(t, programs.NewSIR(p, 3), p)
		sameDistance(t, p, accounts.Apart(sir, truth).Expected, sir.B())
		sameDistance(t, p, accounts.Apart(one, truth).Expected, exact.Between(one.Q, truth.Q).Jeffreys())
		there, back := accounts.Apart(one, sir), accounts.Apart(sir, one)
		if there.Expected != back.Expected {
			t.Errorf("%v: AIDE is %v there and %v back", p.Grid, there.Expected, back.Expected)
		}
		if there.Symmetrised() != back.Symmetrised() {
			t.Errorf("%v: the divergence is %v there and %v back", p.Grid, there.Symmetrised(), back.Symmetrised())
		}
		if there.Bias.Total() != back.Bias.Total() {
			t.Errorf("%v: the bias is %v there and %v back", p.Grid, there.Bias.Total(), back.Bias.Total())
		}
	}
}

// sameDistance fails t unless both are the same up to rounding: each sums a few numbers of size 1.
func sameDistance(t *testing.T, p programs.Problem, got, want float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) < 1e-12) {
		t.Errorf("%v: AIDE is %.15g and not %.15g", p.Grid, got, want)
	}
}

// A trace is all that a run does: three cells, and perhaps a place.
type trace [4]int

// traces are the laws of the traces u of runs and of the cells x that they return.
type traces struct {
	q       []float64           // q(x)
	own     []map[trace]float64 // q(u|x)
	reverse []map[trace]float64 // r(u;x)
}

func newTraces(cells int) traces {
	t := traces{q: make([]float64, cells)}
	for range cells {
		t.own, t.reverse = append(t.own, map[trace]float64{}), append(t.reverse, map[trace]float64{})
	}
	return t
}

// see adds a trace that returns x, with q(u, x) and r(u; x).
func (t traces) see(u trace, x int, forward, reverse float64) {
	t.q[x] += forward
	t.own[x][u] += forward
	t.reverse[x][u] += reverse
}

// given makes q(u|x) of q(u, x).
func (t traces) given() traces {
	for x, q := range t.q {
		for u := range t.own[x] {
			t.own[x][u] /= q
		}
	}
	return t
}

// drawn are the traces of SIR with two draws: both cells, and the place of the one that is returned.
func drawn(p programs.Problem) traces {
	e := exact.EndLawsOf(p.Annealing)
	t := newTraces(len(e.P))
	for a, pa := range e.P1 {
		for b, pb := range e.P1 {
			wa, wb := math.Exp(e.LogW[a]), math.Exp(e.LogW[b])
			t.see(trace{a, b, 0, 0}, a, pa*pb*wa/(wa+wb), pb/2)
			t.see(trace{a, b, 0, 1}, b, pa*pb*wb/(wa+wb), pa/2)
		}
	}
	return t.given()
}

// walked are the traces of annealing along three levels: all its states.
func walked(p programs.Problem) traces {
	first, n := exact.EndLawsOf(p.Annealing).P1, p.Grid.Size()
	second, back2 := rows(p, 2)
	third, back3 := rows(p, 3)
	t := newTraces(n)
	for a := range n {
		for b := range n {
			for c := range n {
				t.see(trace{a, b, c}, c, first[a]*second[a][b]*third[b][c], back3[c][b]*back2[b][a])
			}
		}
	}
	return t.given()
}

// rows are the probabilities of the kernel at level t, and of its reversal.
func rows(p programs.Problem, t int) (there, back [][]float64) {
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	p.LevelAt(l, t)
	op.Aim(l)
	for x := range p.Grid.Size() {
		var ends [2][]float64
		for i, o := range []chains.Operator{op, op.Reversal()} {
			ends[i] = make([]float64, p.Grid.Size())
			ends[i][x] = chains.StayProbability(o, x)
			o.Row(x, func(y int, prob float64) { ends[i][y] += prob })
		}
		there, back = append(there, ends[0]), append(back, ends[1])
	}
	return there, back
}

// divergence is the mean over x of KL(a(u|x) || b(u|x)).
func divergence(q []float64, a, b []map[trace]float64) (sum float64) {
	for x, prob := range q {
		for u, mass := range a[x] {
			if prob > 0 && mass > 0 {
				sum += prob * mass * math.Log(mass/b[x][u])
			}
		}
	}
	return sum
}

// The four terms of Eq. 3 are divergences between laws of whole traces. An account knows only log w,
// which is enough: log q(u, x)/r(u; x) is log p(x) - log ŵ, whatever else the trace has.
func TestBiasIsOfWholeTraces(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, p := range chaintest.Problems(k, 3) {
			gold, target := drawn(p), walked(p)
			d := accounts.Apart(account(t, programs.NewSIR(p, 2), p), account(t, programs.AIS{Problem: p}, p))
			near(t, "gold's own term", d.Bias.GoldOwn, divergence(gold.q, gold.own, gold.reverse))
			near(t, "the target's other term", d.Bias.TargetOther, divergence(gold.q, target.reverse, target.own))
			near(t, "the target's own term", d.Bias.TargetOwn, divergence(target.q, target.own, target.reverse))
			near(t, "gold's other term", d.Bias.GoldOther, divergence(target.q, gold.reverse, gold.own))
			near(t, "divergence and bias", d.Symmetrised()+d.Bias.Total(), d.Expected)
		}
	}
}

// The terms tell the directions of the divergences apart, and whose traces are looked at.
func TestBrokenBiasIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	gold, target := drawn(p), walked(p)
	d := accounts.Apart(account(t, programs.NewSIR(p, 2), p), account(t, programs.AIS{Problem: p}, p))
	for what, wrong := range map[string]float64{
		"backward":           divergence(gold.q, gold.reverse, gold.own),
		"over other cells":   divergence(target.q, gold.own, gold.reverse),
		"of another program": divergence(gold.q, target.own, target.reverse),
	} {
		if math.Abs(d.Bias.GoldOwn-wrong) < 1e-6 {
			t.Errorf("gold's own term is the same %s", what)
		}
	}
}

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
