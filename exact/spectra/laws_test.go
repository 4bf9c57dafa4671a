package spectra_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestStationaryLaw: every probability has its digits, over a hundred decades:
// 8 states round some hundred times.
func TestStationaryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, want := drawChain(t, 8, 15)
		got := stationary(t, m)
		for x := range want {
			within(t, fmt.Sprint("state ", x), got[x], want[x], 1e-13)
		}
	})
}

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
		add := m.Additive(pi)
		if _, x, _ := add.Irreversibility(pi); x >= 0 {
			t.Fatal("the additive reversibilisation is not reversible")
		}
		a := spectrum(t, add, pi)
		within(t, "gap of the additive reversibilisation", s.AdditiveGap, a.Gap, 1e-9)
		eigenfunction(t, add, pi, a)
	})
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

// TestSecondWhereRare: the eigenfunction's equation holds in every single cell,
// also in one of probability 1e-130, where an eigenvector of the symmetric matrix
// is nothing but round-off.
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
		u, err := m.Conductance(pi)
		if err != nil {
			t.Fatal(err)
		}
		v, err := spectra.Dense(n, p).Conductance(q)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "conductance", u.Phi, v.Phi, 1e-12)
	})
}
