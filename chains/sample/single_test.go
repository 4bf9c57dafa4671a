package sample

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// Steps that ask for single cells are the same, to the last bit, whether log f is asked cell by cell or tabulated
// beforehand: of every kernel that steps so, along every bridge that knows its cells, both ways.
func TestTabulatedIsAsked(t *testing.T) {
	g := grid.New(5, 2, 3).Of(grid.Ring, grid.Any, grid.Line)
	from, to := uneven(g)
	seen := 0
	for name, bridge := range map[string]chains.Bridge{
		"geometric": chains.Geometric{From: from, To: to}, "mixture": chains.NewMixture(from, to),
		"power":        chains.NewQPath(from, to, 0.5),
		"observations": chains.Observations{Steps: [][]float64{chains.Uniform(to), chains.Tempered(to, 0.5), to}},
	} {
		for _, k := range kernels.All {
			a := chains.Annealing{Grid: g, Bridge: bridge, Kernel: k.Make, Schedule: chains.Linear(4)}
			if chains.Fits(a.Kernel, g) != nil || singlesOf(a, 0) == nil {
				continue
			}
			seen++
			for _, up := range []bool{true, false} {
				o := Options{Chains: 300, Seed: 5, Workers: 1, Keep: true}
				asked := must.Have(lookingAt(a, 0).run(t.Context(), a, o, !up))(t)
				tabulated := must.Have(lookingAt(a, math.Inf(1)).run(t.Context(), a, o, !up))(t)
				if diff := cmp.Diff(asked, tabulated); diff != "" {
					t.Errorf("%s, %s: a table of log f gives other chains:\n%.300s", name, k.Name, diff)
				}
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d kernels and bridges are asked", seen)
	}
}

// lookingAt is the way of chains whose steps ask for single cells, with tables of log f if these looks are many.
func lookingAt(a chains.Annealing, looks float64) way {
	low, rise := a.Lowered()
	w := walking(a, tableLimit)
	w.rise = rise
	w.worker = func() worker {
		s := singlesOf(low, 0)().(*single)
		s.looks = looks
		return (&walker{a: low, stage: s}).walk
	}
	return w
}
