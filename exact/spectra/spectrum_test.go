package spectra_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestReversibleLaw holds the spectra of drawn reversible chains to what is true of all of them.
func TestReversibleLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawReversible(t, 8, 10)
		s := spectrum(t, m, pi)
		is(t, "reversible", s.Reversible, true)
		is(t, "additive gap", s.AdditiveGap, s.Gap)
		if s.Doubt > 1e-9 {
			t.Errorf("doubt %g", s.Doubt)
		}
		for _, v := range s.Values {
			if imag(v) != 0 {
				t.Fatalf("a reversible chain has the eigenvalue %v", v)
			}
			if math.Abs(real(v)) > 1+1e-14 {
				t.Fatalf("the eigenvalue %v is beyond 1", v)
			}
		}
		spectralLaws(t, m, pi, s)
		if least := dirichlet(t, m, pi); least < s.Gap*(1-1e-9) {
			t.Fatalf("a function has a Dirichlet form of %g of its variance, below the gap %g", least, s.Gap)
		}
		eigenfunction(t, m, pi, s)
	})
}

// TestChainLaw holds the spectra of drawn chains to what is true of all chains.
func TestChainLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 7, 2)
		s := spectrum(t, m, pi)
		if s.AdditiveGap > s.Gap*(1+1e-9) {
			t.Errorf("the additive gap %g is above the gap %g", s.AdditiveGap, s.Gap)
		}
		if s.Doubt > 1e-9 {
			t.Errorf("doubt %g", s.Doubt)
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

// TestPermuted: the order of the states does not matter.
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

// additive returns half the sum of a chain and its reversal.
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

// spectralLaws: the traces of P and P^2 are sums over eigenvalues. Kemeny's constant is the mean
// time to a state drawn from π, from every start, and a trace.
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
	if cmplx.Abs(values-complex(trace, 0)) > 1e-10 {
		t.Fatalf("the eigenvalues %v sum to %v, not %g", s.Values, values, trace)
	}
	if cmplx.Abs(squares-complex(square, 0)) > 1e-10 {
		t.Fatalf("the squares of the eigenvalues %v sum to %v, not %g", s.Values, squares, square)
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

// dirichlet returns the quotient of Dirichlet form and variance of a drawn function.
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

// eigenfunction checks that (I - P) f = gap f for the second eigenfunction f, and that it has
// mean 0 and variance 1.
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
	first := slices.IndexFunc(s.Second, func(f float64) bool { return math.Abs(f) > largest*(1-1e-6) })
	if s.Second[first] < 0 {
		t.Fatalf("the second eigenfunction %v is negative where it is largest", s.Second)
	}
	for _, off := range []struct {
		name string
		by   float64
	}{{"the mean", mean}, {"the variance less 1", variance - 1}, {"the residual", math.Sqrt(residual)}} {
		if !(math.Abs(off.by) <= 1e-12) {
			t.Fatalf("%s of the second eigenfunction %v is %g", off.name, s.Second, off.by)
		}
	}
}

// TestReducible: a wall makes two classes of a path. Nothing crosses, and the slowest mode says
// on which side the chain is. A cell without mass does not count.
func TestReducible(t *testing.T) {
	inf := math.Inf(-1)
	m, pi := written(grid.New(5).WithWalls(2), kernels.Metropolis{}, []float64{0, 1, inf, 0, 0})
	s := spectrum(t, m, pi)
	is(t, "gap", s.Gap, 0)
	is(t, "additive gap", s.AdditiveGap, 0)
	is(t, "SLEM", s.SLEM, 1)
	is(t, "relaxation time", s.RelaxationTime, math.Inf(1))
	is(t, "Kemeny", s.Kemeny, math.Inf(1))
	is(t, "eigenvalues", len(s.Values), 4)
	is(t, "the second eigenvalue", s.Values[1], 1)
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
	h := hits(t, m, 0)
	is(t, "steps from the left end to itself", h[0], 0)
	is(t, "a finite number of steps from the same side", h[1] > 0 && !math.IsInf(h[1], 1), true)
	is(t, "steps from the wall", h[2], math.Inf(1))
	is(t, "steps from the other side", h[3], math.Inf(1))
	is(t, "worst mixing time", mixing(t, m, pi, 0.25).Worst, spectra.Never)
	c := bottleneck(t, m, pi)
	is(t, "conductance", c.Phi, 0)
	is(t, "the wall in the cut", c.In[2], false)
}

// TestPerfect: for independent draws all other eigenvalues are 0; a single state has nothing to
// forget.
func TestPerfect(t *testing.T) {
	m, pi := written(grid.New(3, 2), kernels.Perfect{}, []float64{0, 1, 2, -3, 0.5, -40})
	s := spectrum(t, m, pi)
	sameValues(t, s, reals(1, 0, 0, 0, 0, 0), 1e-14)
	within(t, "Kemeny", s.Kemeny, 5, 1e-13)
	_, iat, err := m.AsymptoticVariance(pi, []float64{1, 2, 3, 4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "iat", iat, 1, 1e-13)
	is(t, "worst mixing time", mixing(t, m, pi, 0.25).Worst, 1)
	s = spectrum(t, rows([]float64{1}), []float64{1})
	is(t, "gap of a single state", s.Gap, 1)
	is(t, "SLEM of a single state", s.SLEM, 0)
	is(t, "relaxation time of a single state", s.RelaxationTime, 1)
	is(t, "Kemeny of a single state", s.Kemeny, 0)
	is(t, "eigenvalues of a single state", len(s.Values), 1)
	is(t, "mixing time of a single state", mixing(t, rows([]float64{1}), []float64{1}, 0.25).Worst, 0)
}
