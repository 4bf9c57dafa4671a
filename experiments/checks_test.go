package experiments_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/studies/paper"
	"breadboard/toys"
)

// Compare puts beside each estimate the number that exact has for it, and keeps
// its standard error. With 2000 chains |z| < 6 for all seeds except 2e-9 of them.
func TestCompare(t *testing.T) {
	a := paper.Annealing(toys.Barrier(), 40)
	o := sample.Options{Chains: 2000, Seed: 9, Keep: true}
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
	kept, plain := c.Runs.Rise+c.Runs.Forward.LogW[0], runs.Rise+runs.Forward.LogW[0]
	if math.Abs(kept-plain) > 1e-12 {
		t.Errorf("the first log w that is kept is %v, want %v", kept, plain)
	}
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
	truth, err := exact.Run(t.Context(), a) // the mean of 1/w is below 1, for the wall is a cell of the first law
	if err != nil {
		t.Fatal(err)
	}
	i = slices.IndexFunc(c.Comparisons, func(e experiments.Comparison) bool { return e.Name == "log_r_upper" })
	upper, want := c.Comparisons[i].Exact, truth.LogR-math.Log(truth.MeanInvW)
	if !(want > truth.LogR) || math.Abs(upper-want) > 1e-12 {
		t.Errorf("log_r_upper is exactly %v, want %v, above log R = %v", upper, want, truth.LogR)
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

// grow returns all that Grow tells.
func grow(t *testing.T, c experiments.Chain, T int, program string, s experiments.Sampling) []experiments.CrossCheck {
	t.Helper()
	var all []experiments.CrossCheck
	err := c.Grow(t.Context(), T, program, s, func(c experiments.CrossCheck) error {
		all = append(all, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestGrowEndsAsARunOfAll: the last cross-check has the numbers of a run of all chains, bit for bit. Chains double until
// then.
func TestGrowEndsAsARunOfAll(t *testing.T) {
	for _, c := range []struct {
		setting experiments.Setting
		chains  int
		rounds  string
	}{
		{experiments.Setting{Toy: "barrier"}, 10_000, "[64 128 256 512 1024 2048 4096 8192 10000]"},
		{experiments.Setting{Toy: "staircase", Kernel: "lifted"}, 100, "[64 100]"},
		{experiments.Setting{Toy: "barrier", Program: "sir:4"}, 700, "[64 128 256 512 700]"},
		{experiments.Setting{Toy: "barrier", Program: "ais"}, 5000, "[64 128 256 512 1024 2048 4096 5000]"},
		{experiments.Setting{Toy: "clustering:3:2", Program: "bic"}, 2, "[2]"},
	} {
		const T = 12
		chain, err := c.setting.Chain()
		if err != nil {
			t.Fatal(err)
		}
		s := experiments.Sampling{Chains: c.chains, Seed: 4}
		var want []experiments.CrossCheck
		if c.setting.Program == "" {
			want, err = chain.CrossChecks(t.Context(), []int{T}, s, nil)
		} else {
			want, err = chain.ProgramChecks(t.Context(), []int{T}, []string{c.setting.Program}, s, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		all := grow(t, chain, T, c.setting.Program, s)
		var rounds []int
		for _, check := range all {
			rounds = append(rounds, check.Chains)
		}
		if fmt.Sprint(rounds) != c.rounds {
			t.Errorf("%+v: rounds of %v chains; %s are expected", c.setting, rounds, c.rounds)
		}
		got := all[len(all)-1]
		if diff := cmp.Diff(want[0].Comparisons, got.Comparisons, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%+v: the last differs (-run +grown):\n%s", c.setting, diff)
		}
		if diff := cmp.Diff(want[0].Warnings, got.Warnings); diff != "" {
			t.Errorf("%+v: the last has other warnings (-run +grown):\n%s", c.setting, diff)
		}
	}
}

// TestGrowIsOneRun: every cross-check is of the first chains of the last, and its estimate their mean.
func TestGrowIsOneRun(t *testing.T) {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	all := grow(t, chain, 20, "", experiments.Sampling{Chains: 9000, Seed: 1})
	last := all[len(all)-1].Runs
	for _, c := range all {
		if diff := cmp.Diff(last.Forward.LogW[:c.Chains], c.Runs.Forward.LogW); diff != "" {
			t.Errorf("%d chains are not the first of the last run", c.Chains)
		}
		mean := last.Rise + stat.Mean(last.Reverse.LogW[:c.Chains], nil)
		if got := c.Comparisons[1].Estimate; math.Abs(got-mean) > 1e-12 {
			t.Errorf("E_rev[log w] of %d chains is %v; their mean is %v", c.Chains, got, mean)
		}
	}
}

// TestGrowStops: an error of the listener ends the run.
func TestGrowStops(t *testing.T) {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	gone, told := errors.New("gone"), 0
	err = chain.Grow(t.Context(), 20, "", experiments.Sampling{Chains: 9000, Seed: 1}, func(experiments.CrossCheck) error {
		told++
		return gone
	})
	if !errors.Is(err, gone) || told != 1 {
		t.Errorf("%d cross-checks were told, and the error is %v", told, err)
	}
}

// An inside program moves by a kernel of the catalogue.
type inside struct {
	op   chains.Operator
	dice chains.Dice
}

func (m inside) Aim(_ context.Context, beta float64, logf []float64) error {
	l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
	l.Move(1, beta)
	m.op.Aim(l)
	return nil
}

func (m inside) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = m.op.Step(x, m.dice)
	}
	return nil
}

// A claim of detailed balance is tested: of every kernel of the catalogue that claims it the truth is its operator's
// word. A program that does not claim it is not told of it.
func TestClaimOfDetailedBalance(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	g, found := c.Target.Grid, 0
	for _, e := range kernels.Catalogue {
		if chains.States(e.Make, g) != g.Size() {
			continue
		}
		op := e.Make.On(g)
		for _, claims := range []bool{true, false} {
			by := experiments.Outsider{Mover: inside{op, sample.Seeded(5)}, Command: "./mine", Reversible: claims}
			all, err := c.MovedChecks(t.Context(), []int{12}, by, experiments.Sampling{Chains: 20_000, Seed: 3}, nil)
			if err != nil {
				t.Fatal(err)
			}
			says := strings.Contains(strings.Join(all[0].Warnings, "; "), "not reversible, though it is said to be")
			if lies := claims && op.Reversal() != op; says != lies {
				t.Errorf("%s, claims to be reversible: %v; it is told that it is not: %v", e.Name, claims, says)
			}
			if says {
				found++
			}
			if k := all[0].Chain.Kernel; k != "" {
				t.Errorf("%s: the results name the kernel %q, which nobody told them", e.Name, k)
			}
		}
	}
	if found == 0 {
		t.Error("no kernel of the catalogue is told that it lies: the test tests nothing")
	}
}

// A claim that is true is not doubted, in 60 samplings with few chains and many.
func TestTrueClaimsAreBelieved(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(60) {
		by := experiments.Outsider{Mover: inside{kernels.Metropolis{}.On(c.Target.Grid), sample.Seeded(seed, 7)},
			Reversible: true}
		n := []int{2, 20, 500}[seed%3]
		all, err := c.MovedChecks(t.Context(), []int{8}, by, experiments.Sampling{Chains: n, Seed: seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w := strings.Join(all[0].Warnings, "; "); strings.Contains(w, "not reversible") {
			t.Errorf("seed %d, %d chains: %s", seed, n, w)
		}
	}
}

// Exactly returns rows in the order asked, and tells of each.
func TestExactly(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Kernel: "barker"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	ts := []int{3000, 2, 10, 2}
	var told []int
	rows, err := c.Exactly(t.Context(), ts, func(done, total int) {
		if told = append(told, done); total != 3014 {
			t.Errorf("%d levels in all", total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(told) {
		t.Errorf("the levels told do not rise: %v", told)
	}
	if len(told) <= len(ts) {
		t.Fatalf("told %d times, want more than %d", len(told), len(ts))
	}
	if last := told[len(told)-1]; last != 3014 {
		t.Errorf("told of %d levels at the end, want 3014", last)
	}
	for i, T := range ts {
		want, err := exact.Run(t.Context(), at(t, c, T))
		if err != nil {
			t.Fatal(err)
		}
		if r := rows[i]; r.J() != want.J() || r.B() != want.B() || r.T != T || r.Chain.Kernel != "barker" {
			t.Errorf("row %d: T = %d, J = %v, B = %v, kernel %s; want %d, %v, %v, barker", i, r.T, r.J(), r.B(),
				r.Chain.Kernel, T, want.J(), want.B())
		}
	}
}
