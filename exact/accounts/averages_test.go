package accounts_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

func annealer(p programs.Problem) programs.Program { return programs.AIS{Problem: p} }

// A weightLaw is the law of log w/R by its atoms.
type weightLaw map[float64]float64

// enumeratedLaws are the laws of log w/R of forward runs, and of reverse runs from exact
// samples if there are any. Weights that agree to twelve digits are one atom.
func enumeratedLaws(e programs.Estimator, p programs.Problem) (fwd, rev weightLaw) {
	first, last := p.Ends()
	logR, logw := chains.LogSum(last)-chains.LogSum(first), 0.
	fwd, rev = weightLaw{}, weightLaw{}
	one := func(v float64) float64 { return math.Round(v*1e12) / 1e12 }
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
		fwd[one(logw-logR)] += prob
	}
	back, reversible := e.(programs.Program)
	for x, mass := range chains.Normalized(last) {
		if mass == 0 || !reversible {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = back.Reverse(x, d) }) {
			rev[one(logw-logR)] += mass * prob
		}
	}
	return fwd, rev
}

// of is the expectation, and that of the square, of a value of K draws from all tuples: from the first value on, it is
// made of the last one and the next.
func (l weightLaw) of(K int, first float64, next func(so, v float64) float64, value func(so float64) float64) (mean,
	square float64) {
	var walk func(k int, prob, so float64)
	walk = func(k int, prob, so float64) {
		if k == K {
			v := value(so)
			mean += prob * v
			square += prob * v * v
			return
		}
		for v, p := range l {
			walk(k+1, prob*p, next(so, v))
		}
	}
	walk(0, 1, first)
	return mean, square
}

// meanLog is of the log of the mean of e^(sign v).
func (l weightLaw) meanLog(sign float64, K int) (mean, square float64) {
	return l.of(K, 0, func(so, v float64) float64 { return so + math.Exp(sign*v) },
		func(so float64) float64 { return math.Log(so / float64(K)) })
}

// largestOf is of the largest.
func (l weightLaw) largestOf(K int) (mean, square float64) {
	return l.of(K, math.Inf(-1), math.Max, func(so float64) float64 { return so })
}

func TestCombinedIsEnumerated(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.GibbsSweep{}, 3)[:1] {
		combinedIsEnumerated(t, programs.NewImportance(p), p)
		combinedIsEnumerated(t, programs.NewSIR(p, 2), p)
		combinedIsEnumerated(t, annealer(p), p)
	}
	p := chaintest.Problems(kernels.Stretch{}, 2)[0]
	combinedIsEnumerated(t, programs.NewHMEChain(p, 2), p)
	combinedIsEnumerated(t, programs.NewCMS(p, 2, p.Mode()), p)
	combinedIsEnumerated(t, programs.NewCMS(p, 1, programs.Drawn), p)
	deep := ends([]float64{0, 0.2, 0.4}, []float64{0.5, -30, 0.3})
	combinedIsEnumerated(t, programs.NewImportance(deep), deep)
	combinedIsEnumerated(t, programs.NewSIR(deep, 2), deep)
	for _, p := range chaintest.Problems(kernels.GibbsSweep{}, 2)[:2] {
		combinedIsEnumerated(t, programs.CMSFirst{Of: programs.NewCMS(p, 3, p.Mode())}, p)
	}
}

// combinedIsEnumerated holds averages of one run and of two. CMS from the first place has no reverse, and E[w] is not
// R.
func combinedIsEnumerated(t *testing.T, e programs.Estimator, p programs.Problem) {
	t.Helper()
	fwd, rev := enumeratedLaws(e, p)
	for K := 1; K <= 2; K++ {
		mean, square := fwd.meanLog(1, K)
		sameCombined(t, "arithmetic mean", accounts.Arithmetic, e, p, K, mean, square)
		if len(rev) > 0 {
			mean, square = rev.meanLog(-1, K)
			sameCombined(t, "harmonic mean", accounts.Harmonic, e, p, K, -mean, square)
		}
	}
}

func sameCombined(t *testing.T, what string,
	of func(context.Context, programs.Estimator, programs.Problem, int) (accounts.Combined, error),
	e programs.Estimator, p programs.Problem, K int, mean, square float64) {
	t.Helper()
	c := must.Have(of(t.Context(), e, p, K))(t)
	must.Close(t, c.Mean, mean, 1e-11, "E log of the %s", what)
	must.Close(t, c.Square, square, 1e-11, "E log² of the %s", what)
	if !(c.Off < 1e-10) {
		t.Errorf("the %s says that it is off by %g", what, c.Off)
	}
}

// The log of the average of a hundred runs of one step of annealing, which are as many draws, and of many draws.
func TestCombinedOfManyIsTheSum(t *testing.T) {
	p := ends([]float64{0.3, -0.2}, []float64{-0.9, 1.4})
	sir := must.Have(accounts.Arithmetic(t.Context(), programs.NewSIR(p, 10), p, 10))(t)
	sameCombined(t, "arithmetic mean", accounts.Arithmetic, annealer(p), p, 100, sir.Mean, sir.Square)
	sameCombined(t, "arithmetic mean", accounts.Arithmetic, programs.NewImportance(p), p, 100, sir.Mean, sir.Square)
}

// Weights of 0 make the log of a mean infinite.
func TestCombinedOfNothing(t *testing.T) {
	inf := math.Inf(-1)
	lost := ends([]float64{0, 0, 0}, []float64{0.5, -1, inf})
	found := ends([]float64{0, 0, inf}, []float64{0.5, -1, 0})
	for i, of := range []func(programs.Problem) programs.Program{
		func(p programs.Problem) programs.Program { return programs.NewImportance(p) },
		func(p programs.Problem) programs.Program { return programs.NewSIR(p, 2) },
		annealer,
		func(p programs.Problem) programs.Program { return programs.NewHMEChain(p, 2) },
	} {
		c, err := accounts.Arithmetic(t.Context(), of(lost), lost, 3)
		if err != nil || !math.IsInf(c.Mean, -1) {
			t.Errorf("program %d: E log of a mean that may be 0 is %v, with error %v", i, c.Mean, err)
		}
		if _, chain := of(lost).(programs.HMEChain); !chain {
			if c, err = accounts.Largest(t.Context(), of(lost), lost, 3, 0.1); err != nil || !math.IsInf(c.Mean, -1) {
				t.Errorf("program %d: E max is %v, with error %v", i, c.Mean, err)
			}
		}
		c, err = accounts.Harmonic(t.Context(), of(found), found, 3)
		if err != nil || !math.IsInf(c.Mean, 1) {
			t.Errorf("program %d: E log of a harmonic mean that may be infinite is %v, with error %v", i, c.Mean, err)
		}
	}
}

// Other programs are refused, and what has no digits, or would take minutes: an integral over weights that span 1e15
// nats, tails over ten thousand nats to a tenth of one, and powers of weights from a mass of p_1 below any float.
func TestAveragesTooLarge(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	deep := ends([]float64{0, 0}, []float64{0, -1e15})
	long := ends([]float64{0, 0}, []float64{0, -1e4})
	far := ends([]float64{0, 0}, []float64{0, -1e12})
	low := ends([]float64{0, -900}, []float64{0, 0})
	_, ofSMC := accounts.Harmonic(t.Context(), programs.SMC{Problem: p, P: 2}, p, 3)
	_, ofDeep := accounts.Arithmetic(t.Context(), programs.NewSIR(deep, 2), deep, 3)
	_, ofCMS := accounts.Above(t.Context(), programs.NewCMS(p, 2, 0), p, 0.1, 1)
	_, ofLow := accounts.Below(t.Context(), annealer(low), low, 0.1, 1)
	all := []error{ofSMC, ofDeep, ofCMS, ofLow}
	for _, p := range []programs.Problem{long, far} {
		for _, e := range []programs.Program{programs.NewSIR(p, 2), annealer(p)} {
			_, err := accounts.Largest(t.Context(), e, p, 3, 0.1)
			all = append(all, err)
		}
	}
	for i, err := range all {
		if !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("case %d: the error is %v", i, err)
		}
	}
}

// A constant in the target's log density costs no digits.
func TestAveragesWithAConstantInLogF(t *testing.T) {
	from := []float64{0, 0.2, 0.4}
	raised := []float64{1e15, 1e15 - 1, 1e15 + 2}
	low := []float64{0, -1, 2}
	p, q := ends(from, raised), ends(from, low)
	p.Kernel = kernels.HeatBath{}
	q.Kernel = kernels.HeatBath{}
	for _, of := range []func(programs.Problem) programs.Program{
		func(p programs.Problem) programs.Program { return programs.NewSIR(p, 7) },
		func(p programs.Problem) programs.Program { return programs.NewHMEChain(p, 5) },
		func(p programs.Problem) programs.Program { return programs.NewCMS(p, 5, p.Mode()) },
	} {
		got := must.Have(accounts.Arithmetic(t.Context(), of(p), p, 3))(t)
		want := must.Have(accounts.Arithmetic(t.Context(), of(q), q, 3))(t)
		must.Close(t, got.Mean, want.Mean, 1e-11, "E log of a mean")
	}
}

func TestLargestIsEnumerated(t *testing.T) {
	const asked, rounded = 0.2, 1e-11 // the oracle's weights have twelve digits
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3)[:1] {
		for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 2), annealer(p)} {
			law, _ := enumeratedLaws(e, p)
			mean, square := law.largestOf(2)
			c := must.Have(accounts.Largest(t.Context(), e, p, 2, asked))(t)
			if off := math.Abs(c.Mean - mean); off > c.Off+rounded {
				t.Errorf("%T: E max is off by %g, which is more than %g", e, off, c.Off)
			}
			if off := math.Abs(c.Square - square); off > c.Off+rounded {
				t.Errorf("%T: E max² is off by %g, which is more than %g", e, off, c.Off)
			}
			if c.Off > asked {
				t.Errorf("%T: E max says that it is off by %g", e, c.Off)
			}
			if _, direct := e.(programs.Direct); direct && c.Off > 1e-12 {
				t.Errorf("%T: E max says that it is off by %g", e, c.Off)
			}
			if mean, _ := law.largestOf(1); math.Abs(c.Mean-mean) < 1e-3 {
				t.Errorf("%T: E max of two is that of one", e)
			}
			if _, sir := e.(programs.SIR); sir { // the largest of one run is the run: its mean needs no tails
				mean, square := law.largestOf(1)
				one, err := accounts.Largest(t.Context(), e, p, 1, asked)
				if off := max(math.Abs(one.Mean-mean), math.Abs(one.Square-square)); err != nil ||
					!(off < rounded) || one.Off > 1e-9 {
					t.Errorf("the moments of one run are off by %g, and say %g, with error %v", off, one.Off, err)
				}
			}
		}
	}
}

// Where all weights are one the tails are those of a single place, and hold it.
func TestLargestOfOneWeight(t *testing.T) {
	p := ends([]float64{0, 0}, []float64{0, 0})
	c := must.Have(accounts.Largest(t.Context(), annealer(p), p, 3, 0.1))(t)
	if !(math.Abs(c.Mean) <= c.Off && c.Square <= c.Off) {
		t.Errorf("E max is %g and E max² %g, off by %g", c.Mean, c.Square, c.Off)
	}
}

// above is P(sign v > b).
func (l weightLaw) above(sign, b float64) (sum float64) {
	for v, p := range l {
		if sign*v > b {
			sum += p
		}
	}
	return sum
}

var tailPlaces = []float64{-2, -0.7, -0.1, 0, 0.05, 0.3, 0.9, 1.7, 3}

// At the edges some weights are 0 or infinite.
func TestTailsAreEnumerated(t *testing.T) {
	inf := math.Inf(-1)
	for _, p := range append(chaintest.Problems(kernels.GibbsSweep{}, 3)[:1],
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}),
		ends([]float64{0, 0.2, inf}, []float64{0.5, -1, 0.3}),
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -20, 0.3}),
	) {
		for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 1), programs.NewSIR(p, 3),
			annealer(p)} {
			fwd, rev := enumeratedLaws(e, p)
			tailsAre(t, "log w > log R + b", accounts.Above, e, p, func(b float64) float64 { return fwd.above(1, b) })
			tailsAre(t, "log w < log R - b", accounts.Below, e, p, func(b float64) float64 { return rev.above(-1, b) })
		}
	}
}

// tailsAre compares tails with those of a law of atoms: they hold the tail between them, and
// not more than that of two widths around.
func tailsAre(t *testing.T, what string,
	of func(context.Context, programs.Estimator, programs.Problem, float64, ...float64) ([]accounts.Tail, error),
	e programs.Program, p programs.Problem, above func(b float64) float64) {
	t.Helper()
	const width, rounding = 0.1, 1e-11
	all := must.Have(of(t.Context(), e, p, width, tailPlaces...))(t)
	for i, b := range tailPlaces {
		got := all[i]
		if got.B != b {
			t.Errorf("%T: tail %d is at %v", e, i, got.B)
		}
		if want := above(b + 1e-9); got.Low > want+rounding {
			t.Errorf("%T: P(%s) is at least %v for b = %v, and it is %v", e, what, got.Low, b, want)
		}
		if want := above(b - 1e-9); got.High < want-rounding {
			t.Errorf("%T: P(%s) is at most %v for b = %v, and it is %v", e, what, got.High, b, want)
		}
		if want := above(b + 2.1*width); got.Low < want-rounding {
			t.Errorf("%T: P(%s) is bounded by %v for b = %v, where %v would do", e, what, got.Low, b, want)
		}
		if want := above(b - 2.1*width); got.High > want+rounding {
			t.Errorf("%T: P(%s) is bounded by %v for b = %v, where %v would do", e, what, got.High, b, want)
		}
		if got.Low > got.Markov() {
			t.Errorf("%T: P(%s) is at least %v for b = %v, above Markov's bound", e, what, got.Low, b)
		}
	}
}

// lawTails brackets P(sign (log w - log R) > b) by the law of one direction, to this width.
func lawTails(t *testing.T, p programs.Problem, sign, width float64, b []float64) (all []accounts.Tail) {
	t.Helper()
	coarse := must.Have(accounts.LawOf(t.Context(), p.Annealing, sign < 0, 1))(t)
	l := must.Have(accounts.LawOf(t.Context(), p.Annealing, sign < 0, width/(coarse.High-coarse.Low)))(t)
	if math.Abs(l.Width-width) > 1e-12 {
		t.Errorf("the width is %v, and %v was asked for", l.Width, width)
	}
	for _, b := range b {
		tail := accounts.Tail{B: b, Low: l.Above(b + width), High: l.Above(b - width)}
		if sign < 0 {
			tail.Low = 1 - l.Above(-b-width)
			tail.High = 1 - l.Above(-b+width)
		}
		all = append(all, tail)
	}
	return all
}

func TestLawIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.GibbsSweep{}, kernels.Stretch{}} {
		for _, p := range chaintest.Problems(k, 3)[:2] {
			fwd, rev := enumeratedLaws(annealer(p), p)
			for sign, law := range map[float64]weightLaw{1: fwd, -1: rev} {
				of := func(_ context.Context, _ programs.Estimator, p programs.Problem, width float64, b ...float64) (
					[]accounts.Tail, error) {
					return lawTails(t, p, sign, width, b), nil
				}
				tailsAre(t, "a law", of, annealer(p), p, func(b float64) float64 { return law.above(sign, b) })
			}
		}
	}
}

// A law that would take long is known to a larger width, or not at all. It is stopped like
// everything else.
func TestLawIsQuick(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 20_000)[0]
	ctx, stop := context.WithCancel(t.Context())
	stop()
	l, err := accounts.LawOf(ctx, p.Annealing, false, 1e-6)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a law that is stopped is %v", err)
	}
	if !(l.Width > 1e-3*(l.High-l.Low)) {
		t.Errorf("20,000 levels have a law of width %v", l.Width)
	}
	p = chaintest.Problems(kernels.Metropolis{}, 200_000)[0]
	if _, err := accounts.LawOf(ctx, p.Annealing, false, 1e-6); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error of a law of 200,000 levels is %v", err)
	}
}
