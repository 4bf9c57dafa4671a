package spectra_test

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// normal returns the distribution of a log density.
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

// written returns the matrix of a kernel aimed at a log density, and its target.
func written(g grid.Grid, k chains.Kernel, logf []float64) (*spectra.Matrix, []float64) {
	op, l := k.On(g), chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size())
	l.Move(2, 1)
	op.Aim(l)
	return spectra.Of(op, g.Size()), normal(logf)
}

// within checks that got is want to within a relative tolerance.
func within(t rapid.TB, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}

// is checks that got is exactly want.
func is[V comparable](t rapid.TB, name string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// rows returns the matrix with these rows.
func rows(rows ...[]float64) *spectra.Matrix {
	var p []float64
	for _, r := range rows {
		p = append(p, r...)
	}
	return spectra.Dense(len(rows), p)
}

// spectrum returns the spectrum, without an error.
func spectrum(t rapid.TB, m *spectra.Matrix, pi []float64) spectra.Spectrum {
	t.Helper()
	s, err := m.Spectrum(pi)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stationary returns the stationary distribution, without an error.
func stationary(t rapid.TB, m *spectra.Matrix) []float64 {
	t.Helper()
	pi, err := m.Stationary()
	if err != nil {
		t.Fatal(err)
	}
	return pi
}

// refused checks that an error begins so and has one line.
func refused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), says) {
		t.Errorf("%v, want %s", err, says)
	}
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is more than a line: %q", err)
	}
}

// reals returns a list of real eigenvalues.
func reals(v ...float64) []complex128 {
	out := make([]complex128, len(v))
	for i, x := range v {
		out[i] = complex(x, 0)
	}
	return out
}

// sameValues compares the eigenvalues with a list in any order. The round-off of an eigenvalue
// of a matrix of norm 1 on n states is about n ulps, so a tolerance of 1e-13 suits a hundred
// states; ill-conditioned eigenvalues need more.
func sameValues(t *testing.T, s spectra.Spectrum, want []complex128, tolerance float64) {
	t.Helper()
	order := func(a, b complex128) int {
		if math.Abs(real(a)-real(b)) > 1e-9 {
			return cmp.Compare(real(b), real(a))
		}
		return cmp.Compare(imag(b), imag(a))
	}
	got := slices.Clone(s.Values)
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if len(got) != len(want) {
		t.Fatalf("%d eigenvalues, want %d", len(got), len(want))
	}
	for k := range want {
		if !(cmplx.Abs(got[k]-want[k]) <= tolerance) {
			t.Errorf("eigenvalue %d is %.16g, want %.16g", k, got[k], want[k])
		}
	}
}

// drawReversible draws conductances c(x,y) = c(y,x) over this many decades, some of them 0, on a
// connected graph. P is c/π, where π holds the sums of the rows of c.
func drawReversible(t *rapid.T, most int, decades float64) (*spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	c, pi := make([]float64, n*n), make([]float64, n)
	for x := range n {
		for y := range x + 1 {
			if y < x-1 && rapid.Bool().Draw(t, "apart") {
				continue
			}
			v := math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "conductance"))
			c[x*n+y], c[y*n+x] = v, v
		}
	}
	for x := range n {
		pi[x] = floats.Sum(c[x*n:][:n])
		floats.Scale(1/pi[x], c[x*n:][:n])
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return spectra.Dense(n, c), pi
}

// drawChain draws a chain that goes round a cycle and takes other edges at will. Its stationary
// distribution comes from 256 bits.
func drawChain(t *rapid.T, most int, decades float64) (*spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	p := make([]float64, n*n)
	for x := range n {
		for y := range n {
			if y == (x+1)%n || y == x || rapid.Bool().Draw(t, "an edge") {
				p[x*n+y] = math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "weight"))
			}
		}
		floats.Scale(1/floats.Sum(p[x*n:][:n]), p[x*n:][:n])
	}
	m := spectra.Dense(n, p)
	return m, bigStationary(m)
}

// bottleneck returns the cut along the slowest mode, or on few states the best of all.
func bottleneck(t rapid.TB, m *spectra.Matrix, pi []float64) spectra.Cut {
	t.Helper()
	c, err := m.Bottleneck(pi, spectrum(t, m, pi).Second)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hits returns the expected number of steps from every state to some.
func hits(t rapid.TB, m *spectra.Matrix, to ...int) []float64 {
	t.Helper()
	h, err := m.HittingTimes(to)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// variance returns the asymptotic variance of f and its integrated autocorrelation time.
func variance(t rapid.TB, m *spectra.Matrix, pi, f []float64) (v, iat float64) {
	t.Helper()
	v, iat, err := m.AsymptoticVariance(pi, f)
	if err != nil {
		t.Fatal(err)
	}
	return v, iat
}

// mixing returns the mixing times, without an error.
func mixing(t rapid.TB, m *spectra.Matrix, pi []float64, eps float64) spectra.Mixing {
	t.Helper()
	mix, err := m.MixingTime(pi, eps)
	if err != nil {
		t.Fatal(err)
	}
	return mix
}
