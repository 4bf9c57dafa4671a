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
		order(t, "Metropolis over Barker", metropolis, barker, pi, true, -1, -1)
		holds, from, to := spectra.Dominates(barker, metropolis, pi)
		is(t, "Barker over Metropolis", holds, false)
		is(t, "the first row where it is not", from, 0)
		if a, b := barker.At(from, to), metropolis.At(from, to); a >= b {
			t.Fatalf("Barker has %g, Metropolis %g", a, b)
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
	order(t, "a over b", a, b, pi, false, 1, 0)
	order(t, "b over a", b, a, pi, false, 0, 1)
	order(t, "a over b in the first row", a, b, []float64{1, 0, 0}, true, -1, -1)
	order(t, "a over a", a, a, pi, true, -1, -1)
}

// order checks whether a dominates b, and at which entry it does not.
func order(t rapid.TB, name string, a, b *spectra.Matrix, pi []float64, holds bool, from, to int) {
	t.Helper()
	h, x, y := spectra.Dominates(a, b, pi)
	is(t, name, h, holds)
	is(t, name+": from", x, from)
	is(t, name+": to", y, to)
}
