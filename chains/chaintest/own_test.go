package chaintest

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// onBarrier returns a target on 7x7, with a wall, and a kernel that is made for this grid alone: it knows its
// neighbours by heart. It takes the odds to this power; 1 is right.
func onBarrier(power float64) (logf []float64, k chains.Kernel) {
	const side = 7
	logf = make([]float64, side*side)
	for x := range logf {
		logf[x] = math.Sin(float64(3*x)) + 0.1*float64(x%side)
	}
	logf[10] = math.Inf(-1)
	return logf, kernels.Rows{To: func(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		row, column := x/side, x%side
		for _, to := range [][2]int{{row + 1, column}, {row - 1, column}, {row, column + 1}, {row, column - 1}} {
			inside := to[0] >= 0 && to[0] < side && to[1] >= 0 && to[1] < side
			if inside && !math.IsInf(logf[to[0]*side+to[1]], -1) {
				y := to[0]*side + to[1]
				visit(y, math.Exp(min(0, power*(logf[y]-logf[x])))/4)
			}
		}
	}}
}

// TestLawsOn: a kernel for one grid is checked there: a right one passes, and for a wrong one the grid is named.
func TestLawsOn(t *testing.T) {
	g := grid.New(7, 7)
	logf, right := onBarrier(1)
	LawsOn(t, right, logf, g)
	_, warm := onBarrier(0.5)
	found := breachesOn(warm, logf, g)
	if len(found) == 0 || !strings.Contains(found[0].String(), "on the target on 7x7 at beta") {
		t.Errorf("half the odds break %v", found)
	}
}

// TestUnjudged: a step that has no rows of its own breaks no other law. It is named with its scene.
func TestUnjudged(t *testing.T) {
	for says, accept := range map[string]func(a float64, d chains.Dice) bool{
		"": func(a float64, d chains.Dice) bool {
			return d.Pick([]float64{a, 1 - a}) == 0
		},
		"pick with the dice all that is random": func(a float64, _ chains.Dice) bool { return rand.Float64() < a },
		"from cell 0: random numbers are asked for again and again": func(_ float64, d chains.Dice) bool {
			for d.Pick([]float64{1, 1}) < 2 {
			}
			return true
		},
		"from cell 0: runtime error": func(float64, chains.Dice) bool { return []bool{}[0] },
	} {
		k := kernels.Step(func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
			if y := d.Pick(slices.Repeat([]float64{1}, g.Size())); accept(math.Exp(min(0, logf[y]-logf[x])), d) {
				return y
			}
			return x
		})
		found := Breaches(k)
		if len(found) != min(1, len(says)) {
			t.Errorf("%q: it breaks %v", says, found)
		} else if says != "" {
			must.Say(t, found[0].String(), "on a path of 3 at beta = ", says)
		}
		off := breachesOn(k, []float64{0, math.Inf(1)}, grid.New(2))
		must.Say(t, fmt.Sprint(off), "[on the target on 2: at beta =", "the log density of cell 1 is +Inf")
	}
}

// TestDrawn: breaches are those of the simplest random place that has any. The test that asks goes on, and has none of
// the lines of rapid about them. A kernel that panics has its trace.
func TestDrawn(t *testing.T) {
	must.Do(t, flag.Set("rapid.nofailfile", "true"))
	defer func() { must.Do(t, flag.Set("rapid.nofailfile", "false")) }()
	above := func(most int, fail func()) func(*rapid.T) []Breach {
		return func(t *rapid.T) (found []Breach) {
			if n := rapid.IntRange(0, 1000).Draw(t, "n"); n > most {
				fail()
				found = []Breach{{Scene: fmt.Sprint(n)}}
			}
			return found
		}
	}
	found, fault := drawn(t, above(5, func() {}))
	if len(found) != 1 || found[0].Scene != "6" || fault == nil {
		t.Errorf("it finds %v, want 6", found)
	}
	if found, fault = drawn(t, above(1000, nil)); found != nil || fault != nil {
		t.Errorf("where nothing is broken it finds %v, %v", found, fault)
	}
	found, fault = drawn(t, above(5, func() { panic("too deep") }))
	if found != nil || fault == nil {
		t.Fatalf("a panic is %v, %v", found, fault)
	}
	must.Say(t, fault.Error(), "too deep", "own_test.go:")
}
