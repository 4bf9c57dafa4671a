package validation_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
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
	inf := math.Inf(-1)
	walls := bugs.Scene()
	small := bugs.Walled([]float64{0.3, -1.2, 2.1, inf, 0.9, -0.4}, 2, 3)
	deep := bugs.Walled([]float64{0, -300, 12, 250, inf, 3, -1, 0.5}, 2, 4)
	for _, k := range kernels.Catalogue {
		on := func(t toys.Target, from []float64, s chains.Schedule, skip bool) validation.Candidate {
			return validation.Candidate{Name: k.Name, Annealing: chains.Annealing{
				Grid:     t.Grid,
				Kernel:   k.Make,
				Schedule: s,
				SkipLast: skip,
				Bridge:   chains.Geometric{From: from, To: t.LogF},
			}.Extended()}
		}
		mixture := validation.Candidate{Name: k.Name}
		mixture.Annealing = chains.Annealing{Grid: walls.Grid, Kernel: k.Make, Schedule: chains.PowerLaw(2, 9),
			Bridge: chains.NewMixture(chains.Tempered(walls.LogF, -0.3), walls.LogF)}.Extended()
		for _, s := range []validation.Candidate{
			subject(t, "barrier", k.Name, "linear", 11),
			subject(t, "easy", k.Name, "sigmoid:4", 6),
			subject(t, "hard", k.Name, "linear", 60),
			on(walls, chains.Uniform(walls.LogF), chains.Linear(5), true),
			mixture,
			on(small, chains.Tempered(small.LogF, -1), chains.Linear(5), false),
			on(deep, chains.Uniform(deep.LogF), chains.Linear(7), false),
			// Mass on a wall at first, and at first none where there is some.
			on(small, make([]float64, 6), chains.Linear(4), false),
			on(small, []float64{0, inf, 0, inf, 0, 0}, chains.Linear(4), false),
		} {
			if s.Grid.Size() > 500 {
				continue // the same kernel, on the small ones
			}
			v, err := validation.Run(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !v.OK() || !strings.Contains(v.Verdict(), "keeps all") {
				t.Errorf("%s on %v, T = %d: %s\n%v", k.Name, s.Grid, s.T(), v.Verdict(), v.Broken())
			}
		}
	}
}

// Constants in log f do not matter: with constants up to 2^40 at either end, no sound
// kernel is accused, in an annealing or at one beta, and each is Peskun's equal of itself.
func TestConstantsDoNotAccuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
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
		s := validation.Candidate{Name: k.Name, Annealing: base.Extended(), Base: base, Declared: k.Make}
		v, err := validation.Run(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !v.OK() {
			t.Fatalf("%s: %v", v.Verdict(), v.Broken())
		}
		one, err := validation.At(context.Background(), s, rapid.Float64Range(0, 1).Draw(t, "beta"))
		if err != nil {
			t.Fatal(err)
		}
		if !one.OK() {
			t.Fatalf("at one beta: %s: %v", one.Verdict(), one.Broken())
		}
		if err := one.Compare(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(one.Compared[1:], func(b validation.Beside) bool { return b.Name == k.Name })
		if b := one.Compared[1+i]; s.Grid.Size() == g.Size() && b.Order != "equal" {
			t.Fatalf("%s is %q itself: %s", k.Name, b.Order, b.Pair)
		}
	})
}
