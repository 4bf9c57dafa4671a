package exact

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
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
	walled := slices.Clone(to)
	walled[3] = math.Inf(-1)
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
		"wall":    {chains.NewQPath(walled, walled, 0), true},
		"dip":     {chains.Observations{Steps: [][]float64{from, dip, to}}, true},
		"deep":    {chains.NewQPath(deep, deep, 0), false},
	} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Informed{}} {
			a, _ := chains.Annealing{Grid: target.Grid, Schedule: chains.Linear(41), Kernel: k,
				Bridge: c.b}.WithoutConstants()
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
			two.setPlain(a, Options{Unchecked: true}.bothChains(prog, a, false))
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

// TestEndsAgree: above mostChecked levels the pass with the moments has q and both path divergences again, along alike
// steps of beta and others, and says where J, q or B is wrong. The plain chains run if the steps are asked for.
func TestEndsAgree(t *testing.T) {
	const T = mostChecked + 1
	betas := chains.Linear(T).Betas()
	for i := range 300 {
		betas[100+i] = betas[99] + (betas[400]-betas[99])*math.Sqrt(float64(i+1)/301)
	}
	g := grid.New(3)
	for name, s := range map[string]chains.Schedule{"linear": chains.Linear(T),
		"uneven": must.Have(chains.NewSchedule(betas))(t)} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
			a, _ := chains.Annealing{Grid: g, Schedule: s, Kernel: k,
				Bridge: chains.Geometric{From: []float64{0, 0.5, -40}, To: []float64{-30, 2, 1}}}.WithoutConstants()
			ends := must.Have(Run(t.Context(), a))(t)
			steps := must.Have(Options{ByLevel: true}.Run(t.Context(), a))(t)
			if len(ends.Steps) != 0 || len(steps.Steps) != T-1 || ends.Defect > 1e-11 || steps.Defect > 1e-10 ||
				math.Abs(ends.MeanW-steps.MeanW) > 1e-10 {
				t.Errorf("%s, %T: %d and %d steps, the defects are %g and %g, the mean w %v and %v", name, k,
					len(ends.Steps), len(steps.Steps), ends.Defect, steps.Defect, ends.MeanW, steps.MeanW)
			}
			for what, wrong := range map[string]func(r *Result){
				"nothing": func(*Result) {},
				"little":  func(r *Result) { r.Q[0] += 1e-8 },
				"q":       func(r *Result) { r.Q[0] += 1e-6 },
				"forward": func(r *Result) { r.Paths.Forward *= 1.1 },
				"reverse": func(r *Result) { r.Paths.Reverse *= 1.1 },
			} {
				r := Result{Measured: must.Have(Measure(t.Context(), a))(t)}
				w := r.momentsInOnePass(newProgress(t.Context(), a, nil), a)
				wrong(&r)
				agree := r.endsAgree(a, w)
				if agree != (what == "nothing" || what == "little") || (r.Warnings == nil) != (what == "nothing") {
					t.Errorf("%s, %T: with a wrong %s the ends agree: %v, %q", name, k, what, agree, r.Warnings)
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
