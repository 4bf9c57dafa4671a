package validation_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/toys"
)

// candidate is a catalogued kernel on a toy, in T levels.
func subject(t *testing.T, toy, kernel, schedule string, T int) validation.Candidate {
	t.Helper()
	c, err := experiments.Setting{Toy: toy, Kernel: kernel, Schedule: schedule}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), c, T)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// No correct kernel is accused, on targets that are symmetric, that have no
// symmetry, and that span a hundred nats; with walls; from a few levels to many;
// with and without the last kernel.
func TestNoCorrectKernelIsAccused(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, s := range sound(t, k.Name, k.Make) {
			if s.Grid.Size() > 500 {
				continue // the same kernel, on the small ones
			}
			v, err := validation.Run(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if broken := laws.Broken(but(v.Laws, k)); len(broken) > 0 {
				t.Errorf("%s on %v, T = %d is accused: %s\n%v", k.Name, s.Grid, s.T(), v.Verdict(), broken)
			}
			if v.OK() != strings.Contains(v.Verdict(), "keeps all") {
				t.Errorf("%s on %v, T = %d: ok is %v: %s", k.Name, s.Grid, s.T(), v.OK(), v.Verdict())
			}
		}
	}
}

// but returns the findings that a kernel answers for. One that never moves is no sampler, and the
// finding that it does not get from cell to cell is right.
func but(found []laws.Finding, k chains.Entry[chains.Kernel]) []laws.Finding {
	if (k.Make != kernels.Identity{}) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(f laws.Finding) bool { return f.Law == laws.Connected })
}

// sound returns annealings that nothing is wrong with.
func sound(t *testing.T, name string, k chains.Kernel) []validation.Candidate {
	t.Helper()
	inf := math.Inf(-1)
	on := func(target toys.Target, b chains.Bridge, s chains.Schedule, skip bool) validation.Candidate {
		a := chains.Annealing{Grid: target.Grid, Kernel: k, Schedule: s, SkipLast: skip, Bridge: b}
		return validation.Candidate{Name: name, Annealing: a.Extended()}
	}
	walls := validation.Scene()
	small := validation.Walled([]float64{0.3, -1.2, 2.1, inf, 0.9, -0.4}, 2, 3)
	deep := validation.Walled([]float64{0, -300, 12, 250, inf, 3, -1, 0.5}, 2, 4)
	onSmall := func(from []float64, T int) validation.Candidate {
		return on(small, chains.Geometric{From: from, To: small.LogF}, chains.Linear(T), false)
	}
	return []validation.Candidate{
		subject(t, "barrier", name, "linear", 11),
		subject(t, "easy", name, "sigmoid:4", 6),
		subject(t, "hard", name, "linear", 60),
		on(walls, chains.Geometric{From: chains.Uniform(walls.LogF), To: walls.LogF}, chains.Linear(5), true),
		on(walls, chains.NewMixture(chains.Tempered(walls.LogF, -0.3), walls.LogF), chains.PowerLaw(2, 9), false),
		onSmall(chains.Tempered(small.LogF, -1), 5),
		on(deep, chains.Geometric{From: chains.Uniform(deep.LogF), To: deep.LogF}, chains.Linear(7), false),
		// Mass on a wall at first, and at first none where there is some.
		onSmall(make([]float64, 6), 4),
		onSmall([]float64{0, inf, 0, inf, 0, 0}, 4),
	}
}

// Constants in log f do not matter: with constants up to 2^40 at either end, no sound
// kernel is accused, in an annealing or at one beta, and each is Peskun's equal of itself.
func TestConstantsDoNotAccuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, k := drawCandidate(t)
		v, err := validation.Run(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if broken := laws.Broken(but(v.Laws, k)); len(broken) > 0 {
			t.Fatalf("%s: %v", v.Verdict(), broken)
		}
		one, err := validation.At(context.Background(), s, rapid.Float64Range(0, 1).Draw(t, "beta"))
		if err != nil {
			t.Fatal(err)
		}
		if broken := laws.Broken(but(one.Laws, k)); len(broken) > 0 {
			t.Fatalf("at one beta: %s: %v", one.Verdict(), broken)
		}
		if err := one.Compare(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(one.Compared[1:], func(b validation.Beside) bool { return b.Name == s.Name })
		if b := one.Compared[1+i]; s.Grid.Size() == s.Base.Grid.Size() && b.Order != "equal" {
			t.Fatalf("%s is %q itself: %s", s.Name, b.Order, b.Pair)
		}
	})
}

// drawCandidate draws a kernel of the catalogue, and densities with constants of any size.
func drawCandidate(t *rapid.T) (validation.Candidate, chains.Entry[chains.Kernel]) {
	k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
	g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	constant := rapid.OneOf(rapid.Float64Range(-(1<<40), 1<<40), rapid.Float64Range(-100, 100), rapid.Just(0.0))
	density := func(name string) []float64 {
		v, c := make([]float64, g.Size()), constant.Draw(t, "constant of "+name)
		for x := range v {
			v[x] = c + rapid.Float64Range(-5, 5).Draw(t, name)
		}
		return v
	}
	from, to := density("initial"), density("target")
	bridge := chains.Bridge(chains.Geometric{From: from, To: to})
	if rapid.Bool().Draw(t, "means") {
		bridge = chains.NewQPath(from, to, rapid.SampledFrom([]float64{0, 0.5, 2, -1.5}).Draw(t, "Q"))
	}
	base := chains.Annealing{Grid: g, Kernel: k.Make, Bridge: bridge,
		Schedule: chains.Linear(rapid.IntRange(2, 5).Draw(t, "T")),
		SkipLast: rapid.Bool().Draw(t, "skip last")}
	return validation.Candidate{Name: k.Name, Annealing: base.Extended(), Base: base, Declared: k.Make}, k
}
