package validation

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/grid"
)

// The p-value of the sandwich is the normal one of the difference of two means. Both
// samples here have variance 2 and n = 4, so that its standard error is 1.
func TestSandwiched(t *testing.T) {
	around := func(mean float64) []float64 {
		d := math.Sqrt(1.5)
		return []float64{mean - d, mean - d, mean + d, mean + d}
	}
	for _, c := range []struct{ up, down, p float64 }{
		{0, 1, 1}, // nothing is crossed
		{1, 0, distuv.UnitNormal.CDF(-1)},
		{3, 0, distuv.UnitNormal.CDF(-3)},
	} {
		if got := sandwiched(around(c.up), around(c.down)); !(math.Abs(got.p-c.p) < 1e-12) {
			t.Errorf("means %v forward and %v in reverse: p = %v, want %v", c.up, c.down, got.p, c.p)
		}
	}
	infinite := sandwiched([]float64{0, math.Inf(-1)}, []float64{0, 1})
	if infinite.unclear == "" {
		t.Error("an infinite weight: it is clear")
	}
	if infinite.p != 1 {
		t.Errorf("an infinite weight: p = %v, want 1", infinite.p)
	}
}

// At a level of a hundredth, each of two steps has 0.005, so a step breaks its bound from
// 2.576 standard errors on: above the bound forward, below it in reverse.
func TestBreaks(t *testing.T) {
	const se, bound = 0.5, -7.0
	for _, c := range []struct {
		reverse bool
		z       float64 // of the second step
		breaks  bool
	}{
		{false, 2.65, true}, {false, 2.5, false}, {false, -2.65, false},
		{true, -2.65, true}, {true, -2.5, false}, {true, 2.65, false},
	} {
		r := annealed{Candidate: Candidate{Annealing: chains.Annealing{Schedule: chains.Linear(3)}}, reverse: c.reverse,
			trail: []standing{{2, bound, se, bound}, {3, bound + c.z*se, se, bound}}}
		says := r.breaks(0.01)
		if (says != "") != c.breaks {
			t.Errorf("reverse %v, %v standard errors off: %q", c.reverse, c.z, says)
		}
		if c.breaks && !strings.Contains(says, "at step 3 (beta = 1)") {
			t.Errorf("reverse %v: %q names another step", c.reverse, says)
		}
	}
}

// What is kept at a step is the mean of log w, its standard error and the bound.
func TestStand(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(2), Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{1, 1}}}
	for _, reverse := range []bool{false, true} {
		r := annealed{Candidate: Candidate{Annealing: a}, level: a.NewLevel(), logw: []float64{1, 3}, firstZ: math.Ln2,
			reverse: reverse}
		a.LevelAt(r.level, 2)
		r.record(2)
		rise := 1.0
		if reverse {
			rise = -1
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"level", float64(r.trail[0].t), 2}, {"mean", r.trail[0].mean, 2}, {"standard error", r.trail[0].se, 1},
			{"bound", r.trail[0].logRise, rise}} {
			if !(math.Abs(c.got-c.want) <= 1e-15) {
				t.Errorf("reverse %v: the %s is %v, want %v", reverse, c.name, c.got, c.want)
			}
		}
	}
}
