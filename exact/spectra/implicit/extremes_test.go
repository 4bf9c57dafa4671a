package implicit_test

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/toys"
)

// TestExtremesOracle: for every kernel on every subject the ends of the spectrum by the dense
// matrix lie within the bounds. The dense matrix has an ulp of each eigenvalue, times their
// number, and ten digits of a gap above 1e-13. Of a gap below that the bounds say no more than
// how small it is.
func TestExtremesOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, k := range kernels.Catalogue {
			op, pi := aimed(s.Grid, k.Make, s.LogF)
			some := slices.Contains([]string{"metropolis", "heat-bath", "cycle", "lifted"}, k.Name)
			small := len(pi) <= 100 || len(pi) <= 600 && some
			if !small || k.Name == "identity" {
				continue
			}
			t.Run(s.Name+"/"+k.Name, func(t *testing.T) {
				m := spectra.Of(op, len(pi))
				want, err := m.Spectrum(pi)
				if err != nil {
					t.Skip(err)
				}
				c := singly(op, pi)
				e := extremes(t, c, 1)
				pairs, _ := chainAt(s.Grid, k.Make, s.LogF)
				encloses(t, "additive gap, by pairs", extremes(t, pairs, 2).AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				round := float64(len(pi)) * 0x1p-52
				encloses(t, "additive gap", e.AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				encloses(t, "gap", e.Gap, want.Gap, 1e-10, round)
				slack := round
				if want.SLEM < 1e-8 { // all modes but one are a cluster near 0: the search ends inside of it (Extremes)
					slack = 1e-8
				}
				encloses(t, "SLEM", e.SLEM, want.SLEM, 0, 2*slack)
				if want.Gap > 1e-13 && !(e.AdditiveGap.Error() <= 1e-9*want.AdditiveGap) {
					t.Errorf("a gap of %g, from %g to %g", e.AdditiveGap.Value, e.AdditiveGap.Low, e.AdditiveGap.High)
				}
				if e.Reversible {
					encloses(t, "least eigenvalue", e.Least, real(want.Values[len(want.Values)-1]), 0, slack)
					sameMode(t, pi, e, want)
				}
				averagesOracle(t, c, e, m, pi)
				cutOracle(t, c, e, m, pi)
			})
		}
	}
}

// sameMode: if one mode is the slowest, both ways find it, to within the angle.
func sameMode(t *testing.T, pi []float64, e implicit.Extremes, want spectra.Spectrum) {
	t.Helper()
	if len(want.Gaps) < 3 || e.Angle > 1e-3 {
		return
	}
	dot, square := 0.0, 0.0
	for x, p := range pi {
		dot += p * e.Second[x] * want.Second[x]
		square += p * e.Second[x] * e.Second[x]
	}
	if sine := math.Sqrt(max(0, 1-dot*dot)); sine > e.Angle+1e-7 {
		t.Errorf("the slowest mode is off by an angle of sine %g, said to be at most %g", sine, e.Angle)
	}
	if math.Abs(square-1) > 1e-12 {
		t.Errorf("the slowest mode has the variance %g", square)
	}
}

// averagesOracle: asymptotic variances by the dense matrix lie within the bounds.
func averagesOracle(t *testing.T, c *implicit.Chain, e implicit.Extremes, m *spectra.Matrix, pi []float64) {
	t.Helper()
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = math.Sin(3*float64(x)) + float64(x)/float64(len(pi))
	}
	want, iat, err := m.AsymptoticVariance(pi, f)
	if err != nil {
		t.Fatalf("by the matrix: %v", err)
	}
	v, i, err := c.AsymptoticVariance(t.Context(), e, f)
	if err != nil {
		t.Fatalf("within bounds: %v", err)
	}
	encloses(t, "asymptotic variance", v, want, 1e-9, 1e-15)
	encloses(t, "IAT", i, iat, 1e-9, 1e-15)
	if e.Reversible && e.Gap.Low > 1e-13 && !(v.Error() <= 1e-7*(want+1)) {
		t.Errorf("a variance of %g, from %g to %g", v.Value, v.Low, v.High)
	}
}

// cutOracle: the best threshold cut is the dense matrix's along the same function, or, on few
// states, no better than the best of all.
func cutOracle(t *testing.T, c *implicit.Chain, e implicit.Extremes, m *spectra.Matrix, pi []float64) {
	t.Helper()
	if e.Angle > 1e-3 || e.AdditiveGap.Low == 0 {
		return
	}
	got, err := c.Bottleneck(e.Second)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Bottleneck(pi, e.Second)
	if err != nil {
		t.Fatal(err)
	}
	if !(got.Phi >= want.Phi*(1-1e-9)) {
		t.Errorf("a bottleneck of %.12g, by the matrix no less than %.12g", got.Phi, want.Phi)
	}
	if !want.Exact && !(got.Phi <= want.Phi*(1+1e-9)) {
		t.Errorf("the best threshold cut has %.12g, by the matrix %.12g", got.Phi, want.Phi)
	}
	if phi := got.Phi; !(phi*phi/2 <= e.AdditiveGap.High && e.AdditiveGap.Low <= 2*phi*(1+1e-12)) {
		t.Errorf("a conductance of %g and a gap of %g", phi, e.AdditiveGap.Value)
	}
}

// drawn draws a chain with weights over some decades on the edges of a random graph that
// contains a cycle through all states. Symmetric weights make the chain reversible.
func drawn(t *rapid.T, most int, decades float64, reversible bool) (*spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	p := make([]float64, n*n)
	for x := range n {
		for y := range n {
			if reversible && y > x || y != x && y != (x+1)%n && y != (x+n-1)%n && rapid.Bool().Draw(t, "apart") {
				continue
			}
			p[x*n+y] = math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "weight"))
			if reversible {
				p[y*n+x] = p[x*n+y]
			}
		}
	}
	for x := range n {
		floats.Scale(1/floats.Sum(p[x*n:][:n]), p[x*n:][:n])
	}
	m := spectra.Dense(n, p)
	pi, err := m.Stationary() // which spectra's tests hold to 256 bits
	if err != nil {
		t.Fatal(err)
	}
	return m, pi
}

// TestExtremesOfDrawnChains holds drawn chains, reversible and not, to the dense matrix.
func TestExtremesOfDrawnChains(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m, pi := drawn(r, 12, 6, true)
		if rapid.Bool().Draw(r, "not reversible") {
			m, pi = drawn(r, 9, 2, false)
		}
		want, err := m.Spectrum(pi)
		if err != nil {
			r.Fatal(err)
		}
		e, err := singly(givenOperator{m, pi}, pi).Extremes(t.Context(), rapid.Uint64().Draw(r, "seed"))
		if err != nil {
			r.Fatal(err)
		}
		for _, n := range []struct {
			name string
			n    implicit.Bounded
			want float64
		}{{"additive gap", e.AdditiveGap, want.AdditiveGap}, {"gap", e.Gap, want.Gap}, {"SLEM", e.SLEM, want.SLEM}} {
			if slack := 1e-9*want.AdditiveGap + 1e-14; !(n.want >= n.n.Low-slack && n.want <= n.n.High+slack) {
				r.Fatalf("%s = %.17g, said to be from %.17g to %.17g", n.name, n.want, n.n.Low, n.n.High)
			}
		}
	})
}

// TestExtremesOnAnyCores: sums are taken in the same order on any number of cores.
func TestExtremesOnAnyCores(t *testing.T) {
	s := toys.Ising(3, 5, 0.4) // 2^15 cells are divided
	run := func(cores int) implicit.Extremes {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		c, _ := chainAt(s.Grid, kernels.Metropolis{}, s.LogF)
		return extremes(t, c, 1)
	}
	one, three := run(1), run(3)
	is(t, "gap", one.Gap, three.Gap)
	is(t, "least eigenvalue", one.Least, three.Least)
	is(t, "the same mode", slices.Equal(one.Second, three.Second), true)
}

// TestHiddenGap: a gap that round-off hides is said to lie between 0 and the quotient of a
// function, and the search ends when it sees that.
func TestHiddenGap(t *testing.T) {
	for _, sigma := range []float64{20, 30} {
		s := rough(sigma, 1, 40, 40)
		c, _ := chainAt(s.Grid, kernels.Metropolis{}, s.LogF)
		e := extremes(t, c, 1)
		if e.Gap.Low != 0 {
			t.Errorf("%s: the gap is at least %g, want 0", s.Name, e.Gap.Low)
		}
		if !(e.Gap.High < 1e-12 && e.Gap.High > 0) {
			t.Errorf("%s: the gap is at most %g, want less than 1e-12 and not 0", s.Name, e.Gap.High)
		}
		if !math.IsInf(e.RelaxationTime.High, 1) {
			t.Errorf("%s: the relaxation time is at most %g", s.Name, e.RelaxationTime.High)
		}
		if e.Steps > 100 {
			t.Errorf("%s: %d steps are lost on it", s.Name, e.Steps)
		}
		if b := e.MixingBounds(0.25); b.High != spectra.Never {
			t.Errorf("%s: it mixes in at most %d steps", s.Name, b.High)
		}
	}
}

// TestPeriodTwo: a walk round an even cycle alternates between two sides.
func TestPeriodTwo(t *testing.T) {
	const n = 8
	walk := make([]float64, n*n)
	for x := range n {
		walk[x*n+(x+1)%n], walk[x*n+(x+n-1)%n] = 0.5, 0.5
	}
	pi := slices.Repeat([]float64{1. / n}, n)
	e := extremes(t, singly(&selfReverse{givenOperator{spectra.Dense(n, walk), pi}}, pi), 1)
	is(t, "least eigenvalue", e.Least.Value, -1)
	is(t, "SLEM", e.SLEM.Value, 1)
	is(t, "SLEM at least", e.SLEM.Low, 1)
	is(t, "mixing time at least", e.MixingBounds(0.25).Low, spectra.Never)
	encloses(t, "gap", e.Gap, 1-math.Cos(2*math.Pi/n), 1e-14, 0)
}
