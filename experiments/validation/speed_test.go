package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// timed validates a candidate at beta = 1 and measures how fast it is.
func timed(t *testing.T, s Candidate) (Validation, Level) {
	t.Helper()
	v := must.Have(At(t.Context(), s, 1))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	return v, v.Last()
}

// on is a kernel on a target.
func on(s toys.Target, k chains.Kernel) Candidate {
	return annealing(fmt.Sprintf("%T", k), s.Grid, chains.Uniform(s.LogF), s.LogF, k, 2)
}

// holds fails t for each condition that is false, by its name.
func holds(t *testing.T, of string, conditions map[string]bool) {
	t.Helper()
	for name, ok := range conditions {
		if !ok {
			t.Errorf("%s: not so: %s", of, name)
		}
	}
}

// TestSpeedOfFaultyChains: if a chain does not leave the target invariant, its speed is towards the distribution that
// it does leave invariant, and a doubt says so. Rows of a file that do not sum to 1 have no
// speed. A chain in pieces has no relaxation time.
func TestSpeedOfFaultyChains(t *testing.T) {
	v, l := timed(t, ruled(bugs.Leaving(3)))
	if s := l.Speed; v.Balance != Unbalanced || !(s.Gap > 0) || len(s.Doubts) != 1 ||
		!strings.Contains(s.Doubts[0], "not invariant") {
		t.Errorf("it is %v, the gap is %v, the doubts are %q", v.Balance, s.Gap, s.Doubts)
	}
	v = must.Have(Run(t.Context(), handed(t, "0,1\n", 2, func(_, _ int, p float64) float64 { return 0.9 * p }), nil))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	must.Say(t, v.Last().SpeedErr, "the row of state 0 sums to 1-0.1")
	_, l = timed(t, subject(t, "easy", "identity", "linear", 3))
	holds(t, "a chain that never moves", map[string]bool{
		"every cell is a class":                      len(l.Pattern.Classes) == 49,
		"the relaxation time is infinite":            math.IsInf(l.Speed.RelaxationTime, 1),
		"the gap is 0":                               l.Speed.Gap == 0,
		"no other cell is reached from the heaviest": len(l.Pattern.Unreached) == 48,
		"it averages nothing":                        len(l.Speed.Functions) == 0,
	})
}

// TestMeasuredLevels: on more cells the speed is at fewer levels, which go evenly from the last to the first.
func TestMeasuredLevels(t *testing.T) {
	for _, c := range [][]int{{128, 3, 2, 1, 0}, {129, 3, 2, 1, 0}, {512, 21, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0},
		{513, 21, 20}, {1024, 1, 0}, {1025, 21}} {
		if got := measuredLevels(c[0], c[1]); !slices.Equal(got, c[2:]) {
			t.Errorf("on %d cells, of %d levels: %v, want %v", c[0], c[1], got, c[2:])
		}
	}
}

// TestTooManyCells: where a matrix does not fit both ways of asking are refused. Where it fits and is large, a note
// says that the speed is left out.
func TestTooManyCells(t *testing.T) {
	s := on(toys.Ising(1, 13, 0.4, 0), metropolis)
	const says = "8,192 cells; use up to 4,096, whose matrices fit"
	must.Refuse(Run(t.Context(), s, nil))(t, says, "an annealing")
	must.Refuse(At(t.Context(), s, 1))(t, says, "a level")
	v, l := timed(t, on(toys.Target{Grid: grid.New(33, 32), LogF: make([]float64, 33*32)}, metropolis))
	left := "the speed of the chain was not measured: 1,056 cells are too many for a matrix; use up to 1,024"
	if l.Speed != nil || l.SpeedErr != "" || !slices.Contains(v.Notes, left) || !v.OK() {
		t.Errorf("the speed is %v, the error %q, the notes are %q: %s", l.Speed, l.SpeedErr, v.Notes, v.Verdict())
	}
}

// TestFit: a kernel that fits its model is not accused, and the verdict names the model that another does not fit.
func TestFit(t *testing.T) {
	for says, k := range map[string]chains.Kernel{"": kernels.HeatBath{},
		"does not fit clustering:3:2": bugs.Inverted} {
		test := geweke.Test{Model: toys.NewClustering(3, 2).Model(), Kernel: k, Steps: 5, Draws: 300, MCSeed: 1}
		fit := must.Have(test.Run(t.Context(), nil))(t)
		v := Validation{Fit: &fit}
		if v.OK() != (says == "") || strings.Contains(v.Verdict().String(), "does not fit") == v.OK() {
			t.Errorf("%T: %s", k, v.Verdict())
		}
		must.Say(t, v.Verdict().String(), says)
	}
}
