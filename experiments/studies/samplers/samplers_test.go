package samplers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/kernels"
	"breadboard/experiments/columns"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/toys/zoo"
)

// The long form measures the whole catalogue.
var long = os.Getenv("BREADBOARD_LONG") != ""

// small is a design for tests.
func small() design {
	return design{k: 4, n: 40, seed: 3, diagnostics: asked()}
}

// The study is the same on any number of workers, and another seed's is not.
func TestStudyIsTheSameOnAnyCores(t *testing.T) {
	list := listed(t, "barrier")
	run := func(d design, workers int) Study {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		s := must.Have(d.study(t.Context(), list, kernels.Catalogue[:4], nil, nil))(t)
		return s
	}
	other := small()
	other.seed++
	one := run(small(), 1)
	four := run(small(), 4)
	noLimit := cmp.Comparer(func(a, b columns.Real) bool { return a == b || a != a && b != b })
	if diff := cmp.Diff(one, four, cmpopts.EquateNaNs(), noLimit); diff != "" {
		t.Errorf("one worker and four differ: %s", diff)
	}
	if cmp.Equal(one.Runs, run(other, 4).Runs, cmpopts.EquateNaNs()) {
		t.Error("two seeds give the same runs")
	}
}

// Every kernel that fits has runs for each function and for the KS distance of
// each axis; the others are named.
func TestStudyIsComplete(t *testing.T) {
	s := must.Have(small().study(t.Context(), listed(t, "barrier"), kernels.Catalogue, nil, nil))(t)
	if got, want := len(s.LeftOut), 1; got != want {
		t.Errorf("%d kernels are left out, %v; want stretch", got, s.LeftOut)
	}
	const each = 5 + 2
	if got, want := len(s.Runs), each*(len(kernels.Catalogue)-1); got != want {
		t.Errorf("there are %d runs, want %d", got, want)
	}
	for _, r := range s.Runs {
		if len(r.Values) != len(s.Diagnostics) || len(r.Each) != len(s.Diagnostics) || len(r.Each[0]) != r.Chains {
			t.Errorf("%s, %s has %d values of %d diagnostics", r.Kernel, r.Function, len(r.Values), len(s.Diagnostics))
		}
		if !(r.Sampled > 0) {
			t.Errorf("%s, %s has a sampled real ESS of %v", r.Kernel, r.Function, r.Sampled)
		}
	}
}

func TestStudyStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Reproduce(ctx, run.Setting{Quick: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
}

// What is committed of one density is what is measured of it today: exact scores, and chains.
func TestCommittedIsToday(t *testing.T) {
	const density = "barrier"
	some := kernels.Catalogue[:8]
	if long {
		some = kernels.Catalogue
	}
	measured := func(row map[string]any) bool {
		return row["density"] == density && slices.ContainsFunc(some, func(k chains.Entry[chains.Kernel]) bool {
			return k.Name == row["kernel"]
		})
	}
	d := designed(false)
	s := must.Have(d.study(t.Context(), listed(t, density), some, nil, nil))(t)
	checked := 0
	now := map[string]float64{}
	for _, r := range must.Have(equal(t.Context(), listed(t, density), d.evaluations, nil))(t) {
		now[r.Kernel+", RESS of "+r.Function] = r.RESS()
	}
	for _, r := range s.Runs {
		now[r.Kernel+", sampled ESS of "+r.Function] = r.Sampled
	}
	hold := func(file, number string, of func(row map[string]any) string) {
		for _, row := range reporttest.Rows(t, "..", "..", "..", "reports", "samplers", file) {
			if measured(row) {
				reporttest.Today(t, of(row), now[of(row)], row[number])
				checked++
			}
		}
	}
	hold("solved.json", "ress", func(row map[string]any) string {
		return fmt.Sprintf("%s, RESS of %s", row["kernel"], row["function"])
	})
	hold("calibration-points.json", "real", func(row map[string]any) string {
		return fmt.Sprintf("%s, sampled ESS of %s:1", row["kernel"], row["class"])
	})
	if checked < 4 {
		t.Errorf("%d committed numbers are of %s, want four or more", checked, density)
	}
}

// listed are densities of the zoo by their names.
func listed(t *testing.T, names string) []zoo.Density {
	t.Helper()
	list := must.Have(zoo.Select(names))(t)
	return list
}

// broken are an honest ESS and two diagnostics with a bug.
func broken(t *testing.T) []diagnostics.Diagnostic {
	t.Helper()
	honest := asked()[0]
	count := honest
	double := honest
	count.Name = "no autocorrelation"
	count.Of = func(c *diagnostics.Chains) float64 { return float64(len(c.Values) * len(c.Values[0])) }
	double.Name = "half of the variance"
	double.Of = func(c *diagnostics.Chains) float64 { return 2 * honest.Of(c) }
	return []diagnostics.Diagnostic{honest, count, double}
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
	d := design{k: 8, n: 200, seed: 2, diagnostics: broken(t)}
	s := must.Have(d.study(t.Context(), listed(t, "easy,hard,barrier,two-basins:8,staircase,funnel"), two, nil, nil))(t)
	return s
}

// below is the share of the runs below the region, over all classes.
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
// found out by a sampler.
func TestBrokenDiagnosticsAreFoundOut(t *testing.T) {
	s := brokenStudy(t)
	for _, c := range []struct {
		diagnostic  string
		perfect     bool
		least, most float64
	}{{"ess-monotone", true, 0, 7. / 84}, {"half of the variance", true, 0.25,
		1}, {"no autocorrelation", true, 0, 7. / 84},
		{"no autocorrelation", false, 0.9, 1}} {
		if got := s.below(c.diagnostic, c.perfect); got < c.least || got > c.most {
			t.Errorf("%s is off in %v of the runs, want %v to %v", c.diagnostic, got, c.least, c.most)
		}
	}
}
