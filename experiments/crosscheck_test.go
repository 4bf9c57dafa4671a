package experiments_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/toys"
)

// Compare puts beside each estimate the number that exact has for it, and keeps
// its standard error. With 2000 chains |z| < 6 for all seeds except 2e-9 of them.
func TestCompare(t *testing.T) {
	a := paper.Annealing(toys.Barrier(), 40)
	o := sample.Options{Chains: 2000, Seed: 9}
	c, err := experiments.Compare(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := sample.Run(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	compares(t, c.Comparisons, truth, runs)
	if diff := cmp.Diff(evidence.ChiSquare(runs.Forward.Ends, truth.Q), c.Fit); diff != "" {
		t.Errorf("the fit: %s", diff)
	}
	if !(c.Fit.P > 1e-9) {
		t.Errorf("the fit has p = %v, want more than 1e-9", c.Fit.P)
	}
}

// compares checks that each estimate of the runs is compared once.
func compares(t *testing.T, cs []experiments.Comparison, truth exact.Result, runs sample.Runs) {
	t.Helper()
	want := map[string]struct {
		exact    float64
		estimate sample.Estimate
	}{
		"e_log_w_fwd": {truth.LogR - truth.Paths.Forward, runs.FwdLogW()},
		"e_log_w_rev": {truth.LogR + truth.Paths.Reverse, runs.RevLogW()},
		"B":           {truth.Paths.Forward + truth.Paths.Reverse, runs.B()},
		"log_r_lower": {truth.LogR, runs.LowerLogR()},
		"log_r_upper": {truth.LogR, runs.UpperLogR()},
		"mean_w":      {1, runs.MeanW(truth.LogR)},
		"mean_inv_w":  {1, runs.MeanInvW(truth.LogR)},
		"ess":         {truth.ESS, runs.ESS()},
	}
	for _, e := range cs {
		w, ok := want[e.Name]
		delete(want, e.Name)
		if !ok {
			t.Errorf("%s is unknown, or comes twice", e.Name)
		}
		comparesTo(t, e, w.exact, w.estimate)
	}
	if len(want) > 0 {
		t.Errorf("nothing of %v", want)
	}
}

// comparesTo checks a comparison. 1e-12 is rounding: mean_w is 1 to some 1e-15.
func comparesTo(t *testing.T, e experiments.Comparison, exact float64, estimate sample.Estimate) {
	t.Helper()
	if math.Abs(e.Exact-exact) > 1e-12 {
		t.Errorf("%s is exactly %v, want %v", e.Name, e.Exact, exact)
	}
	if math.Abs(e.Estimate-estimate.Value) > 1e-12 {
		t.Errorf("%s is estimated as %v, want %v", e.Name, e.Estimate, estimate.Value)
	}
	if e.StdErr != estimate.StdErr {
		t.Errorf("%s: standard error %v, want %v", e.Name, e.StdErr, estimate.StdErr)
	}
	z := (e.Estimate - e.Exact) / e.StdErr
	if math.Abs(e.Z-z) > 1e-9 {
		t.Errorf("%s: z = %v, want %v", e.Name, e.Z, z)
	}
	if !(math.Abs(z) < 6) {
		t.Errorf("%s: z = %v, want from -6 to 6", e.Name, z)
	}
	if !(e.P() > 1e-9 && e.P() <= 1) {
		t.Errorf("%s: p = %v, want from 1e-9 to 1", e.Name, e.P())
	}
	if !(e.Interval.Low < e.Estimate && e.Estimate < e.Interval.High) {
		t.Errorf("%s: interval %v around %v", e.Name, e.Interval, e.Estimate)
	}
}

// A Monte Carlo path that runs another chain than the exact one is found out: here
// the exact side is asked about a target with one cell 0.5 nats higher.
func TestCompareFindsOut(t *testing.T) {
	target, other := toys.Barrier(), toys.Barrier()
	other.LogF[0] += 0.5
	o := sample.Options{Chains: 20000, Seed: 1}
	c, err := experiments.Compare(t.Context(), paper.Annealing(target, 40), o)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), paper.Annealing(other, 40))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := sample.Run(t.Context(), paper.Annealing(target, 40), o)
	if err != nil {
		t.Fatal(err)
	}
	if p := evidence.ChiSquare(runs.Forward.Ends, truth.Q).P; p > 1e-6 {
		t.Errorf("p is %v for another target, want at most 1e-6", p)
	}
	if c.Fit.P < 1e-6 {
		t.Errorf("p is %v for the right target, want at least 1e-6", c.Fit.P)
	}
}

// Without chance z is 0 and not the quotient of two roundings.
func TestCompareWithoutChance(t *testing.T) {
	flat := toys.Barrier()
	clear(flat.LogF)
	c, err := experiments.Compare(t.Context(), paper.Annealing(flat, 5), sample.Options{Chains: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Comparisons {
		if e.Z != 0 {
			t.Errorf("%s: z = %v, want 0", e.Name, e.Z)
		}
		if math.Abs(e.Estimate-e.Exact) > 1e-10 {
			t.Errorf("%s is estimated as %v, want %v", e.Name, e.Estimate, e.Exact)
		}
	}
}

// Where B is infinite so is its estimate, and z is NaN.
func TestCompareInfiniteB(t *testing.T) {
	walled := toys.Barrier()
	a := paper.Annealing(walled, 5)
	walled.LogF[0] = math.Inf(-1)
	a.Bridge = chains.Geometric{From: make([]float64, 49), To: walled.LogF}
	c, err := experiments.Compare(t.Context(), a, sample.Options{Chains: 5000})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(c.Comparisons, func(e experiments.Comparison) bool { return e.Name == "B" })
	b := c.Comparisons[i]
	if !math.IsInf(b.Exact, 1) {
		t.Errorf("B is exactly %v, want +Inf", b.Exact)
	}
	if !math.IsInf(b.Estimate, 1) {
		t.Errorf("B is estimated as %v, want +Inf", b.Estimate)
	}
	if !math.IsNaN(b.Z) {
		t.Errorf("B: z = %v, want NaN", b.Z)
	}
	if len(c.Warnings) == 0 {
		t.Error("there are no warnings")
	}
}

// A target deeper than any float leaves exact without E_rev[1/w], but not without
// log R, which its logarithm is; where the ends differ it is not.
func TestCompareDeep(t *testing.T) {
	deep := toys.Barrier()
	deep.LogF[0] = -700
	walled := append([]float64(nil), deep.LogF...)
	walled[1] = math.Inf(-1)
	for _, to := range [][]float64{deep.LogF, walled} {
		a := paper.Annealing(deep, 5)
		a.Bridge = chains.Geometric{From: make([]float64, len(to)), To: to}
		c, err := experiments.Compare(t.Context(), a, sample.Options{Chains: 2000})
		if err != nil {
			t.Fatal(err)
		}
		truth, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(c.Comparisons, func(e experiments.Comparison) bool { return e.Name == "log_r_upper" })
		same := !math.IsInf(to[1], -1)
		if !math.IsNaN(truth.MeanInvW) {
			t.Errorf("mass in the same cells: %v: E_rev[1/w] = %v, want NaN", same, truth.MeanInvW)
		}
		upper := c.Comparisons[i].Exact
		if same && upper != truth.LogR {
			t.Errorf("mass in the same cells: log R is exactly %v, want %v", upper, truth.LogR)
		}
		if !same && !math.IsNaN(upper) {
			t.Errorf("mass in other cells: log R is exactly %v, want NaN", upper)
		}
	}
}

func TestStudiesStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := experiments.Compare(ctx, paper.Annealing(toys.Barrier(), 5000),
		sample.Options{Chains: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("Compare: %v", err)
	}
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exactly(ctx, []int{2}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Exactly: %v", err)
	}
}
