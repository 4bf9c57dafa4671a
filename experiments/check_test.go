package experiments

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// checked is the check of an annealing, or of a program on it, by chains.
func checked(t *testing.T, a chains.Annealing, program string, by Chains) Check {
	t.Helper()
	return *must.Have(Annealer{}.MeasureOn(t.Context(), a, program, Ask{Chains: &by}, nil))(t).Check
}

// TestCompare: a check puts beside each estimate the number that exact has for it, and keeps its standard error. With
// 2000 chains |z| < 6 for all seeds except 2e-9 of them.
func TestCompare(t *testing.T) {
	a := papers(toys.Barrier(), 40)
	o := Chains{N: 2000, Seed: 9, Keep: true}
	c := checked(t, a, "", o)
	truth := must.Have(exact.Run(t.Context(), a))(t)
	runs := must.Have(sample.Run(t.Context(), a, sample.Options{Chains: o.N, Seed: o.Seed}))(t)
	type pair struct {
		exact    float64
		estimate sample.Estimate
	}
	want := map[string]pair{
		"e_log_w_fwd": {truth.LogR - truth.Paths.Forward, runs.FwdLogW()},
		"e_log_w_rev": {truth.LogR + truth.Paths.Reverse, runs.RevLogW()},
		"B":           {truth.Paths.Forward + truth.Paths.Reverse, runs.B()},
		"log_r_lower": {truth.LogR, runs.LowerLogR()},
		"log_r_upper": {truth.LogR, runs.UpperLogR()},
		"mean_w":      {1, runs.MeanW(truth.LogR)},
		"mean_inv_w":  {1, runs.MeanInvW(truth.LogR)},
		"ess":         {truth.ESS, runs.ESS()},
	}
	for _, e := range c.Comparisons {
		w, ok := want[e.Name]
		delete(want, e.Name)
		if !ok || !(math.Abs(e.Exact-w.exact) <= 1e-12) || !(math.Abs(e.Estimate-w.estimate.Value) <= 1e-12) ||
			e.StdErr != w.estimate.StdErr {
			t.Errorf("%s is exactly %v and estimated as %v with error %v, want %v", e.Name, e.Exact, e.Estimate,
				e.StdErr, w)
		}
		if z := (e.Estimate - e.Exact) / e.StdErr; !(math.Abs(e.Z-z) <= 1e-9) || !(math.Abs(z) < 6 && e.P() > 1e-9) {
			t.Errorf("%s: z = %v, want %v, from -6 to 6; p = %v", e.Name, e.Z, z, e.P())
		}
		if !(e.Interval.Low < e.Estimate && e.Estimate < e.Interval.High) {
			t.Errorf("%s: interval %v around %v", e.Name, e.Interval, e.Estimate)
		}
	}
	if len(want) > 0 {
		t.Errorf("nothing of %v", want)
	}
	must.Near(t, c.Runs.Offset+c.Runs.Forward.LogW[0], runs.Offset+runs.Forward.LogW[0], 1e-12, "the first log w")
	if fit := evidence.ChiSquare(runs.Forward.Counts(len(truth.Q)), truth.Q); fit != c.Fit || !(fit.P > 1e-9) {
		t.Errorf("the fit is %v, want %v", c.Fit, fit)
	}
}

// TestCompareWithoutChance: without chance z is 0 and not the quotient of two roundings.
func TestCompareWithoutChance(t *testing.T) {
	flat := toys.Barrier()
	clear(flat.LogF)
	c := checked(t, papers(flat, 5), "", Chains{N: 10})
	for _, e := range c.Comparisons {
		if e.Z != 0 || !(math.Abs(e.Estimate-e.Exact) <= 1e-10) {
			t.Errorf("%s is estimated as %v, want %v; z = %v, want 0", e.Name, e.Estimate, e.Exact, e.Z)
		}
	}
}

// named is the comparison of this name.
func named(c Check, name string) Comparison {
	return c.Comparisons[slices.IndexFunc(c.Comparisons, func(e Comparison) bool { return e.Name == name })]
}

// TestCompareInfiniteB: where B is infinite so is its estimate, and z is NaN.
func TestCompareInfiniteB(t *testing.T) {
	walled := toys.Barrier()
	a := papers(walled, 5)
	walled.LogF[0] = math.Inf(-1)
	a.Bridge = chains.Geometric{From: make([]float64, 49), To: walled.LogF}
	c := checked(t, a, "", Chains{N: 5000})
	b := named(c, "B")
	if !math.IsInf(b.Exact, 1) || !math.IsInf(b.Estimate, 1) || !math.IsNaN(b.Z) {
		t.Errorf("B is exactly %v, and estimated as %v, with z = %v; want +Inf, +Inf and NaN", b.Exact, b.Estimate, b.Z)
	}
	// the mean of 1/w is below 1, for the wall is a cell of the first distribution
	truth := must.Have(exact.Run(t.Context(), a))(t)
	upper := named(c, "log_r_upper").Exact
	want := truth.LogR - math.Log(truth.MeanInvW)
	if !(want > truth.LogR) || !(math.Abs(upper-want) <= 1e-12) {
		t.Errorf("log_r_upper is exactly %v, want %v, above log R = %v", upper, want, truth.LogR)
	}
	if len(truth.Warnings) == 0 {
		t.Error("there are no warnings")
	}
	for _, warning := range truth.Warnings {
		if !slices.Contains(c.Warnings, warning) {
			t.Errorf("nothing warns that %s", warning)
		}
	}
}

// TestCompareDeep: of a target with a mass below any float E_rev[1/w] and its logarithm have no exact value beside
// them, with and without exact numbers; above that they have.
func TestCompareDeep(t *testing.T) {
	for deep, known := range map[float64]bool{-500: true, -700: false} {
		target := toys.Barrier()
		target.LogF[0] = deep
		for _, when := range []When{Always, Never} {
			c := checked(t, papers(target, 5), "", Chains{N: 200, Exact: when})
			for name, known := range map[string]bool{"mean_w": true, "mean_inv_w": known, "log_r_upper": known} {
				if e := named(c, name); math.IsNaN(e.Exact) == known || math.IsNaN(e.Z) == known {
					t.Errorf("%v nats, %s: %s is exactly %v, with z = %v", deep, when, name, e.Exact, e.Z)
				}
			}
		}
	}
}

// TestAlone: without exact numbers the chains are the same, log R and the means of w are known all the same, and
// nothing else; the warning has the cost, unless nobody wanted to know.
func TestAlone(t *testing.T) {
	a := papers(toys.Barrier(), 40)
	o := Chains{N: 2000, Seed: 9}
	for _, program := range []string{"", "ais"} {
		with := checked(t, a, program, o)
		alone := o
		alone.Exact = Never
		without := checked(t, a, program, alone)
		if with.UnknownQ || !without.UnknownQ || without.Fit.DF != 0 {
			t.Errorf("%q: q is known %v and %v, and its fit is %v", program, !with.UnknownQ, !without.UnknownQ,
				without.Fit)
		}
		said := strings.Join(without.Warnings, "; ")
		if strings.Contains(said, "no exact numbers") {
			t.Errorf("%q: %s", program, said)
		}
		known := []string{"log_r_lower", "log_r_upper", "mean_w", "mean_inv_w"}
		for i, c := range without.Comparisons {
			same := with.Comparisons[i]
			if c.Name != same.Name || c.Estimate != same.Estimate || c.StdErr != same.StdErr {
				t.Errorf("%q: %s is %v without exact numbers, and %v with them", program, c.Name, c.Estimate,
					same.Estimate)
			}
			if program != "" || !slices.Contains(known, c.Name) {
				if !math.IsNaN(c.Exact) {
					t.Errorf("%q: %s is exactly %v, which nobody computed", program, c.Name, c.Exact)
				}
				continue
			}
			must.Near(t, c.Exact, same.Exact, 1e-9, "%s", c.Name)
		}
	}
	large := papers(toys.Ising(4, 4, 0.4, 0), 1000)
	check := checked(t, large, "", Chains{N: 2, Seed: 9})
	if !check.WithoutExact {
		t.Fatal("exact numbers stand beside two chains on 65,536 cells")
	}
	must.Say(t, check.Warnings[0], "no exact numbers but log R: they would take far longer than the chains")
}

// TestProgramChecks: programs by dice are within 4 standard errors of their accounts. Without an account there are
// estimates and no z.
func TestProgramChecks(t *testing.T) {
	an := must.Have(Setting{Toy: "easy"}.Annealer())(t)
	specs := []string{"ais", "sir:4", "smc:50:ess=0.5", "vb"}
	ask := Ask{Programs: specs, Chains: &Chains{N: 500, Seed: 2}}
	checks := must.Have(an.Measure(t.Context(), []int{4}, ask, nil))(t)
	for i, m := range checks {
		check := m.Check
		unknown := i == 2
		if m.Program != specs[i] || len(check.Comparisons) != 9 || check.UnknownQ != unknown {
			t.Errorf("check %d is of %s, with %d comparisons, and has no account: %v", i, m.Program,
				len(check.Comparisons), check.UnknownQ)
		}
		for _, e := range check.Comparisons {
			if math.IsNaN(e.Z) != unknown || math.Abs(e.Z) > 4 {
				t.Errorf("%s: %s is %v and %v exactly, z = %v", specs[i], e.Name, e.Estimate, e.Exact, e.Z)
			}
		}
		if !unknown && !(check.Fit.P > 1e-3) {
			t.Errorf("%s: the cells fit their distribution with p = %v only", specs[i], check.Fit.P)
		}
	}
	// A run that is held to the account of another program fails.
	sir, ais := checks[1].Check.Comparisons[0], checks[0].Check.Comparisons[0]
	if z := (sir.Estimate - ais.Exact) / sir.StdErr; !(math.Abs(z) > 4) {
		t.Errorf("sir:4 passes as ais, z = %v", z)
	}
}

// TestLeavesOut: exact numbers stand beside chains by the word for it, and by cost on large spaces alone: where they
// take a moment or less, or less than five times as long as the chains, they are had.
func TestLeavesOut(t *testing.T) {
	small := grid.New(slices.Repeat([]int{2}, 14)...).Of(grid.Any)
	large := grid.New(slices.Repeat([]int{2}, 16)...).Of(grid.Any)
	for _, c := range []struct {
		on        grid.Grid
		truth     When
		T, chains int
		out       bool
	}{
		{large, "auto", 1000, 100, true},
		{large, "", 1000, 100, true},
		{large, "", 1000, 6684, true},
		{large, "", 1000, 6685, false}, // the chains take a fifth as long
		{large, "", 599, 2, true},
		{large, "", 598, 2, false}, // a moment
		{large, Always, 1000, 100, false},
		{large, Never, 2, 100_000, true},
		{small, "", 1_000_000, 2, false},
		{small, Never, 100, 100, true},
	} {
		p := Chains{N: c.chains, Exact: c.truth}
		if out := p.leavesOut(c.on, c.T); out != c.out {
			t.Errorf("%v, %q, T = %d and %d chains: left out is %v", c.on, c.truth, c.T, c.chains, out)
		}
	}
}
