package shipped

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// A choice is one way to resample in conditional SMC, with how often a forward run resamples on
// average and how far the law is off.
type choice struct {
	when              string
	chooses           bool
	particles, levels int
	resamplings       float64
	off, meanInvW     float64
}

// choices settles whether conditional SMC may resample only at low ESS. It may, as long as the
// ESS counts all particles, also the kept one.
func choices() []choice {
	two, three := on2(3), ending(on2(3))
	return []choice{
		chose("never", two, 2, 0, right),
		chose("if the ESS is below 3/4", two, 2, 0.75, right),
		chose("always", two, 2, always, right),
		chose("if the ESS is below 9/10", three, 3, 0.9, right),
		chose("if that of the free particles is below 9/10", three, 3, 0.9, withoutKept()),
	}
}

func chose(when string, p programs.Problem, particles int, share float64, s steps) choice {
	count, resampled := 0, s.resampled
	s.resampled = func(logs []float64, ancestors []int) []float64 {
		count++
		return resampled(logs, ancestors)
	}
	f := newFilter(p, particles, share, s)
	atoms := chaintest.AtomsOf(f, p)
	c := choice{when: when, chooses: share > 0 && share < always, particles: particles, levels: p.T(),
		off: atoms.Finding().Value}
	for prob := range enumerate.Every(func(d chains.Dice) { count = 0; f.Forward(d) }) {
		c.resamplings += prob * float64(count)
	}
	for _, a := range atoms.Reverse {
		c.meanInvW += a.Mass * math.Exp(-a.LogW)
	}
	return c
}

func TestConditionalSMCMayResampleAtLowESS(t *testing.T) {
	for i, c := range choices() {
		if holds := c.off < 1e-12; holds != (i < 4) {
			t.Errorf("resampling %s: the law is off by %g", c.when, c.off)
		}
		if c.chooses && !(c.resamplings > 0.1 && c.resamplings < float64(c.levels-1)-0.1) {
			t.Errorf("with %d particles a run resamples %g times: hardly a choice", c.particles, c.resamplings)
		}
	}
}

// endings settles whether AIS has to stop before its last temperature: accounts with the last
// kernel and without.
func endings(t *testing.T) (with, without accounts.Account) {
	t.Helper()
	account := func(p programs.Problem) accounts.Account {
		a, err := accounts.Of(t.Context(), annealing(p), p)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	return account(on2(4)), account(ending(on2(4)))
}

func TestLastKernelChangesSamplesAlone(t *testing.T) {
	with, without := endings(t)
	for _, p := range []programs.Problem{on2(4), ending(on2(4))} {
		if f := chaintest.AtomsOf(annealing(p), p).Finding(); !f.OK {
			t.Error(f)
		}
	}
	if math.Abs(with.B()-without.B()) > 1e-12 {
		t.Errorf("B is %g with the last kernel and %g without", with.B(), without.B())
	}
	if !(with.J() < without.J()) {
		t.Errorf("J is %g with the last kernel and %g without", with.J(), without.J())
	}
}

// A pooling is a way to estimate R from the weights of many particle Gibbs sweeps, with the log of
// the estimate less log R.
type pooling struct {
	how string
	off float64
}

// poolings settles how to do it: only the harmonic mean is right, because in equilibrium a sweep
// is a reverse run.
func poolings() []pooling {
	p := ending(on2(3))
	mean, logs, inverse := 0.0, 0.0, 0.0
	for _, a := range chaintest.AtomsOf(newFilter(p, 3, always, right), p).Reverse {
		mean += a.Mass * math.Exp(a.LogW)
		logs += a.Mass * a.LogW
		inverse += a.Mass * math.Exp(-a.LogW)
	}
	return []pooling{
		{"the mean of log w, as in the code", logs},
		{"the log of the mean of w, as the thread asks", math.Log(mean)},
		{"minus the log of the mean of 1/w", -math.Log(inverse)},
	}
}

func TestSweepsPoolByHarmonicMean(t *testing.T) {
	all := poolings()
	if !(all[0].off > 0.01 && all[1].off > all[0].off) {
		t.Errorf("both readings of the thread should be too high, the second more: %v", all)
	}
	if math.Abs(all[2].off) > 1e-12 {
		t.Errorf("the harmonic mean is off by %g", all[2].off)
	}
}
