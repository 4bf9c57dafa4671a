package experiments

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/grid/must"
)

// The steps at each level are what the words say, at every T.
func TestStepsByLevel(t *testing.T) {
	for word, want := range map[string][]int{
		"dwell:9": {1, 1, 1, 9},
		"1:1:8":   {1, 1, 3, 8}, // 1, 1, 1 + 7/3 = 3.33, 8
		"4:3:2:1": {4, 3, 2, 1},
	} {
		s := Setting{Toy: "barrier"}.WithDefaults().WithSteps(word)
		steps := must.Have(s.findSteps())(t)
		got := must.Have(steps(5))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", word, diff)
		}
		one, err := steps(2)
		switch isList := strings.Count(word, ":") > 1; {
		case isList:
			must.Fail(t, err, "of T = 2 levels 1 make steps", "%s", word)
		case err != nil || len(one) != 1:
			t.Errorf("%s: %v steps at two levels, and %v", word, one, err)
		}
		if s.StepsWord() != word || !StepsDiffer(word) {
			t.Errorf("%s is read as %s", word, s.StepsWord())
		}
	}
	for _, word := range []string{"3", "10..1000x5"} {
		if StepsDiffer(word) {
			t.Errorf("%s differs by level", word)
		}
	}
	for word, says := range map[string]string{"dwell:0": "dwell:9", "dwell:": "dwell:9", "1:x": "\"x\"", "abc": "1:1:8",
		"1:1001": "1001", "0": "from 1 to 1000"} {
		_, err := Setting{Toy: "barrier"}.WithSteps(word).Chain()
		must.Fail(t, err, says, "%s", word)
	}
}

// The annealing with three steps at every level, written by level, is the annealing whose kernel makes three: J and B
// are the same, also without the last kernel, and T is the number of levels that were asked for.
func TestStepsByLevelAreTheKernels(t *testing.T) {
	const T, near = 6, 1e-13
	for _, kernel := range []string{"metropolis", "cycle"} {
		for _, skip := range []bool{false, true} {
			s := Setting{Kernel: kernel, SkipLast: skip}
			run := func(word string) Exact {
				chain := must.Have(s.WithSteps(word).On(twoByThree))(t)
				return must.Have(chain.Exactly(t.Context(), []int{T}, nil))(t)[0]
			}
			kernels, levels := run("3"), run("3:3")
			if d := max(math.Abs(kernels.J()-levels.J()), math.Abs(kernels.B()-levels.B())); !(d < near) {
				t.Errorf("%s, without the last kernel: %v: off by %g", kernel, skip, d)
			}
			if levels.T != T {
				t.Errorf("%s: T is %d", kernel, levels.T)
			}
			if one := run("1"); math.Abs(one.J()-levels.J()) < 1e-6 {
				t.Errorf("%s: J with one step is as with three", kernel)
			}
		}
	}
}

// scheduleOf is a schedule of these betas alone.
func scheduleOf(t *testing.T, betas []float64) func(T int) chains.Schedule {
	t.Helper()
	s := must.Have(chains.NewSchedule(betas))(t)
	return func(int) chains.Schedule { return s }
}

// The best schedule with steps by level is better with them than the best without, and than its neighbours.
func TestBestWithStepsByLevel(t *testing.T) {
	const T = 5
	chain := func(schedule, steps string) Chain {
		return must.Have(Setting{Schedule: schedule}.WithSteps(steps).On(twoByThree))(t)
	}
	b := func(c Chain, betas []float64) float64 {
		c = c.WithFormula("given", scheduleOf(t, betas))
		return must.Have(c.Exactly(t.Context(), []int{T}, nil))(t)[0].B()
	}
	const steps = "1:6"
	own := at(t, chain("best-b", steps), T).Schedule.Betas()
	standing := must.Have(chain("best-b", steps).stepsAt(T))(t)
	levels := []float64{0}
	from := 1
	for _, n := range standing {
		levels = append(levels, own[from])
		from += n
	}
	other := at(t, chain("best-b", "1"), T).Schedule.Betas()
	least := b(chain("linear", steps), levels)
	if without := b(chain("linear", steps), other); !(least < without-1e-6) {
		t.Errorf("B is %v by its own best-b, and %v by that of one step", least, without)
	}
	for i := 1; i < T-1; i++ {
		for _, by := range []float64{-1e-3, 1e-3} {
			moved := slices.Clone(levels)
			moved[i] += by
			if v := b(chain("linear", steps), moved); v < least-1e-9 {
				t.Errorf("B is %v with beta %d moved by %v, below %v", v, i+1, by, least)
			}
		}
	}
}
