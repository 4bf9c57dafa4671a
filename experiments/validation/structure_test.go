package validation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// walked is a chain on a flat density that goes from x to each y of to[x] alike.
func walked(to [][]int) validation.Candidate {
	flat := make([]float64, len(to))
	a := chains.Annealing{Grid: grid.New(len(to)), Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: flat, To: flat},
		Kernel: kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) {
			for _, y := range to[x] {
				if y != x {
					visit(y, 1/float64(len(to[x])))
				}
			}
		}}}
	return validation.Candidate{Name: "walk", Annealing: a, Base: a}
}

// power is the boolean matrix of where a chain may be after n steps.
func power(to [][]int, n int) [][]bool {
	at := make([][]bool, len(to))
	for x := range at {
		at[x] = make([]bool, len(to))
		at[x][x] = true
	}
	for range n {
		for x, row := range at {
			next := make([]bool, len(to))
			for y, here := range row {
				for _, z := range to[y] {
					next[z] = next[z] || here
				}
			}
			at[x] = next
		}
	}
	return at
}

// Every cell leads to every other, and there is no period, if and only if after some number of
// steps, and ever after, the chain may be anywhere: by Wielandt's bound, after (n-1)^2+1 steps.
// Every cell leads to every other if and only if a lazy chain may be anywhere after n-1 steps.
func TestStructureLaw(t *testing.T) {
	everywhere := func(at [][]bool) bool {
		return !slices.ContainsFunc(at, func(row []bool) bool { return slices.Contains(row, false) })
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "cells")
		to, lazy := make([][]int, n), make([][]int, n)
		for x := range to {
			to[x] = slices.Compact(slices.Sorted(slices.Values(
				rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 2).Draw(t, fmt.Sprint("from ", x)))))
			lazy[x] = append([]int{x}, to[x]...)
		}
		v := must(validation.At(t.Context(), walked(to), 1))(t)
		connected, aperiodic := find(t, v, laws.Connected).OK, find(t, v, laws.Aperiodic).OK
		if want := everywhere(power(lazy, n-1)); connected != want {
			t.Fatalf("%v: connected is %v, want %v", to, connected, want)
		}
		if want := everywhere(power(to, (n-1)*(n-1)+1)); connected && aperiodic != want {
			t.Fatalf("%v: no period is %v, want %v", to, aperiodic, want)
		}
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func find(t failer, v validation.Validation, l laws.Law) laws.Finding {
	t.Helper()
	i := slices.IndexFunc(v.Laws, func(f laws.Finding) bool { return f.Law == l })
	if i < 0 {
		t.Fatalf("there is no law %q", l)
	}
	return v.Laws[i]
}

// The verdict says which cells never meet, which are left and never left, and in how many groups
// a chain goes round.
func TestStructureInWords(t *testing.T) {
	for _, c := range []struct {
		to   [][]int
		says string
	}{
		{[][]int{{0}, {1}, {2}}, "the chain never moves: each of the 3 cells leads to itself alone"},
		{[][]int{{0, 1}, {0, 1}, {2, 3}, {2, 3}, {4, 5}, {4, 5}},
			"from cell 0, the heaviest, no way leads to 4 of 6 cells (67% of the mass), cell 2 first; 3 parts never meet"},
		{[][]int{{0, 1}, {1, 2}, {1, 2}}, "the chain leaves 1 of 3 cells (33% of the mass) for good, cell 0 first"},
		{[][]int{{0, 1}, {0, 2}, {2}}, "for good, cell 0 first, and never leaves cell 2"},
		{[][]int{{1}, {2}, {0}}, "it goes round 3 groups of cells in turn"},
	} {
		v := must(validation.At(t.Context(), walked(c.to), 1))(t)
		if !strings.Contains(v.Verdict(), c.says) {
			t.Errorf("%v: %q is not in %q", c.to, c.says, v.Verdict())
		}
	}
}

// Inside an annealing cells may fail to meet: only the last level's count. The verdict says so.
func TestStructureInsideAnnealing(t *testing.T) {
	s := walked([][]int{{0, 1}, {0, 1}})
	moving := s.Kernel
	s.Schedule = chains.Linear(3)
	s.Kernel = untilLast{moving}
	v := must(validation.Run(t.Context(), s, nil))(t)
	if !v.OK() {
		t.Errorf("it is accused: %s", v.Verdict())
	}
	if want := "; not every cell leads to every other at 2 of 3 betas, as at 0"; !strings.Contains(v.Verdict(), want) {
		t.Errorf("%q is not in %q", want, v.Verdict())
	}
}

// untilLast moves at the last level alone.
type untilLast struct{ chains.Kernel }

func (k untilLast) On(g grid.Grid) chains.Operator {
	return &still{Operator: k.Kernel.On(g), other: kernels.Identity{}.On(g)}
}

type still struct {
	chains.Operator
	other chains.Operator
	beta  float64
}

func (o *still) Aim(l *chains.Level) {
	o.beta = l.Beta
	o.Operator.Aim(l)
	o.other.Aim(l)
}

func (o *still) now() chains.Operator {
	if o.beta < 1 {
		return o.other
	}
	return o.Operator
}

func (o *still) Row(x int, visit func(int, float64)) { o.now().Row(x, visit) }
func (o *still) Push(dst, q []float64)               { o.now().Push(dst, q) }
func (o *still) Pull(dst, f []float64)               { o.now().Pull(dst, f) }
func (o *still) Step(x int, d chains.Dice) int       { return o.now().Step(x, d) }
func (o *still) Reversal() chains.Operator           { return o }

// Where masses span more than floats do, a move of probability 0 may be a rare one: nothing is
// accused, and it is said to be unclear.
func TestStructureBeyondFloats(t *testing.T) {
	s := walked([][]int{{0}, {1}})
	s.Bridge = chains.Geometric{From: []float64{0, -700}, To: []float64{0, -700}}
	v := must(validation.At(t.Context(), s, 1))(t)
	if f := find(t, v, laws.Connected); !f.OK || !f.Unclear {
		t.Errorf("ok is %v, unclear is %v, want both", f.OK, f.Unclear)
	}
	if !strings.Contains(v.Verdict(), "is unclear, because masses span more than floats do") {
		t.Errorf("the verdict is %q", v.Verdict())
	}
}

// A chain whose rows do not fit has the same pattern as the same chain written out.
func TestStructureOfLargeSpaces(t *testing.T) {
	ring := func(n, step int) validation.Candidate {
		to := make([][]int, n)
		for x := range to {
			to[x] = []int{(x + step) % n, (x + n - step) % n}
		}
		return walked(to)
	}
	for _, c := range []struct{ step, unreached, period int }{{1, 0, 2}, {2, 2100, 2}, {4, 3150, 2}} {
		v := must(validation.At(t.Context(), ring(4200, c.step), 1))(t)
		p := v.Last().Pattern
		if len(p.Unreached) != c.unreached {
			t.Errorf("steps of %d: %d unreached, want %d", c.step, len(p.Unreached), c.unreached)
		}
		if p.Period != c.period {
			t.Errorf("steps of %d: period %d, want %d", c.step, p.Period, c.period)
		}
	}
}

// A tolerance forgives a rare move that was rounded to 0, and no other.
func TestStructureWithTolerance(t *testing.T) {
	logf := []float64{0, math.Log(1e-7)}
	for p, connected := range map[float64]bool{0.5: true, 1: true} {
		k := kernels.Matrices{N: 2, P: [][]float64{{1, 0, p, 1 - p}}}
		a := chains.Annealing{Grid: grid.New(2), Kernel: k, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: logf, To: logf}}
		for slack, want := range map[float64]bool{1e-5: connected, 1e-9: false} {
			s := validation.Candidate{Name: "rounded", Annealing: a, Base: a, Slack: slack,
				Given: func(int) [][]float64 { return [][]float64{{1, 0}, {p, 1 - p}} }}
			v := must(validation.At(t.Context(), s, 1))(t)
			if got := find(t, v, laws.Connected).OK; got != want {
				t.Errorf("with the tolerance %g: connected is %v, want %v", slack, got, want)
			}
		}
	}
}

// counted validates moves x -> to(x, k), k = 0.., each so many times, on a target.
func counted(g grid.Grid, logf []float64, times int, to ...func(x int) int) validation.Validation {
	seen := evidence.NewTally(g.Size())
	for x := range g.Size() {
		for _, y := range to {
			for range times {
				seen.Add(x, y(x))
			}
		}
	}
	a := chains.Annealing{Grid: g, Schedule: chains.Linear(2), Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	return validation.Candidate{Name: "k", Annealing: a, Base: a}.Count(seen, 1,
		validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9})
}

// Many moves that never change an axis, or always go round, are a fault. Few are not, nor is an axis along
// which no other cell has mass.
func TestSeenStructure(t *testing.T) {
	plane, across := grid.New(2, 4), func(x int) int { return x/4*4 + (x+1)%4 }
	stay := func(x int) int { return x }
	for name, c := range map[string]struct {
		g      grid.Grid
		light  float64 // log f of the second half of the cells
		times  int
		to     []func(x int) int
		broken laws.Law
	}{
		"one axis":        {plane, 0, 2000, []func(int) int{across, stay}, laws.Connected},
		"few moves":       {plane, 0, 20, []func(int) int{across, stay}, ""},
		"walls beside":    {plane, math.Inf(-1), 9000, []func(int) int{across, stay}, ""},
		"round":           {grid.New(8), 0, 2000, []func(int) int{func(x int) int { return (x + 1) % 8 }}, laws.Aperiodic},
		"round, few":      {grid.New(8), 0, 100, []func(int) int{func(x int) int { return (x + 1) % 8 }}, ""},
		"round, and stay": {grid.New(8), 0, 2000, []func(int) int{func(x int) int { return (x + 1) % 8 }, stay}, ""},
	} {
		logf := make([]float64, c.g.Size())
		for x := range logf {
			if x >= len(logf)/2 {
				logf[x] = c.light
			}
		}
		v, found := counted(c.g, logf, c.times, c.to...), laws.Law("")
		for _, l := range v.Broken() {
			if l.Law == laws.Connected || l.Law == laws.Aperiodic {
				found = l.Law
			}
		}
		if found != c.broken {
			t.Errorf("%s: %q is broken, want %q: %s", name, found, c.broken, v.Verdict())
		}
	}
}
