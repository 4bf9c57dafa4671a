package spectra_test

import (
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestPeskun: Metropolis dominates Barker on every target. So it has no larger asymptotic
// variance of any function, and no smaller gap. Barker does not dominate Metropolis, and a pair
// of neighbours shows it.
func TestPeskun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grid.New(rapid.IntRange(2, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns"))
		logf := rapid.SliceOfN(rapid.Float64Range(-8, 8), g.Size(), g.Size()).Draw(t, "log f")
		f := rapid.SliceOfN(rapid.Float64Range(-1, 1), g.Size(), g.Size()).Draw(t, "f")
		f[0], f[1] = 1, -1
		metropolis, pi := written(g, kernels.Metropolis{}, logf)
		barker, _ := written(g, kernels.Barker{}, logf)
		holds := spectra.Domination{Holds: true, From: -1, To: -1}
		is(t, "Metropolis over Barker", spectra.Dominates(metropolis, barker, pi), holds)
		d := spectra.Dominates(barker, metropolis, pi)
		is(t, "Barker over Metropolis", d.Holds, false)
		is(t, "the first row where it is not", d.From, 0)
		is(t, "Barker's entry", d.A, barker.At(d.From, d.To))
		is(t, "Metropolis's entry", d.B, metropolis.At(d.From, d.To))
		if d.A >= d.B {
			t.Fatalf("Barker has %g, Metropolis %g", d.A, d.B)
		}
		u, _, err := metropolis.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		v, _, err := barker.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		// round-off is relative to 2<f, A# f>, which is at most v and twice a variance
		if u > v+1e-9*(v+2) {
			t.Fatalf("variance %g by Metropolis, %g by Barker", u, v)
		}
		if a, b := spectrum(t, metropolis, pi).Gap, spectrum(t, barker, pi).Gap; a < b*(1-1e-9) {
			t.Fatalf("gap %g by Metropolis, %g by Barker", a, b)
		}
	})
}

// TestPeskunNeither: of two chains each may be larger somewhere. Rows without mass and the
// diagonal do not count.
func TestPeskunNeither(t *testing.T) {
	a := rows([]float64{0, 0.5, 0.5}, []float64{0.25, 0.75, 0}, []float64{0, 0, 1})
	b := rows([]float64{0.5, 0.25, 0.25}, []float64{0.5, 0.5, 0}, []float64{1, 0, 0})
	pi := []float64{0.5, 0.5, 0}
	is(t, "a over b", spectra.Dominates(a, b, pi), spectra.Domination{From: 1, To: 0, A: 0.25, B: 0.5})
	is(t, "b over a", spectra.Dominates(b, a, pi), spectra.Domination{From: 0, To: 1, A: 0.25, B: 0.5})
	is(t, "a over b in the first row", spectra.Dominates(a, b, []float64{1, 0, 0}).Holds, true)
	is(t, "a over a", spectra.Dominates(a, a, pi).Holds, true)
}
