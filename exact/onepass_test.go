package exact

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestJumpsAgree checks that along bridges that are not geometric one pass has the numbers of both plain chains, also
// by a kernel that is not reversible. It ends in NaN where masses are too small for it, and gives no pass where an end
// has such masses.
func TestJumpsAgree(t *testing.T) {
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
		"moments": {must.Have(chains.NewMoments(from, to, mean...))(t), true},
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
			one.inOnePass(prog, w)
			if one.sound() != (name != "dip") {
				t.Errorf("%s: a pass is sound: %v", name, one.sound())
			}
			two.byBothChains(prog, a)
			wants := []Divergence{two.Final, two.Paths}
			for i, d := range []Divergence{one.Final, one.Paths} {
				want := wants[i]
				off := math.Abs(d.Forward-want.Forward) + math.Abs(d.Reverse-want.Reverse)
				if off > 1e-10*want.Jeffreys()+1e-25 { // sweeps forget all but rounding
					t.Errorf("%s, %T: %v in one pass and %v by both chains", name, k, d, want)
				}
			}
		}
	}
}

// TestRoughCells checks that the distribution of a chain is pushed by itself where u lacks digits, and nowhere else,
// since that takes as long again. The rough cells had more than twice p before the last step.
func TestRoughCells(t *testing.T) {
	p := []float64{0.5, 0.25, 0.25}
	now := []float64{0.1, -0.1, -0.1}
	for name, c := range map[string]struct {
		before []float64
		rough  []bool
	}{
		"as large before":          {[]float64{0.2, -0.2, -0.2}, nil},
		"ten times as large":       {[]float64{1, -0.9, 1}, nil},
		"a billion times as large": {[]float64{-0.5, -0.5, 1e8}, []bool{false, false, true}},
	} {
		if rough := roughCells(p, now, c.before); !slices.Equal(rough, c.rough) {
			t.Errorf("%s: the rough cells are %v, and %v are", name, rough, c.rough)
		}
	}
}
