package bdmc

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/toys"
)

// tiny is a case of four cells, on which every path of the dice can be walked.
func tiny() Case {
	return newCase("clustering", "two points in two clusters",
		toys.Clustering{N: 2, K: 2, D: 1, Centres: 2, Noise: 0.5}.Model(), 3)
}

// Rows have the numbers of enumeration: forward the program's own, in reverse those of its runs
// from an exact sample.
func TestRowsAreEnumerated(t *testing.T) {
	c := tiny()
	for _, f := range families() {
		budget := 2
		if f.exactTo > 0 {
			budget = min(budget, f.exactTo)
		}
		rows, err := f.measure(t.Context(), c, budget, Quick())
		if err != nil {
			t.Fatal(err)
		}
		e, p := f.aim(c, budget)
		for _, r := range rows {
			var of programs.Estimator = forwardOnly{e}
			if r.Combine == Harmonic {
				of = forwardOnly{backward{e.(programs.Program), targetOf(p)}}
			}
			want, err := accounts.Of(t.Context(), of, p)
			if err != nil || want.How != accounts.Enumerated {
				t.Fatalf("%s: %s, %v", r.Estimator, want.How, err)
			}
			// eleven digits, as the accounts themselves promise
			if math.Abs(r.Single.Bias+want.Paths.Forward) > 1e-11 || math.Abs(r.Single.RMSE-want.RMSEFwd()) > 1e-11 {
				t.Errorf("%s: bias %v and RMSE %v, want %v and %v", r.Estimator, r.Single.Bias, r.Single.RMSE,
					-want.Paths.Forward, want.RMSEFwd())
			}
			if r.Single.How == Sampled {
				t.Errorf("%s: it was sampled", r.Estimator)
			}
		}
	}
}

// 25 harmonic means of exact samples, from their law: every cell's likelihood with its
// multiplicity.
func TestCombinedRows(t *testing.T) {
	c := tiny()
	size := Quick()
	size.Groups = 4000
	for _, f := range families() {
		if f.reverse != "HME" {
			continue
		}
		exact, err := f.measure(t.Context(), c, 1, size)
		if err != nil {
			t.Fatal(err)
		}
		e, p := f.aim(c, 1)
		seen := measured{e: e, p: p, logP: c.LogP, size: size}
		errors, err := seen.runs(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		runs := sampledScore(combined(errors, Harmonic))
		// five standard errors: 1 run of the test in a million, at a fixed seed
		if off := runs.Bias - exact[0].Combined.Bias; math.Abs(off) > 5*runs.BiasErr {
			t.Errorf("bias %v ± %v of runs, exactly %v", runs.Bias, runs.BiasErr, exact[0].Combined.Bias)
		}
		if off := runs.RMSE - exact[0].Combined.RMSE; math.Abs(off) > 5*runs.RMSEErr {
			t.Errorf("RMSE %v ± %v of runs, exactly %v", runs.RMSE, runs.RMSEErr, exact[0].Combined.RMSE)
		}
	}
}

// The BIC is the largest log likelihood, less half of log N for each latent.
func TestCriterion(t *testing.T) {
	c := tiny()
	r, err := criterion(c)
	if err != nil {
		t.Fatal(err)
	}
	top := math.Inf(-1)
	for x, v := range c.Target.LogF {
		top = max(top, v-c.Target.Model.Steps[0][x])
	}
	if want := top - 2*math.Log(2)/2 - c.LogP; math.Abs(r.Single.Bias-want) > 1e-12 {
		t.Errorf("off by %v, want %v", r.Single.Bias, want)
	}
}

func TestCases(t *testing.T) {
	for _, c := range Cases(Full().N) {
		if n := c.Explanations(); n < fewest || n > most {
			t.Errorf("%s: %v explanations", c.Name, n)
		}
		for seed := uint64(1); seed < c.Seed; seed++ {
			if n := newCase(c.Name, c.About, c.Target.Model.Model, seed).Explanations(); n >= fewest && n <= most {
				t.Errorf("%s: seed %d comes first", c.Name, seed)
			}
		}
		if want := chains.LogSum(c.Target.LogF); c.LogP != want {
			t.Errorf("%s: log p(y) is %v, want %v", c.Name, c.LogP, want)
		}
	}
}

// Runs side by side have the law of the program, in both directions: their mean is the
// account's.
func TestRunsAlongAPath(t *testing.T) {
	c := newCase("binary", "three points with two attributes",
		toys.Attributes{N: 3, K: 2, D: 1, Share: 0.3, Features: 2, Noise: 0.5}.Model(), 3)
	for _, aim := range []func(Case, int) (programs.Estimator, programs.Problem){sequential, annealed} {
		e, p := aim(c, 5)
		a, err := accounts.Of(t.Context(), e, p)
		if err != nil {
			t.Fatal(err)
		}
		m := measured{e: e, p: p, logP: c.LogP, size: Size{Groups: 200}}
		for reverse, want := range map[bool]float64{false: -a.Paths.Forward, true: a.Paths.Reverse} {
			errors, err := m.runs(t.Context(), reverse)
			if err != nil {
				t.Fatal(err)
			}
			// five standard errors, at a fixed seed
			if s := sampledScore(errors); math.Abs(s.Bias-want) > 5*s.BiasErr {
				t.Errorf("%T, reverse %v: mean %v ± %v, want %v", e, reverse, s.Bias, s.BiasErr, want)
			}
		}
	}
}
