package spectra_test

import (
	"math"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// normal is the distribution of a log density.
func normal(logf []float64) []float64 {
	p, top, sum := make([]float64, len(logf)), math.Inf(-1), 0.0
	for _, v := range logf {
		top = max(top, v)
	}
	for x, v := range logf {
		p[x] = math.Exp(v - top)
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
	return p
}

// written is the matrix of a kernel aimed at a log density, and its target.
func written(g grid.Grid, k chains.Kernel, logf []float64) (*spectra.Matrix, []float64) {
	op, l := k.On(g), chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size())
	l.Move(2, 1)
	op.Aim(l)
	return spectra.Of(op, g.Size()), normal(logf)
}

// within holds got to want, relatively.
func within(t rapid.TB, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}

func rows(rows ...[]float64) *spectra.Matrix {
	var p []float64
	for _, r := range rows {
		p = append(p, r...)
	}
	return spectra.Dense(len(rows), p)
}

func spectrum(t rapid.TB, m *spectra.Matrix, pi []float64) spectra.Spectrum {
	t.Helper()
	s, err := m.Spectrum(pi)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func stationary(t rapid.TB, m *spectra.Matrix) []float64 {
	t.Helper()
	pi, err := m.Stationary()
	if err != nil {
		t.Fatal(err)
	}
	return pi
}
