package exact

import (
	"context"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestNoTrust: where a pass gave a negative q, its q - p is of no use either. J comes from log q alone, and nothing is
// done after the context has ended.
func TestNoTrust(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(4), Schedule: chains.Linear(5), Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: make([]float64, 4), To: []float64{0, 2, 1, -3}}}
	want := must.Have(Measure(t.Context(), a))(t)
	for _, ended := range []error{nil, context.Canceled} {
		g, prog := want, newProgress(t.Context(), a, nil)
		prog.err = ended
		g.Q = []float64{-1e-9, 1, 1, 1}
		g.d = []float64{1e-3, 1e-3, 1e-3, 1e-3}
		g.Final.Reverse = math.NaN()
		if g.lacksLogs(prog) {
			g.deepen(prog, a)
		}
		sound := !math.IsNaN(g.J())
		if sound != (ended == nil) || sound && !(math.Abs(g.J()-want.J()) < 1e-13 &&
			math.Abs(g.Q[0]-want.Q[0]) < 1e-13) {
			t.Errorf("after %v: J is %v, want %v; %v", ended, g.J(), want.J(), sound)
		}
	}
}

// Along bridges that are not geometric one pass gives what both laws give, also by a kernel that is not reversible.
// It ends in NaN where masses are too small for it, and gives no pass where an end has such masses.
func TestJumpsAreLaws(t *testing.T) {
	target := toys.Easy(1)
	from, to := chains.Uniform(target.LogF), target.LogF
	mean := must.Have(chains.Statistics(chains.MeanMoments, target.Grid))(t)
	deep := make([]float64, len(to))
	deep[3] = -700
	dip := slices.Clone(to)
	dip[3] -= 2000
	for name, c := range map[string]struct {
		b    chains.Bridge
		pass bool
	}{
		"mixture": {chains.NewQPath(from, to, 0), true}, "power": {chains.NewQPath(to, from, 0.9), true},
		"beyond":  {chains.NewQPath(from, to, 1.5), true},
		"moments": {must.Have(chains.NewMoments(from, to, nil, mean...))(t), true},
		"steps":   {chains.Observations{Steps: [][]float64{from, to, from}}, true},
		"dip":     {chains.Observations{Steps: [][]float64{from, dip, to}}, true},
		"deep":    {chains.NewQPath(deep, deep, 0), false},
	} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Informed{}} {
			a, _ := chains.Annealing{Grid: target.Grid, Schedule: chains.Linear(41), Kernel: k, Bridge: c.b}.Lowered()
			prog := newProgress(t.Context(), a, nil)
			w := newOnePass(a)
			if (w != nil) != c.pass {
				t.Errorf("%s: a pass is %v", name, w != nil)
			}
			if w == nil {
				continue
			}
			one, two := Measured{T: 41}, Measured{T: 41}
			if sound := one.inOnePass(prog, w); sound != (name != "dip") {
				t.Errorf("%s: a pass is sound: %v", name, sound)
			}
			two.byBothChains(prog, a)
			wants := []Divergence{two.Final, two.Paths}
			for i, d := range []Divergence{one.Final, one.Paths} {
				want := wants[i]
				off := math.Abs(d.Forward-want.Forward) + math.Abs(d.Reverse-want.Reverse)
				if off > 1e-10*want.Jeffreys()+1e-25 { // sweeps forget all but rounding
					t.Errorf("%s, %T: %v in one pass and %v by both laws", name, k, d, want)
				}
			}
		}
	}
}
