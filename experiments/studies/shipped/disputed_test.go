package shipped

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
)

// With two particles both means and the posterior of particle Gibbs are right although offspring replay. Single
// weights still tell.
func TestTwoParticlesHideReplayFromPosterior(t *testing.T) {
	all := broken(checksOf(filtering(ending(on2(4)), 2, always, replaying())))
	if len(all) != 1 || all[0].Law != byAtom {
		t.Fatalf("broken are %v, and only %s was expected", all, byAtom)
	}
	says(t, "%d runs see one at %s", all[0].runs(), all[0].At)
}

// Log likelihoods that lie symmetrically about one value have the same ESS with either sign.
func TestSymmetricLogLikelihoodsHideTheSign(t *testing.T) {
	symmetric := []float64{3, 4, 5, 6, 7}
	if a, b := ess(scaled(symmetric, 0.7)), ess(scaled(symmetric, -0.7)); math.Abs(a-b) > 1e-12 {
		t.Errorf("the ESS is %g with one sign and %g with the other", a, b)
	}
	means, logw := map[float64]float64{}, 0.0 // of w/R, by slope
	for _, slope := range []float64{1, -1} {
		p := tempering(on2(3), 3, slope)
		first, last := p.problem.Ends()
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw = p.Forward(d) }) {
			means[slope] += prob * math.Exp(logw-chains.LogSum(last)+chains.LogSum(first))
		}
	}
	says(t, "it is %.4g then, and %.4g with the bug", means[1], means[-1])
}

// Conditional SMC may resample only at low ESS, as long as the ESS counts all particles, also the kept one.
func TestConditionalSMCMayResampleAtLowESS(t *testing.T) {
	two, three := on2(3), ending(on2(3))
	for _, c := range []struct {
		when      string
		problem   programs.Problem
		particles int
		share     float64
		steps     steps
		holds     bool
	}{
		{"never", two, 2, 0, right, true},
		{"if the ESS is below 3/4", two, 2, 0.75, right, true},
		{"always", two, 2, always, right, true},
		{"if the ESS is below 9/10", three, 3, 0.9, right, true},
		{"if that of the free particles is below 9/10", three, 3, 0.9, withoutKept(), false},
	} {
		count, resampled := 0, c.steps.resampled
		c.steps.resampled = func(logs []float64, ancestors []int) []float64 {
			count++
			return resampled(logs, ancestors)
		}
		f := newFilter(c.problem, c.particles, c.share, c.steps)
		atoms := chaintest.AtomsOf(f, c.problem)
		inverse := 0.0
		law := "less than 1e-12"
		if off := atoms.Finding().Value; (off < 1e-12) != c.holds {
			t.Errorf("resampling %s: the law is off by %g", c.when, off)
		} else if !c.holds {
			law = fmt.Sprintf("%.4g", off)
		}
		for _, a := range atoms.Reverse {
			inverse += a.Mass * math.Exp(-a.LogW)
		}
		mean := 0.0
		for prob := range enumerate.Every(func(d chains.Dice) { count = 0; f.Forward(d) }) {
			mean += prob * float64(count)
		}
		if chooses := c.share > 0 && c.share < always; chooses && !(mean > 0.1 && mean < float64(c.problem.T()-1)-0.1) {
			t.Errorf("with %d particles a run resamples %g times: hardly a choice", c.particles, mean)
		}
		says(t, "| %s | %d | %d | %.6g | %s | %.6g |", c.when, c.particles, c.problem.T(), mean, law, inverse)
	}
}

// TestWaiting: the law holds at every share if the kept particle counts, and breaks at those where a run resamples if
// it does not. At 9/10 the numbers are those of the table.
func TestWaiting(t *testing.T) {
	all := must.Have(measureWaiting(t.Context(), run.Setting{}))(t)
	broke := 0
	for _, w := range all {
		holds := w.Off == 0 && math.Abs(w.Inverse-1) < 1e-12
		if w.Counts == ofAll && !holds {
			t.Errorf("%+v: the law is off", w)
		}
		if w.Off > 0 {
			broke++
		}
	}
	for _, c := range []struct {
		counts    Counted
		off, mean float64
	}{{ofAll, 0, 1}, {ofFree, 0.1162, 0.988951}} {
		i := slices.IndexFunc(all, func(w Waiting) bool { return w.Counts == c.counts && w.Share == 0.9 })
		must.Near(t, all[i].Off, c.off, 5e-5, "the law, by the ESS of %s,", c.counts)
		must.Near(t, all[i].Inverse, c.mean, 5e-7, "R E[1/w], by the ESS of %s,", c.counts)
	}
	says(t, "on %d of %d shares", broke, len(shares()))
}

// AIS need not stop before its last temperature: the last kernel changes the samples, and no weight.
func TestLastKernelChangesSamplesAlone(t *testing.T) {
	var both [2]accounts.Account
	for i, p := range []programs.Problem{on2(4), ending(on2(4))} {
		if f := chaintest.AtomsOf(annealing(p), p).Finding(); !f.OK {
			t.Error(f)
		}
		var err error
		if both[i], err = accounts.Of(t.Context(), annealing(p), p); err != nil {
			t.Fatal(err)
		}
		last := "run"
		if p.SkipLast {
			last = "left out"
		}
		says(t, "| %s | %.6g | %.5f | %.5g | %.5f | %.5f |", last, both[i].MeanW, both[i].B(),
			both[i].J(), both[i].Q[1], both[i].P[1])
	}
	with, without := both[0], both[1]
	if math.Abs(with.B()-without.B()) > 1e-12 {
		t.Errorf("B is %g with the last kernel and %g without", with.B(), without.B())
	}
	if !(with.J() < without.J()) {
		t.Errorf("J is %g with the last kernel and %g without", with.J(), without.J())
	}
}

// Of the ways to estimate R from the weights of many particle Gibbs sweeps only the harmonic mean is right, because in
// equilibrium a sweep is a reverse run. The mean of log w, as in the code of the thread, is too high; the log of the
// mean of w, as the thread asks, is higher still.
func TestSweepsPoolByHarmonicMean(t *testing.T) {
	p := ending(on2(3))
	var mean, logs, inverse float64
	for _, a := range chaintest.AtomsOf(newFilter(p, 3, always, right), p).Reverse {
		mean += a.Mass * math.Exp(a.LogW)
		logs += a.Mass * a.LogW
		inverse += a.Mass * math.Exp(-a.LogW)
	}
	if !(logs > 0.01 && math.Log(mean) > logs) {
		t.Errorf("both readings of the thread should be too high, the second more: %g, %g", logs, math.Log(mean))
	}
	if off := -math.Log(inverse); math.Abs(off) > 1e-12 {
		t.Errorf("the harmonic mean is off by %g", off)
	}
	says(t, "the mean of log w, as in the code | %.5f | | the log of the mean of w, as the thread asks | %.5f |", logs,
		math.Log(mean))
}
