package exact_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// many is a number of levels at which pairs are compared at some steps alone.
const many = 1101

// allPairs runs an annealing and compares pairs at every step.
func allPairs(t *testing.T, a chains.Annealing) exact.Result {
	t.Helper()
	return must.Have(exact.Options{EveryLevel: true}.Run(t.Context(), a))(t)
}

// spreadOf is the check of pairs at some steps; nil if there is none.
func spreadOf(res exact.Result) *exact.Check {
	for i, c := range res.Checks {
		if strings.HasPrefix(c.Name, "B = Eq. (22)-(23), at ") {
			return &res.Checks[i]
		}
	}
	return nil
}

// TestSomePairs: above 1,024 steps pairs are compared at some, and agree there with the walks' shares; B by pairs is
// left out, and all other numbers are to the last bit those of a run that compares all.
func TestSomePairs(t *testing.T) {
	for name, k := range map[string]chains.Kernel{
		"metropolis":                 kernels.Metropolis{},
		"a sweep, not reversible":    kernels.GibbsSweep{},
		"a definition without lists": kernels.Rows{To: steps(func([]float64, int, int) float64 { return 0 })},
	} {
		a := annealing(small(), k, chains.Linear(many))
		res, full := run(t, a), allPairs(t, a)
		c := spreadOf(res)
		if c == nil {
			t.Fatalf("%s: no pairs are compared: %v", name, res.Checks)
		}
		if !strings.HasSuffix(c.Name, "at 550 of 1100 levels") {
			t.Errorf("%s: %s", name, c.Name)
		}
		if !(c.Defect < 1e-12 && c.B > full.B()/3) {
			t.Errorf("%s: %+v", name, *c)
		}
		warned(t, res, "b_pairwise is left out: pairs were compared at 550 of 1,100 steps, evenly spread")
		if !math.IsNaN(res.Pairwise.Forward) || !math.IsNaN(res.Pairwise.Reverse) {
			t.Errorf("%s: B by some pairs is %v", name, res.Pairwise)
		}
		must.Close(t, full.Pairwise.Jeffreys(), full.B(), 1e-10, "%s: B by all pairs", name)
		if spreadOf(full) != nil || len(full.Warnings) > 0 {
			t.Errorf("%s: a run that compares all says %q, %v", name, full.Warnings, full.Checks)
		}
		got := fmt.Sprint(res.Measured.J(), res.B(), res.MeanW, res.MeanInvW, res.ESS, res.FwdLaw, res.RevLaw)
		want := fmt.Sprint(full.Measured.J(), full.B(), full.MeanW, full.MeanInvW, full.ESS, full.FwdLaw, full.RevLaw)
		if got != want {
			t.Errorf("%s: %s, and where all pairs are compared %s", name, got, want)
		}
	}
}

// TestPairsMatter: an operator that pushes what its rows do not say is found by the pairs of some steps.
func TestPairsMatter(t *testing.T) {
	wrong := bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{Pushed: bugs.Halved}))
	res := run(t, annealing(toys.Easy(1), wrong, chains.Linear(many)))
	if c := spreadOf(res); c == nil || !(c.Defect > 1e-6) {
		t.Errorf("pairs agree: %+v", res.Checks)
	}
}

// TestBrokenAtManyLevels: kernels that break their law in one of ten ways are found, each with a cell and a level,
// where pairs are compared at some steps alone; and their twins without the fault are not accused.
func TestBrokenAtManyLevels(t *testing.T) {
	metropolis := steps(func([]float64, int, int) float64 { return 0 })
	scaledBy := func(by float64) kernels.Rule {
		return bugs.Single(func(d float64) float64 { return bugs.Accept(by * d) })
	}
	const last = 24
	late := steps(func(logf []float64, x, _ int) float64 { // near the target, in one cell
		if x == 0 && logf[0]-logf[last] < -0.9 {
			return 0.3
		}
		return 0
	})
	for name, k := range map[string]chains.Kernel{
		"a temperature too high":      kernels.Rows{To: scaledBy(0.9)},
		"a temperature too low":       kernels.Rows{To: scaledBy(1.1)},
		"the odds upside down":        bugs.Inverted,
		"all accepted":                kernels.Rows{To: bugs.Single(func(float64) float64 { return 1 })},
		"half of uphill":              kernels.Rows{To: bugs.Single(half)},
		"one cell left too seldom":    kernels.Rows{To: leaky(10, 1e-3)},
		"one cell, one part in 50000": kernels.Rows{To: leaky(10, 2e-5)},
		"late, in one cell":           kernels.Rows{To: late},
		"a sweep not reversed":        unturned{kernels.GibbsSweep{}},
		"another kernel in reverse":   kernels.Rows{To: metropolis, Back: bugs.Single(half)},
	} {
		target := small()
		target.LogF[0] = target.LogF[last] - 1
		res := run(t, annealing(target, k, chains.Linear(many)))
		warned(t, res, "the kernel does not leave its density invariant, or its reversal does not undo it; at level ")
		if !accused(res) {
			t.Errorf("%s: not found: %q, %v", name, res.Warnings, res.Checks)
		}
	}
	for name, k := range map[string]chains.Kernel{
		"metropolis": kernels.Rows{To: metropolis}, "a sweep": kernels.GibbsSweep{},
	} {
		if res := run(t, annealing(small(), k, chains.Linear(many))); accused(res) {
			t.Errorf("%s is accused: %q", name, res.Warnings)
		}
	}
}

// small is a target of random heights on 5x5 cells.
func small() toys.Target { return toys.Target{Grid: grid.New(5, 5), LogF: toys.Easy(1).LogF[:25]} }

// half accepts half of what leads uphill.
func half(d float64) float64 {
	if d > 0 {
		return 0.5
	}
	return bugs.Accept(d)
}

// unturned is a kernel whose operator is said to be its own reversal.
type unturned struct{ chains.Kernel }

func (k unturned) On(g grid.Grid) chains.Operator { return unturnedOperator{k.Kernel.On(g)} }

type unturnedOperator struct{ chains.Operator }

func (o unturnedOperator) Reversal() chains.Operator { return o }
