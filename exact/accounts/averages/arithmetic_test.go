package averages_test

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
	"breadboard/exact/accounts/averages"
)

// A weightLaw is the law of log w/R by its atoms.
type weightLaw map[float64]float64

// enumeratedLaws are the laws of log w/R of forward runs, and of reverse runs from exact
// samples. Weights that agree to twelve digits are one atom.
func enumeratedLaws(e programs.Program, p programs.Problem) (fwd, rev weightLaw) {
	first, last := p.Ends()
	logR, logw := chains.LogSum(last)-chains.LogSum(first), 0.
	fwd, rev = weightLaw{}, weightLaw{}
	one := func(v float64) float64 { return math.Round(v*1e12) / 1e12 }
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
		fwd[one(logw-logR)] += prob
	}
	for x, mass := range chains.Normalized(last) {
		if mass == 0 {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = e.Reverse(x, d) }) {
			rev[one(logw-logR)] += mass * prob
		}
	}
	return fwd, rev
}

// meanLog is the expectation, and that of the square, of the log of the mean of e^(sign v)
// over K draws of v.
func (l weightLaw) meanLog(sign float64, K int) (mean, square float64) {
	var walk func(k int, prob, sum float64)
	walk = func(k int, prob, sum float64) {
		if k == K {
			v := math.Log(sum / float64(K))
			mean, square = mean+prob*v, square+prob*v*v
			return
		}
		for v, p := range l {
			walk(k+1, prob*p, sum+math.Exp(sign*v))
		}
	}
	walk(0, 1, 0)
	return mean, square
}

func TestCombinedIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, p := range chaintest.Problems(k, 3) {
			combinedIsEnumerated(t, programs.NewImportance(p), p)
			combinedIsEnumerated(t, programs.NewSIR(p, 2), p)
			combinedIsEnumerated(t, programs.AIS{Problem: p}, p)
		}
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Lifted{}} {
		for _, p := range chaintest.Problems(k, 2) {
			combinedIsEnumerated(t, programs.NewHMEChain(p, 3), p)
			combinedIsEnumerated(t, programs.NewCMS(p, 2, p.Mode()), p)
			combinedIsEnumerated(t, programs.NewCMS(p, 1, programs.Drawn), p)
		}
	}
	deep := ends([]float64{0, 0.2, 0.4}, []float64{0.5, -30, 0.3})
	combinedIsEnumerated(t, programs.NewImportance(deep), deep)
	combinedIsEnumerated(t, programs.NewSIR(deep, 2), deep)
}

func combinedIsEnumerated(t *testing.T, e programs.Program, p programs.Problem) {
	t.Helper()
	fwd, rev := enumeratedLaws(e, p)
	for K := 1; K <= 2; K++ {
		mean, square := fwd.meanLog(1, K)
		sameCombined(t, "arithmetic mean", averages.Arithmetic, e, p, K, mean, square)
		mean, square = rev.meanLog(-1, K)
		sameCombined(t, "harmonic mean", averages.Harmonic, e, p, K, -mean, square)
	}
}

func sameCombined(t *testing.T, what string,
	of func(context.Context, programs.Estimator, programs.Problem, int) (averages.Combined, error),
	e programs.Program, p programs.Problem, K int, mean, square float64) {
	t.Helper()
	c, err := of(t.Context(), e, p, K)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "E log of the "+what, c.Mean, mean)
	near(t, "E log² of the "+what, c.Square, square)
	if !(c.Off < 1e-10) {
		t.Errorf("the %s says that it is off by %g", what, c.Off)
	}
}

// CMS started at the first place has no reverse, and E[w] is not R.
func TestCombinedFromTheFirstPlaceIsEnumerated(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.GibbsSweep{}, 2) {
		c := programs.NewCMS(p, 3, p.Mode())
		e := programs.CMSFirst{Of: c}
		fwd, _ := enumeratedLaws(firstForward{c, e}, p)
		mean, square := fwd.meanLog(1, 2)
		got, err := averages.Arithmetic(t.Context(), e, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "E log of the arithmetic mean", got.Mean, mean)
		near(t, "E log² of the arithmetic mean", got.Square, square)
	}
}

// firstForward has the reverse of CMS, so that its laws can be enumerated.
type firstForward struct {
	programs.CMS
	first programs.CMSFirst
}

func (p firstForward) Forward(d chains.Dice) (int, float64) { return p.first.Forward(d) }

// One run combined with none is the account.
func TestCombinedOfOneIsTheAccount(t *testing.T) {
	p := chaintest.Problems(kernels.HeatBath{}, 30)[1]
	e := programs.AIS{Problem: p}
	acc, err := accounts.Of(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	sameCombined(t, "arithmetic mean", averages.Arithmetic, e, p, 1, -acc.Paths.Forward, acc.FwdSquare)
	sameCombined(t, "harmonic mean", averages.Harmonic, e, p, 1, acc.Paths.Reverse, acc.RevSquare)
}

// Weights of 0 make the log of a mean infinite.
func TestCombinedOfNothing(t *testing.T) {
	inf := math.Inf(-1)
	lost, found := ends([]float64{0, 0, 0}, []float64{0.5, -1, inf}), ends([]float64{0, 0, inf}, []float64{0.5, -1, 0})
	for i, of := range []func(programs.Problem) programs.Program{
		func(p programs.Problem) programs.Program { return programs.NewImportance(p) },
		func(p programs.Problem) programs.Program { return programs.NewSIR(p, 2) },
		annealer,
		func(p programs.Problem) programs.Program { return programs.NewHMEChain(p, 2) },
	} {
		c, err := averages.Arithmetic(t.Context(), of(lost), lost, 3)
		if err != nil || !math.IsInf(c.Mean, -1) {
			t.Errorf("program %d: E log of a mean that may be 0 is %v, with error %v", i, c.Mean, err)
		}
		c, err = averages.Harmonic(t.Context(), of(found), found, 3)
		if err != nil || !math.IsInf(c.Mean, 1) {
			t.Errorf("program %d: E log of a harmonic mean that may be infinite is %v, with error %v", i, c.Mean, err)
		}
	}
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	smc := programs.SMC{Problem: p, P: 2}
	if _, err := averages.Harmonic(t.Context(), smc, p, 3); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("of SMC the error is %v", err)
	}
}

func annealer(p programs.Problem) programs.Program { return programs.AIS{Problem: p} }

// The comparison with enumeration sees that two runs are combined where three are due.
func TestBrokenCombinedIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	e := programs.AIS{Problem: p}
	fwd, rev := enumeratedLaws(e, p)
	two, err := averages.Arithmetic(t.Context(), e, p, 2)
	if err != nil {
		t.Fatal(err)
	}
	if mean, _ := fwd.meanLog(1, 3); math.Abs(two.Mean-mean) < 1e-3 {
		t.Error("E log of the arithmetic mean is the same with a run less")
	}
	if two, err = averages.Harmonic(t.Context(), e, p, 2); err != nil {
		t.Fatal(err)
	}
	if mean, _ := rev.meanLog(-1, 3); math.Abs(two.Mean+mean) < 1e-3 {
		t.Error("E log of the harmonic mean is the same with a run less")
	}
}

// A constant in the target's log density costs no digits.
func TestAveragesWithAConstantInLogF(t *testing.T) {
	from, raised, low := []float64{0, 0.2, 0.4}, []float64{1e15, 1e15 - 1, 1e15 + 2}, []float64{0, -1, 2}
	p, q := ends(from, raised), ends(from, low)
	p.Kernel, q.Kernel = kernels.HeatBath{}, kernels.HeatBath{}
	for _, of := range []func(programs.Problem) programs.Program{
		func(p programs.Problem) programs.Program { return programs.NewSIR(p, 7) },
		func(p programs.Problem) programs.Program { return programs.NewHMEChain(p, 5) },
		func(p programs.Problem) programs.Program { return programs.NewCMS(p, 5, p.Mode()) },
	} {
		got, err := averages.Arithmetic(t.Context(), of(p), p, 3)
		if err != nil {
			t.Fatal(err)
		}
		want, err := averages.Arithmetic(t.Context(), of(q), q, 3)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "E log of a mean", got.Mean, want.Mean)
	}
}

// An integral over weights that span 1e15 nats has too many nodes.
func TestAverageIsTooDeep(t *testing.T) {
	p := ends([]float64{0, 0}, []float64{0, -1e15})
	if _, err := averages.Arithmetic(t.Context(), programs.NewSIR(p, 2), p, 3); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
