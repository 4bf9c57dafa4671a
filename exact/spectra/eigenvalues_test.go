package spectra_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
)

// TestBarrierAgainstBig holds the slow eigenvalues of BARRIER, and what follows from them, to
// twelve digits of 1 - λ: also with a wall so high that no float64 lies between the eigenvalues
// and 1.
func TestBarrierAgainstBig(t *testing.T) {
	g := toys.Barrier().Grid
	for _, depth := range []float64{-10, -40} {
		logf := walls(depth)
		m, pi := written(g, kernels.Metropolis{}, logf)
		o := bigBarrier()
		if depth != -10 {
			o = bigMetropolis(g, logf)
		}
		s, err := m.Spectrum(pi)
		if err != nil {
			t.Fatal(err)
		}
		gap := f64(o.gap(1))
		t.Logf("wall %g: gap %.15g, relaxation time %.15g, Kemeny %.15g; doubt %.1g",
			depth, s.Gap, s.RelaxationTime, s.Kemeny, s.Doubt)
		// The norm of G is at most 8 relaxation times, π(r) being 1/8 or more, and 49
		// states round as often: 1e-12 leaves a factor of ten.
		for name, pair := range map[string][2]float64{
			"gap": {s.Gap, gap}, "additive gap": {s.AdditiveGap, gap}, "relaxation time": {s.RelaxationTime, 1 / gap},
			"third": {real(s.Gaps[2]), f64(o.gap(2))}, "fourth": {real(s.Gaps[3]), f64(o.gap(3))},
			"Kemeny": {s.Kemeny, f64(o.kemeny())}, "Kemeny by trace": {s.KemenyByTrace, f64(o.kemeny())},
		} {
			within(t, name, pair[0], pair[1], 1e-12)
		}
		for k, v := range s.Gaps { // those in between: an ulp of 1, or 1e-10 of themselves
			if want := f64(o.gap(k)); math.Abs(real(v)-want) > 1e-10*want+1e-15 {
				t.Errorf("wall %g: gap %d is %v, not %.17g", depth, k, v, want)
			}
			if imag(v) != 0 {
				t.Errorf("wall %g: gap %d of a reversible chain is %v", depth, k, v)
			}
		}
		if s.Doubt > 1e-12 {
			t.Errorf("wall %g: doubt %g where nothing is lost", depth, s.Doubt)
		}
		bigVariance(t, o, m, pi, logf)
	}
}

// bigVariance holds asymptotic variances to the sum over eigenfunctions.
func bigVariance(t *testing.T, o oracle, m *spectra.Matrix, pi, logf []float64) {
	row, mode := make([]float64, len(pi)), make([]float64, len(pi))
	for x := range pi {
		row[x] = float64(x / 7)
		if logf[x] == 3 {
			mode[x] = 1
		}
	}
	for name, f := range map[string][]float64{"log f": logf, "row": row, "mode": mode} {
		got, _, err := m.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "variance of "+name, got, f64(o.variance(f)), 1e-11) // f less its mean is a subtraction
	}
}

// TestSecondWhereRare: the eigenfunction's equation holds in every single cell, even in one of
// probability 1e-130, in which an eigenvector of the symmetric matrix is only round-off.
func TestSecondWhereRare(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		g, logf := grid.New(5, 5), make([]float64, 25)
		for x := range logf {
			if logf[x] = 2 * dice.NormFloat64(); dice.Float64() < 0.3 {
				logf[x] -= 300 * dice.Float64()
			}
		}
		kernel := chains.Kernel(kernels.Barker{})
		if i%2 == 1 { // forgets soon
			kernel = kernels.HeatBath{}
		}
		m, pi := written(g, kernel, logf)
		s := spectrum(t, m, pi)
		for x, f := range s.Second {
			rise := 0.0
			m.Row(x, func(y int, p float64) { rise += p * (f - s.Second[y]) })
			// an ulp of f, 25 cells, and fifty times that for a second mode close by
			if math.Abs(rise-s.Gap*f) > 1e-12*(1+math.Abs(f)) {
				t.Errorf("state %d of probability %.2g: (I - P) f is %.15g, gap f %.15g", x, pi[x], rise, s.Gap*f)
			}
		}
	}
}
