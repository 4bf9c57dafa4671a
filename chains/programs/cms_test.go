package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func TestCMSKeepsTheLaw(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, states := range []int{1, 2, 4} {
			atMode := func(p programs.Problem) programs.Program { return programs.NewCMS(p, states, p.Mode()) }
			chaintest.ProgramLaws(t, atMode, chaintest.Problems(k, 2)...)
		}
		atSample := func(p programs.Problem) programs.Program { return programs.NewCMS(p, 2, programs.Drawn) }
		chaintest.ProgramLaws(t, atSample, chaintest.Problems(k, 2)...)
	}
}

// unreversed starts its chain at T(.|x*) where the reversal is due.
type unreversed struct{ programs.CMS }

func (p unreversed) Forward(d chains.Dice) (x int, logw float64) {
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	p.LevelAt(l, p.T())
	op.Aim(l)
	x = op.Step(p.Star, d)
	return x, p.Reverse(x, d)
}

func TestBrokenCMSIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return unreversed{programs.NewCMS(p, 1, p.Mode())} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.GibbsSweep{}, 2)...)
}

// meanWeight is E_fwd[w]/R.
func meanWeight(e programs.Estimator, p programs.Problem) (mean float64) {
	first, last := p.Ends()
	logw, logR := 0., chains.LogSum(last)-chains.LogSum(first)
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
		mean += prob * math.Exp(logw-logR)
	}
	return mean
}

// Independence reaches the mode from everywhere in one step, and is reversible. CMS is then
// unbiased. Started at the first place it is unbiased up to K = 2, and biased from K = 3 on.
func TestCMSStartedAtTheFirstIsBiased(t *testing.T) {
	p := chaintest.Problems(kernels.Independence{}, 2)[1]
	for states := 1; states <= 4; states++ {
		c := programs.NewCMS(p, states, p.Mode())
		if off := math.Abs(meanWeight(c, p) - 1); off > 1e-12 {
			t.Errorf("with K = %d E[w]/R of CMS is off by %g", states, off)
		}
		off := math.Abs(meanWeight(programs.CMSFirst{Of: c}, p) - 1)
		if biased := off > 1e-12; biased != (states >= 3) {
			t.Errorf("with K = %d E[w]/R from the first place is off by %g", states, off)
		}
	}
}

// Metropolis steps to neighbours alone. A stationary chain of K states that has none next to
// the mode has T(x*|x_k) = 0 everywhere, and E[w]/R is short of the mass of such chains.
func TestCMSIsShortOfTheMassOutOfReach(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	_, last := p.Ends()
	mass := chains.Normalized(last)
	const far = 0 // of the path 0, 1, 2 with its mode at 2
	if p.Mode() != 2 {
		t.Fatalf("the mode is %d", p.Mode())
	}
	for states := 1; states <= 4; states++ {
		c := programs.NewCMS(p, states, p.Mode())
		missed := mass[far] * math.Pow(stay(p, far), float64(states-1))
		if off := math.Abs(meanWeight(c, p) - (1 - missed)); off > 1e-12 {
			t.Errorf("with K = %d E[w]/R plus the mass out of reach, %g, is off 1 by %g", states, missed, off)
		}
		if off := math.Abs(meanWeight(programs.CMSFirst{Of: c}, p) - 1); off < missed/2 {
			t.Errorf("with K = %d E[w]/R from the first place is off by %g", states, off)
		}
	}
}

// stay is the probability that a step at the target's level stays in x.
func stay(p programs.Problem, x int) float64 {
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	p.LevelAt(l, p.T())
	op.Aim(l)
	return chains.Stay(op, x)
}

func TestReadCMS(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	for spec, want := range map[string]struct {
		star    int
		program bool
	}{
		"cms:3":                       {p.Mode(), true},
		"cms:3:at=sample":             {programs.Drawn, true},
		"cms:3:start=first":           {p.Mode(), false},
		"cms:3:at=sample:start=first": {programs.Drawn, false},
	} {
		m, known, err := programs.Read(spec)
		if err != nil || !known {
			t.Errorf("%s is known: %v, with error %v", spec, known, err)
			continue
		}
		e, err := m(p)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		}
		c, program := e.(programs.CMS)
		if first, ok := e.(programs.CMSFirst); ok {
			c = first.Of
		}
		if program != want.program {
			t.Errorf("%s is a program: %v", spec, program)
		}
		if c.Star != want.star || c.K != 3 {
			t.Errorf("%s has K = %d and x* = %d", spec, c.K, c.Star)
		}
	}
	if _, _, err := programs.Read("cms:0"); err == nil {
		t.Error("cms:0 is read")
	}
}
