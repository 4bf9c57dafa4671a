package exact_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

var inf = math.Inf(1)

func run(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	res, err := exact.Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}

// endless asks whether a number is infinite, or finite.
func endless(t *testing.T, name string, v float64, want bool) {
	t.Helper()
	if math.IsNaN(v) || math.IsInf(v, -1) || math.IsInf(v, 1) != want {
		t.Errorf("%s = %v, infinite is to be %v", name, v, want)
	}
}

// warned asks for a warning with these words.
func warned(t *testing.T, res exact.Result, words string) {
	t.Helper()
	for _, w := range res.Warnings {
		if strings.Contains(w, words) {
			return
		}
	}
	t.Errorf("no warning has %q: %q", words, res.Warnings)
}

func between(from, to []float64, T int, k chains.Kernel) chains.Annealing {
	var walls []int
	for x, v := range to {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return chains.Annealing{
		Grid:     grid.New(len(to)).WithWalls(walls...),
		Kernel:   k,
		Schedule: chains.Linear(T),
		Bridge:   chains.Geometric{From: from, To: to},
	}.Extended()
}

// annealing goes from uniform to the target, geometrically, on the
// space that the kernel needs.
func annealing(t toys.Target, k chains.Kernel, s chains.Schedule) chains.Annealing {
	return chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: s,
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}.Extended()
}

// oneWay hides that a bridge is geometric.
type oneWay struct{ chains.Bridge }

// TestSteps: the steps' shares add up to both path divergences.
func TestSteps(t *testing.T) {
	res := run(t, annealing(toys.Hard(2), kernels.Metropolis{}, chains.Sigmoid(4, 300)))
	var fwd, rev float64
	for i, s := range res.Steps {
		if s.T != i+2 {
			t.Fatalf("step %d is to level %d", i, s.T)
		}
		fwd += s.Part.Forward
		rev += s.Part.Reverse
	}
	near(t, "forward", fwd, res.Paths.Forward, 1e-13)
	near(t, "reverse", rev, res.Paths.Reverse, 1e-13)
}

// TestFlat: where nothing changes, J and B are 0 and nothing is accused.
func TestFlat(t *testing.T) {
	for _, k := range kernels.Catalogue {
		res := run(t, between([]float64{1, 1, 1}, []float64{1, 1, 1}, 30, k.Make))
		near(t, k.Name+": J", res.J(), 0, 1e-28)
		near(t, k.Name+": B", res.B(), 0, 1e-28)
		near(t, k.Name+": defect", res.Defect, 0, 1e-13)
		if len(res.Warnings) > 0 {
			t.Errorf("%s: warnings %q", k.Name, res.Warnings)
		}
	}
}

// TestInterrupted: a long run stops when its context does, with its cause.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(5000))
	if _, err := exact.Run(ctx, a); !errors.Is(err, why) {
		t.Errorf("Run: %v", err)
	}
	a.Bridge = oneWay{a.Bridge}
	if _, err := exact.Measure(ctx, a); !errors.Is(err, why) {
		t.Errorf("Measure: %v", err)
	}
}

// TestTwoWalks: what goes up once and what goes up and down agree, for every
// kernel.
func TestTwoWalks(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, T := range []int{2, 5, 400} {
			a := annealing(toys.Hard(5), k.Make, chains.Linear(T))
			if a.Grid.Size() > 1000 && T > 2 || T == 400 && slow(k.Make) {
				continue // the longest by the kernels that were first: dense rows take seconds
			}
			upIsBoth(t, k.Name, a)
		}
	}
}

// waves returns a target on a path of n cells.
func waves(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	return logf
}

// leftOut checks that a run on a large space has NaN for what it left out, and one
// warning that says so.
func leftOut(t *testing.T, name string, got exact.Result) {
	t.Helper()
	for of, v := range map[string]float64{
		"B by pairs":       got.Pairwise.Jeffreys(),
		"E[w]":             got.MeanW,
		"E[1/w]":           got.MeanInvW,
		"ess":              got.ESS,
		"defect":           got.Defect,
		"forward variance": got.FwdLaw.Variance,
		"reverse skewness": got.RevLaw.Skewness,
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: %s is %v, and was not computed", name, of, v)
		}
	}
	if len(got.Warnings) != 1 {
		t.Errorf("%s: warnings %q, want one", name, got.Warnings)
	}
	if got.Steps != nil {
		t.Errorf("%s: %d steps, want none", name, len(got.Steps))
	}
	if got.Checks != nil {
		t.Errorf("%s: %d checks, want none", name, len(got.Checks))
	}
}

// TestFromMostChecked: on a large space Run is Measure, checked or not, and says what it
// leaves out.
func TestFromMostChecked(t *testing.T) {
	n := exact.MostChecked
	to := waves(n)
	a := between(flat(n), to, 4, kernels.Metropolis{})
	want, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]exact.Result{"Run": run(t, a), "unchecked": unchecked(t, a)} {
		for of, x := range map[string][2]float64{
			"J":            {got.J(), want.J()},
			"B":            {got.B(), want.B()},
			"E_fwd[log w]": {got.FwdLaw.Mean, want.FwdLogW()},
			"E_rev[log w]": {got.RevLaw.Mean, want.RevLogW()},
		} {
			if x[0] != x[1] {
				t.Errorf("%s: %s is %v, want %v", name, of, x[0], x[1])
			}
		}
		leftOut(t, name, got)
	}
	to[5] = math.Inf(-1)
	got := run(t, a)
	if !math.IsInf(got.B(), 1) {
		t.Errorf("B is %v, want +Inf", got.B())
	}
	if !strings.Contains(got.Warnings[0], "first in cell [5]") {
		t.Errorf("the first warning does not name cell 5: %s", got.Warnings[0])
	}
}
