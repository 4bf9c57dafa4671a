package exact_test

import (
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// offset is log f and a constant.
func offset(logf []float64, by float64) []float64 {
	up := slices.Clone(logf)
	for x := range up {
		up[x] += by
	}
	return up
}

// TestConstants: constants in the log densities of the ends change log R and what is
// measured from it, and nothing else, by more than the ends' own rounding; and no
// sound kernel is accused for their sake.
func TestConstants(t *testing.T) {
	target := toys.Easy(4)
	for x := range target.LogF {
		target.LogF[x] *= 0x1p-10 // and so 40 binary digits are left beside the constant
		target.LogF[x] = float64(int64(target.LogF[x]*0x1p40)) * 0x1p-40
	}
	a := annealing(target, kernels.Metropolis{}, chains.Linear(30))
	want := run(t, a)
	for _, c := range [][2]float64{{0, -4096}, {-300, 0}, {512, 1024}} {
		a.Bridge = chains.Geometric{From: offset(make([]float64, 49), c[0]), To: offset(target.LogF, c[1])}
		got := run(t, a)
		near(t, "J", got.J()/want.J(), 1, 1e-13)
		near(t, "B", got.B()/want.B(), 1, 1e-13)
		if len(got.Warnings) > 0 {
			t.Errorf("%v: %v", c, got.Warnings)
		}
		for name, v := range map[string][2]float64{"log R": {got.LogR, want.LogR}, "E_fwd[log w]": {got.FwdLogW(), want.FwdLogW()},
			"E_rev[log w]": {got.RevLogW(), want.RevLogW()}, "mean of log w": {got.FwdLaw.Mean, want.FwdLaw.Mean}} {
			near(t, name, v[0], v[1]+c[1]-c[0], 1e-15)
		}
		brief, err := exact.Brief(t.Context(), a)
		if err != nil || brief.J() != got.J() || brief.LogR != got.LogR {
			t.Errorf("%v: in brief J = %v, log R = %v, %v", c, brief.J(), brief.LogR, err)
		}
	}
}

// TestTooLarge: where what is pulled overflows, Measure has what measures come to.
func TestTooLarge(t *testing.T) {
	to := []float64{-49.12573158932191, 14.359715017052505, 2.177573105422592, 40.273566597836066, -4.825161707871263, -82.86189456337688}
	a := chains.Annealing{Grid: grid.New(3, 2), Kernel: kernels.GibbsSweep{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: make([]float64, 6), To: to}}
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "J", g.J(), 0.0169912577032903158, 1e-14)
	near(t, "B", g.B(), 53.6072221210682384, 1e-14)
}
