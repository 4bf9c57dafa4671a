package spectra_test

import (
	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// TestReversibleLaw: what is true of the spectrum of every reversible chain.
func TestReversibleLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawReversible(t, 8, 10)
		s := spectrum(t, m, pi)
		if !s.Reversible || s.AdditiveGap != s.Gap || s.Doubt > 1e-9 {
			t.Fatalf("reversible: %v, gap %g, additively %g, doubt %g", s.Reversible, s.Gap, s.AdditiveGap, s.Doubt)
		}
		for _, v := range s.Values {
			if imag(v) != 0 || math.Abs(real(v)) > 1+1e-14 {
				t.Fatalf("eigenvalue %v", v)
			}
		}
		spectralLaws(t, m, pi, s)
		if least := dirichlet(t, m, pi); least < s.Gap*(1-1e-9) {
			t.Fatalf("a function has a Dirichlet form of %g of its variance, below the gap %g", least, s.Gap)
		}
		eigenfunction(t, m, pi, s)
	})
}

// TestChainLaw: the same of any chain, where it is true.
func TestChainLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 7, 2)
		s := spectrum(t, m, pi)
		if s.AdditiveGap > s.Gap*(1+1e-9) || s.Doubt > 1e-9 {
			t.Fatalf("gap %g, additively %g, doubt %g", s.Gap, s.AdditiveGap, s.Doubt)
		}
		spectralLaws(t, m, pi, s)
		add := additive(m, pi)
		a := spectrum(t, add, pi)
		if !a.Reversible {
			t.Fatal("the additive reversibilisation is not reversible")
		}
		within(t, "gap of the additive reversibilisation", s.AdditiveGap, a.Gap, 1e-9)
		eigenfunction(t, add, pi, a)
	})
}

// TestPermuted: the names of states do not matter.
func TestPermuted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 7, 2)
		n := m.N()
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for x := range n {
				if !yield(x) {
					return
				}
			}
		})).Draw(t, "order")
		p, q := make([]float64, n*n), make([]float64, n)
		for i, x := range order {
			q[i] = pi[x]
			for j, y := range order {
				p[i*n+j] = m.At(x, y)
			}
		}
		a, b := spectrum(t, m, pi), spectrum(t, spectra.Dense(n, p), q)
		within(t, "gap", a.Gap, b.Gap, 1e-9)
		within(t, "additive gap", a.AdditiveGap, b.AdditiveGap, 1e-9)
		within(t, "Kemeny", a.Kemeny, b.Kemeny, 1e-9)
		within(t, "conductance", bottleneck(t, m, pi).Phi, bottleneck(t, spectra.Dense(n, p), q).Phi, 1e-12)
	})
}

// additive is half the sum of a chain and its reversal.
func additive(m *spectra.Matrix, pi []float64) *spectra.Matrix {
	n := m.N()
	p := make([]float64, n*n)
	for x := range n {
		for y := range n {
			p[x*n+y] = (m.At(x, y) + pi[y]*m.At(y, x)/pi[x]) / 2
		}
	}
	return spectra.Dense(n, p)
}

// spectralLaws: traces of P and P^2 are sums over eigenvalues; Kemeny's constant
// is the mean time to a state drawn from π from every start, and a trace.
func spectralLaws(t *rapid.T, m *spectra.Matrix, pi []float64, s spectra.Spectrum) {
	n := m.N()
	trace, square := 0.0, 0.0
	for x := range n {
		trace += m.At(x, x)
		for y := range n {
			square += m.At(x, y) * m.At(y, x)
		}
	}
	var values, squares complex128
	for _, v := range s.Values {
		values += v
		squares += v * v
	}
	// Eigenvalues of chains far from reversible are ill-conditioned.
	if math.Abs(real(values)-trace)+math.Abs(imag(values)) > 1e-10 || math.Abs(real(squares)-square)+math.Abs(imag(squares)) > 1e-10 {
		t.Fatalf("the eigenvalues %v sum to %v, not %g; their squares to %v, not %g", s.Values, values, trace, squares, square)
	}
	from := make([]float64, n)
	for y := range n {
		h, err := m.HittingTimes([]int{y})
		if err != nil {
			t.Fatal(err)
		}
		floats.AddScaled(from, pi[y], h)
	}
	for x := range from {
		within(t, fmt.Sprint("Kemeny from ", x), from[x], s.Kemeny, 1e-9)
	}
	within(t, "Kemeny by trace", s.KemenyByTrace, s.Kemeny, 1e-9)
	if apart := math.Abs(s.KemenyByTrace - s.Kemeny); apart > s.Doubt*s.Kemeny*(1+1e-9) {
		t.Errorf("a doubt of %g, and two ways to Kemeny's constant differ by %g of it", s.Doubt, apart/s.Kemeny)
	}
}

// dirichlet is the quotient of Dirichlet form and variance of some function.
func dirichlet(t *rapid.T, m *spectra.Matrix, pi []float64) float64 {
	n := m.N()
	f := make([]float64, n)
	for x, v := range rapid.SliceOfN(rapid.IntRange(-9, 9), n, n).Draw(t, "f") {
		f[x] = float64(v) // no values whose squares are below the least float
	}
	form, variance := 0.0, 0.0
	for x := range n {
		for y := range n {
			d := (f[x] - f[y]) * (f[x] - f[y]) / 2
			form += pi[x] * m.At(x, y) * d
			variance += pi[x] * pi[y] * d
		}
	}
	if variance == 0 {
		return math.Inf(1)
	}
	return form / variance
}

// eigenfunction: Pf = λf, as (I - P) f = gap f, of mean 0 and variance 1.
func eigenfunction(t *rapid.T, m *spectra.Matrix, pi []float64, s spectra.Spectrum) {
	mean, variance, residual := 0.0, 0.0, 0.0
	for x, f := range s.Second {
		rise := 0.0
		for y, g := range s.Second {
			rise += m.At(x, y) * (f - g)
		}
		mean += pi[x] * f
		variance += pi[x] * f * f
		residual += pi[x] * (rise - s.Gap*f) * (rise - s.Gap*f)
	}
	largest := floats.Norm(s.Second, math.Inf(1))
	if first := s.Second[slices.IndexFunc(s.Second, func(f float64) bool { return math.Abs(f) > largest*(1-1e-6) })]; first < 0 {
		t.Fatalf("the second eigenfunction %v is negative where it is largest", s.Second)
	}
	if math.Abs(mean) > 1e-12 || math.Abs(variance-1) > 1e-12 || math.Sqrt(residual) > 1e-12 {
		t.Fatalf("the second eigenfunction %v has mean %g, variance %g, residual %g", s.Second, mean, variance, math.Sqrt(residual))
	}
}

// TestReducible: a wall makes two classes of a path, nothing crosses, and the
// slowest mode is which side one is on; a cell without mass has no say.
func TestReducible(t *testing.T) {
	inf := math.Inf(-1)
	m, pi := written(grid.New(5).WithWalls(2), chains.Metropolis{}, []float64{0, 1, inf, 0, 0})
	s := spectrum(t, m, pi)
	if s.Gap != 0 || s.AdditiveGap != 0 || s.SLEM != 1 || !math.IsInf(s.RelaxationTime, 1) || !math.IsInf(s.Kemeny, 1) || len(s.Values) != 4 || s.Values[1] != 1 {
		t.Errorf("two classes: %+v", s)
	}
	left := (1 + math.E) / (3 + math.E)
	for x, f := range s.Second {
		switch {
		case x < 2:
			within(t, "left", f, math.Sqrt((1-left)/left), 1e-14)
		case x == 2 && f != 0:
			t.Errorf("%g in the wall", f)
		case x > 2:
			within(t, "right", f, -math.Sqrt(left/(1-left)), 1e-14)
		}
	}
	h, err := m.HittingTimes([]int{0})
	if err != nil || h[0] != 0 || h[1] <= 0 || math.IsInf(h[1], 1) || !math.IsInf(h[3], 1) || !math.IsInf(h[2], 1) {
		t.Errorf("times to hit the left end: %v, %v", h, err)
	}
	mix, err := m.MixingTime(pi, 0.25)
	if err != nil || mix.Worst != spectra.Never {
		t.Errorf("two classes mix: %+v, %v", mix, err)
	}
	if c := bottleneck(t, m, pi); c.Phi != 0 || c.In[2] {
		t.Errorf("two classes have conductance %g around %v", c.Phi, c.In)
	}
}

// TestPerfect: independent draws have every other eigenvalue 0, and a single
// state nothing to forget.
func TestPerfect(t *testing.T) {
	m, pi := written(grid.New(3, 2), chains.Perfect{}, []float64{0, 1, 2, -3, 0.5, -40})
	s := spectrum(t, m, pi)
	sameValues(t, s, reals(1, 0, 0, 0, 0, 0), 1e-14)
	within(t, "Kemeny", s.Kemeny, 5, 1e-13)
	_, iat, err := m.AsymptoticVariance(pi, []float64{1, 2, 3, 4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "iat", iat, 1, 1e-13)
	if mix, err := m.MixingTime(pi, 0.25); err != nil || mix.Worst != 1 {
		t.Errorf("%+v, %v", mix, err)
	}
	s = spectrum(t, rows([]float64{1}), []float64{1})
	if s.Gap != 1 || s.SLEM != 0 || s.RelaxationTime != 1 || s.Kemeny != 0 || len(s.Values) != 1 {
		t.Errorf("a single state: %+v", s)
	}
	if mix, err := rows([]float64{1}).MixingTime([]float64{1}, 0.25); err != nil || mix.Worst != 0 {
		t.Errorf("a single state: %+v, %v", mix, err)
	}
}
