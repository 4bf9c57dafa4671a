package validation_test

import (
	"breadboard/chains/chaintest/bugs"
	"breadboard/experiments/validation"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
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
	for _, k := range chains.Kernels {
		on := func(t toys.Target, from []float64, s chains.Schedule, skip bool) validation.Candidate {
			return validation.Candidate{Name: k.Name, Annealing: chains.Annealing{Grid: t.Grid, Kernel: k.Make, Schedule: s, SkipLast: skip,
				Bridge: chains.Geometric{From: from, To: t.LogF}}.Extended()}
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
			on(small, make([]float64, 6), chains.Linear(4), false),              // mass on a wall at first
			on(small, []float64{0, inf, 0, inf, 0, 0}, chains.Linear(4), false), // and none where the target has some
		} {
			if s.Grid.Size() > 500 {
				continue // the same kernel, on the small ones
			}
			v, err := validation.Run(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !v.OK() || !strings.Contains(v.Verdict(), "keeps all") {
				t.Errorf("%s on %v, T = %d: %s\n%+v", k.Name, s.Grid, s.T(), v.Verdict(), v.Broken())
			}
		}
	}
}
