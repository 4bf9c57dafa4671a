package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// subject is a catalogued kernel on a toy, in T levels.
func subject(t *testing.T, toy, kernel, schedule string, T int) Candidate {
	t.Helper()
	an := must.Have(experiments.Setting{Toy: toy, Kernel: kernel, Schedule: schedule}.Annealer())(t)
	return must.Have(FromAnnealer(t.Context(), an, T))(t)
}

// TestNoCorrectKernelIsAccused: no correct kernel is accused, on targets that are symmetric, that have no symmetry, and
// that span a hundred nats; with walls; with constants of 2^40 in log f; from a few levels to many; with and without
// the last kernel. If one were, no cause would be named.
func TestNoCorrectKernelIsAccused(t *testing.T) {
	for _, k := range kernels.Original {
		for _, s := range faultless(t, k.Name, k.Make) {
			v := must.Have(Run(t.Context(), s, nil))(t)
			broken := laws.Broken(but(v.Laws, k))
			if len(broken) > 0 || v.OK() != strings.Contains(v.Verdict().String(), "keeps all") {
				t.Errorf("%s on %v, T = %d is accused: %s\n%v", k.Name, s.Grid, s.T(), v.Verdict(), broken)
			}
			if v.accused() != nil && k.Make != (kernels.Identity{}) {
				t.Errorf("%s on %v, T = %d, if it were accused: %s", k.Name, s.Grid, s.T(), v.accused().Says)
			}
		}
	}
}

// accused returns the cause that is named if all laws were broken at every level.
func (v Validation) accused() *cause.Cause {
	for i := range v.Levels {
		v.Levels[i].Laws = nil
		for _, law := range exactLaws {
			v.Levels[i].Laws = append(v.Levels[i].Laws, laws.Finding{Law: law})
		}
	}
	return v.diagnose()
}

// but returns the findings that a kernel answers for. One that never moves is no sampler, and the
// finding that it does not get from cell to cell is right.
func but(found []laws.Finding, k chains.Entry[chains.Kernel]) []laws.Finding {
	if k.Make != (kernels.Identity{}) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(f laws.Finding) bool { return f.Law == laws.Connected })
}

// faultless returns annealings that nothing is wrong with.
func faultless(t *testing.T, name string, k chains.Kernel) []Candidate {
	t.Helper()
	inf := math.Inf(-1)
	on := func(target toys.Target, b chains.Bridge, s chains.Schedule, skip bool) Candidate {
		a := chains.Annealing{Grid: target.Grid, Kernel: k, Schedule: s, SkipLast: skip, Bridge: b}
		return Candidate{Name: name, Annealing: a}
	}
	walls := mistakenScene()
	small := boxWithWalls([]float64{0.3, -1.2, 2.1, inf, 0.9, -0.4}, 2, 3)
	deep := boxWithWalls([]float64{0, -300, 12, 250, inf, 3, -1, 0.5}, 2, 4)
	lifted := boxWithWalls([]float64{0.3, -1.2, 2.1, 0.9, -0.4}, 5)
	floats.AddConst(1<<40, lifted.LogF)
	from := func(target toys.Target, initial []float64, T int) Candidate {
		return on(target, chains.Geometric{From: initial, To: target.LogF}, chains.Linear(T), false)
	}
	return []Candidate{
		subject(t, "barrier", name, "linear", 4),
		on(walls, chains.NewQPath(chains.Tempered(walls.LogF, -0.3), walls.LogF, 0), chains.PowerLaw(2, 3), true),
		from(small, chains.Tempered(small.LogF, -1), 5),
		from(deep, chains.Uniform(deep.LogF), 7), from(lifted, make([]float64, 5), 3),
		// Mass on a wall at first, and at first none where there is some.
		from(small, make([]float64, 6), 4),
		from(small, []float64{0, inf, 0, inf, 0, 0}, 4),
	}
}

// handed returns Metropolis as matrices from a file, on a small target, at these levels; write rounds an entry as a
// file would.
func handed(t *testing.T, target string, T int, write func(x, y int, p float64) float64) Candidate {
	t.Helper()
	path := must.File(t, "g.csv", target)
	an := must.Have(experiments.Setting{Target: path, Kernel: "metropolis"}.Annealer())(t)
	s := must.Have(FromAnnealer(t.Context(), an, T))(t)
	m := Matrices{Path: "k", Schedule: s.Schedule, Declared: true}
	for level := 1; level <= T; level++ {
		rows := s.write(level, s.Schedule.Beta(level), chains.On(s.Kernel, s.Grid)).Rows
		m.P = append(m.P, slices.Concat(entryByEntry(rows, func(x, y int) float64 {
			return write(x, y, rows[x][y])
		})...))
	}
	return FromMatrices(an, m)
}

// TestRowsOfWalls: what stands in the rows of walls is not looked at: a chain is never there.
func TestRowsOfWalls(t *testing.T) {
	for _, inWall := range []float64{0, math.NaN(), 1, -3} {
		s := handed(t, "0,1,-inf,-inf\n2,-1,1,0\n", 3, func(x, _ int, p float64) float64 {
			if x == 2 || x == 3 {
				return inWall
			}
			return p
		})
		v := must.Have(Run(t.Context(), s, nil))(t)
		must.Do(t, v.Measure(t.Context(), nil))
		if s := v.Last().Speed; !v.OK() || math.IsNaN(v.B) || s == nil || s.Stationary == nil {
			t.Errorf("%v: %s: %v; B = %v, %s", inWall, v.Verdict(), v.Broken(), v.B, v.Last().SpeedErr)
		}
	}
}

// walked is a chain on a flat density that goes from x to each y of to[x] alike.
func walked(to [][]int) Candidate {
	flat := make([]float64, len(to))
	return annealing("walk", grid.New(len(to)), flat, flat,
		kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) {
			for _, y := range to[x] {
				if y != x {
					visit(y, 1/float64(len(to[x])))
				}
			}
		}}, 2)
}

// everywhere reports whether a chain may be anywhere after n steps, from any cell.
func everywhere(to [][]int, n int) bool {
	for x := range to {
		at := map[int]bool{x: true}
		for range n {
			next := map[int]bool{}
			for y := range at {
				for _, z := range to[y] {
					next[z] = true
				}
			}
			at = next
		}
		if len(at) < len(to) {
			return false
		}
	}
	return true
}

// TestStructureLaw: every cell leads to every other, and no period is told, if and only if after some number of steps,
// and ever after, the chain may be anywhere: by Wielandt's bound, after (n-1)^2+1 steps. Every cell leads to every
// other if and only if a lazy chain may be anywhere after n-1 steps.
func TestStructureLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "cells")
		to, lazy := make([][]int, n), make([][]int, n)
		for x := range to {
			to[x] = slices.Compact(slices.Sorted(slices.Values(
				rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 2).Draw(t, fmt.Sprint("from ", x)))))
			lazy[x] = append([]int{x}, to[x]...)
		}
		v := must.Have(At(t.Context(), walked(to), 1))(t)
		connected := v.finding(laws.Connected).OK
		aperiodic := !strings.Contains(v.Verdict().String(), "never settles")
		if want := everywhere(lazy, n-1); connected != want {
			t.Fatalf("%v: connected is %v, want %v", to, connected, want)
		}
		if want := everywhere(to, (n-1)*(n-1)+1); v.OK() && aperiodic != want {
			t.Fatalf("%v: no period is %v, want %v", to, aperiodic, want)
		}
	})
}

// TestStructureInWords: the verdict says which cells never meet, which are left and never left, and in how many groups
// a chain goes round.
func TestStructureInWords(t *testing.T) {
	for says, to := range map[string][][]int{
		"the chain never moves: each of the 3 cells leads to itself alone": {{0}, {1}, {2}},
		"from cell 0, the heaviest, no way leads to 4 of 6 cells (66.7% of the mass), cell 2 first; 3 parts never " +
			"meet": {{0, 1}, {0, 1}, {2, 3}, {2, 3}, {4, 5}, {4, 5}},
		"the chain leaves 1 of 3 cells (33.3% of the mass) for good, cell 0 first": {{0, 1}, {1, 2}, {1, 2}},
		"for good, cell 0 first, and never leaves cell 2":                          {{0, 1}, {0, 2}, {2}},
		"it goes round 3 groups of cells in turn":                                  {{1}, {2}, {0}},
		"it goes round 2 groups of cells in turn":                                  {{1}, {0, 2}, {1}}, // and loses p
	} {
		v := must.Have(At(t.Context(), walked(to), 1))(t)
		verdict := v.Verdict().String()
		if !strings.Contains(verdict, says) || !v.OK() && strings.Contains(verdict, "never settles") {
			t.Errorf("%v: %q is not in %q", to, says, verdict)
		}
	}
}

// TestStructureThatIsNotAccused: inside an annealing cells may fail to meet: only the last level's count. The verdict
// says so. Where masses span more than floats do, a move of probability 0 may be a rare one: nothing is accused, and it
// is said to be unclear.
func TestStructureThatIsNotAccused(t *testing.T) {
	s := walked([][]int{{0}, {1}})
	stay := []float64{1, 0, 0, 1}
	s.Schedule = chains.Linear(3)
	s.Kernel = kernels.Matrices{N: 2, Betas: s.Schedule.Betas(),
		P: [][]float64{stay, stay, {0.5, 0.5, 0.5, 0.5}}}
	inside := must.Have(Run(t.Context(), s, nil))(t)
	s = walked([][]int{{0}, {1}})
	s.Bridge = chains.Geometric{From: []float64{0, -700}, To: []float64{0, -700}}
	deep := must.Have(At(t.Context(), s, 1))(t)
	for says, v := range map[string]Validation{
		"; not every cell leads to every other at 2 of 3 betas, as at 0.": inside,
		"is unclear, because masses span more than floats do":             deep,
	} {
		if !v.OK() || !strings.Contains(v.Verdict().String()+".", says) || v.HasMap() {
			t.Errorf("%q is not in %q", says, v.Verdict())
		}
	}
}

// TestStructureWithTolerance: a tolerance forgives a rare move that was rounded to 0, and no other.
func TestStructureWithTolerance(t *testing.T) {
	logf := []float64{0, math.Log(1e-7)}
	for _, p := range []float64{0.5, 1} {
		for tolerance, want := range map[float64]bool{1e-5: true, 1e-9: false} {
			s := annealing("rounded", grid.New(2), logf, logf, nil, 2).with([][]float64{{1, 0}, {p, 1 - p}})
			s.Tolerance = tolerance
			v := must.Have(At(t.Context(), s, 1))(t)
			if got := v.finding(laws.Connected).OK; got != want {
				t.Errorf("with the tolerance %g: connected is %v, want %v", tolerance, got, want)
			}
		}
	}
}

// TestSeenStructure: many moves that never change an axis are a fault, and that many always go round is told. Few are
// not, nor is an axis along which no other cell has mass.
func TestSeenStructure(t *testing.T) {
	plane := grid.New(2, 4)
	across := func(x int) int { return x/4*4 + (x+1)%4 }
	labels := plane.Of(grid.Any)
	flip := func(x int) int { return (x + 4) % 8 }
	round := func(x int) int { return (x + 1) % 8 }
	stay := func(x int) int { return x }
	for name, c := range map[string]struct {
		g     grid.Grid
		light float64 // log f of the second half of the cells
		times int
		to    []func(x int) int // moves from each cell, each equally often
		says  string            // "" if there is nothing to say
	}{
		"one axis":     {plane, 0, 2000, []func(int) int{across, stay}, "of 32,000 moves from cells with a"},
		"still":        {plane, 0, 4000, []func(int) int{stay}, "along axis 1, none changes it"},
		"hardly moves": {plane, 0, 20, append(slices.Repeat([]func(int) int{stay}, 200), across), ""},
		"few moves":    {plane, 0, 20, []func(int) int{across, stay}, ""},
		"labels":       {labels, 0, 2000, []func(int) int{flip, stay}, "of 32,000 moves from cells with a"},
		"labels, few":  {labels, 0, 300, []func(int) int{flip, stay}, ""}, // 3 others each, which count for 2
		"walls beside": {plane, math.Inf(-1), 9000, []func(int) int{across, stay}, "enters a cell"},
		"round":        {grid.New(8), 0, 2000, []func(int) int{round}, "in all of 16,000 moves it goes round 8 "},
		"a long round": {grid.New(60), 0, 110, []func(int) int{
			func(x int) int { return (x + 1) % 60 }}, "in all of 6,600 moves it goes round 60 "},
		"a long round, few": {grid.New(60), 0, 90, []func(int) int{func(x int) int { return (x + 1) % 60 }}, ""},
		"round, few":        {grid.New(8), 0, 100, []func(int) int{round}, ""},
		"round, and stay":   {grid.New(8), 0, 2000, []func(int) int{round, stay}, ""},
	} {
		logf := make([]float64, c.g.Size())
		seen := make(Recorded, c.g.Size())
		for x := range logf {
			if x >= len(logf)/2 {
				logf[x] = c.light
			}
			for _, y := range c.to {
				for range c.times {
					seen.Add(x, y(x))
				}
			}
		}
		v := annealing("k", c.g, chains.Uniform(logf), logf, nil, 2).Count(seen, 1, sampling(0, 0.1))
		verdict := v.Verdict().String()
		if c.says == "" && (!v.OK() || strings.Contains(verdict, "goes round")) || !strings.Contains(verdict, c.says) ||
			!v.HasMap() || v.OK() != (c.says == "" || strings.HasPrefix(c.says, "in all")) {
			t.Errorf("%s: want %q: %s", name, c.says, verdict)
		}
	}
}

// TestOneCellWide: beside Metropolis people read that a grid has an axis of one cell, along which nothing moves.
func TestOneCellWide(t *testing.T) {
	for _, c := range []struct {
		g    grid.Grid
		says bool
	}{{grid.New(1, 3), true}, {grid.New(3), false}, {grid.New(2, 3), false}} {
		v := must.Have(Run(t.Context(), annealing("", c.g, make([]float64, c.g.Size()), make([]float64, c.g.Size()),
			kernels.HeatBath{}, 3), nil))(t)
		notes := strings.Join(v.Notes, "; ")
		if strings.Contains(notes, "an axis of 1x3 has one cell, and metropolis ") != c.says {
			t.Errorf("%v: %s", c.g, notes)
		}
	}
}
