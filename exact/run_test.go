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
	return chains.Annealing{Grid: grid.New(len(to)).WithWalls(walls...), Kernel: k, Schedule: chains.Linear(T), Bridge: chains.Geometric{From: from, To: to}}.Extended()
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
		if math.Abs(res.J()) > 1e-28 || math.Abs(res.B()) > 1e-28 || len(res.Warnings) > 0 || res.Defect > 1e-13 {
			t.Errorf("%s: J = %v, B = %v, defect %v, %v", k.Name, res.J(), res.B(), res.Defect, res.Warnings)
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
			up := run(t, a)
			a.Bridge = oneWay{a.Bridge}
			both := run(t, a)
			near(t, k.Name+": J", up.J(), both.J(), 1e-11)
			near(t, k.Name+": forward", up.Paths.Forward, both.Paths.Forward, 1e-11)
			near(t, k.Name+": reverse", up.Paths.Reverse, both.Paths.Reverse, 1e-11)
		}
	}
}

// waves is a target on a path of n cells.
func waves(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = math.Sin(float64(x))
	}
	return logf
}

// TestFromMostChecked: on a large space Run is Measure, checked or not, and says what it
// leaves out.
func TestFromMostChecked(t *testing.T) {
	n := exact.MostChecked
	to := waves(n)
	a := chains.Annealing{Grid: grid.New(n), Bridge: chains.Geometric{From: make([]float64, n), To: to}, Schedule: chains.Linear(4), Kernel: kernels.Metropolis{}}
	want, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(context.Context, chains.Annealing) (exact.Result, error){"Run": exact.Run, "unchecked": exact.Options{Unchecked: true}.Run} {
		got, err := run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if got.J() != want.J() || got.B() != want.B() || got.FwdLaw.Mean != want.FwdLogW() || got.RevLaw.Mean != want.RevLogW() {
			t.Errorf("%s: J = %v, B = %v, want %v, %v", name, got.J(), got.B(), want.J(), want.B())
		}
		for _, v := range []float64{got.Pairwise.Jeffreys(), got.MeanW, got.MeanInvW, got.ESS, got.Defect, got.FwdLaw.Variance, got.RevLaw.Skewness} {
			if !math.IsNaN(v) {
				t.Errorf("%s: %v of what was not computed", name, v)
			}
		}
		if len(got.Warnings) != 1 || got.Steps != nil || got.Checks != nil {
			t.Errorf("%s: %q, %d steps", name, got.Warnings, len(got.Steps))
		}
	}
	to[5] = math.Inf(-1)
	got, err := exact.Run(t.Context(), a)
	if err != nil || !math.IsInf(got.B(), 1) || !strings.Contains(got.Warnings[0], "first in cell [5]") {
		t.Errorf("B = %v, %q, %v", got.B(), got.Warnings, err)
	}
}
