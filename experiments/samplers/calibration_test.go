package samplers

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/kernels"
	"breadboard/toys/zoo"
)

// listed are densities of the zoo by their names.
func listed(t *testing.T, names string) []zoo.Density {
	t.Helper()
	list, err := zoo.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// both are the starts of the tests.
var both = []string{"exact", "lightest"}

// entryOf is a density of the zoo.
func entryOf(t *testing.T, name string) entry {
	t.Helper()
	e, err := newEntry(listed(t, name)[0], both)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// broken are an honest ESS and three diagnostics with a bug.
func broken(t *testing.T) []diagnostics.Diagnostic {
	t.Helper()
	var honest, rhat diagnostics.Diagnostic
	for _, d := range diagnostics.Catalogue {
		switch d.Name {
		case "ess-monotone":
			honest = d
		case "r-hat-classic":
			rhat = d
		}
	}
	count, double, alike := honest, honest, rhat
	count.Name = "no autocorrelation"
	count.Of = func(c *diagnostics.Chains) float64 { return float64(len(c.Values) * len(c.Values[0])) }
	double.Name = "half of the variance"
	double.Of = func(c *diagnostics.Chains) float64 { return 2 * honest.Of(c) }
	alike.Name = "one chain, compared with itself"
	alike.Of = func(c *diagnostics.Chains) float64 {
		return rhat.Of(diagnostics.NewChains([][]float64{c.Values[0], c.Values[0]}))
	}
	return []diagnostics.Diagnostic{honest, count, double, alike}
}

// brokenStudy runs a sampler and the perfect kernel with broken diagnostics.
func brokenStudy(t *testing.T) Study {
	t.Helper()
	var two []chains.Entry[chains.Kernel]
	for _, k := range kernels.Catalogue {
		if k.Name == "metropolis" || k.Name == "perfect" {
			two = append(two, k)
		}
	}
	d := design{k: 8, n: 200, starts: both, sampled: both, seed: 2, diagnostics: broken(t)}
	s, err := d.study(t.Context(), listed(t, "easy,hard,barrier,golf,staircase,funnel"), two, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// below is the share of the runs below the region, over all classes and starts.
func (s Study) below(diagnostic string, perfect bool) float64 {
	share, runs := 0.0, 0
	for _, c := range s.Calibrations {
		if c.Diagnostic == diagnostic && c.Perfect == perfect {
			share += c.Below * float64(c.Runs)
			runs += c.Runs
		}
	}
	return share / float64(runs)
}

// Calibration finds out diagnostics with bugs. On independent draws an honest ESS is off in 2.5% of
// the runs; of 84 runs, seven at the most. One of half the variance promises twice the draws, and
// chi-squared with eight degrees is above 17.5/2 with probability 0.36. One that counts draws is
// found out by a sampler. One that compares a chain with itself calls everything fine
// but chains that stand still, of which it says nothing.
func TestBrokenDiagnosticsAreFoundOut(t *testing.T) {
	s := brokenStudy(t)
	if got := s.below("ess-monotone", true); got > 7./84 {
		t.Errorf("the honest ESS is off in %v of the runs of independent draws", got)
	}
	if got := s.below("half of the variance", true); got < 0.25 {
		t.Errorf("half of the variance is off in %v only of the runs of independent draws", got)
	}
	if got := s.below("no autocorrelation", true); got > 7./84 {
		t.Errorf("the number of independent draws is off in %v of the runs", got)
	}
	if got := s.below("no autocorrelation", false); got < 0.9 {
		t.Errorf("the number of draws is off in %v only of the runs of a sampler", got)
	}
	for _, v := range s.Verdicts {
		if v.Setup != AllChains || v.Start != "lightest" {
			continue
		}
		blind := v.Diagnostic == "one chain, compared with itself" || v.Diagnostic == "no autocorrelation"
		if v.Failed < 8 {
			t.Errorf("%d runs failed, too few", v.Failed)
		}
		if blind && v.FooledShare() < 0.9 {
			t.Errorf("%s is fooled by %v only of the failures", v.Diagnostic, v.FooledShare())
		}
		if !blind && v.FooledShare() > 0.9 {
			t.Errorf("%s is fooled by nearly all failures", v.Diagnostic)
		}
	}
}
