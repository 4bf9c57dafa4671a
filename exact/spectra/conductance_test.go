package spectra_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/toys"
)

// phi returns the flow out of a set over the mass of the smaller side, from the definition.
func phi(m *spectra.Matrix, pi []float64, in func(x int) bool) float64 {
	flow, mass, rest := 0.0, 0.0, 0.0
	for x, p := range pi {
		if !in(x) {
			rest += p
			continue
		}
		mass += p
		for y := range pi {
			if !in(y) {
				flow += p * m.At(x, y)
			}
		}
	}
	return flow / min(mass, rest)
}

// conductance returns the least phi over all sets.
func conductance(m *spectra.Matrix, pi []float64) float64 {
	least := math.Inf(1)
	for set := 1; set < 1<<m.N()-1; set++ {
		least = min(least, phi(m, pi, func(x int) bool { return set>>x&1 == 1 }))
	}
	return least
}

// cheeger checks a cut against its own definition and Cheeger's inequalities.
func cheeger(t rapid.TB, m *spectra.Matrix, pi []float64) spectra.Cut {
	t.Helper()
	c := bottleneck(t, m, pi)
	within(t, "flow over mass of the cut", c.Phi, phi(m, pi, func(x int) bool { return c.In[x] }), 1e-12)
	gap := spectrum(t, m, pi).AdditiveGap
	if c.Phi*c.Phi/2 > gap*(1+1e-9) {
		t.Errorf("the gap %g is below half the square of the conductance %g", gap, c.Phi)
	}
	if gap > 2*c.Phi*(1+1e-9) {
		t.Errorf("the gap %g is above twice the conductance %g", gap, c.Phi)
	}
	if mode := floats.MaxIdx(pi); c.In[mode] {
		t.Errorf("the mode, %d, is inside the cut %v", mode, c.In)
	}
	return c
}

// TestConductance: on few states the cut is the best of all sets, of reversible chains and
// others.
func TestConductance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := drawReversible
		if rapid.Bool().Draw(t, "irreversible") {
			draw = drawChain
		}
		m, pi := draw(t, 8, 6)
		c := cheeger(t, m, pi)
		if !c.Exact {
			t.Fatalf("%d states, not exact", m.N())
		}
		within(t, "conductance", c.Phi, conductance(m, pi), 1e-12)
	})
}

// TestSweep: two chains, on the even and the odd states, are joined by a thread. The cut along
// the second eigenfunction finds it however thin it is, and finds the cut that enumeration
// finds.
func TestSweep(t *testing.T) {
	const n = 16
	for _, thread := range []float64{1e-3, 1e-9, 1e-15} {
		p := make([]float64, n*n)
		pi := make([]float64, n)
		for x := range n {
			pi[x] = 1. / n
			for y := range n {
				if x != y && x%2 == y%2 {
					p[x*n+y] = 0.1
				}
			}
		}
		p[3*n+12], p[12*n+3] = thread, thread
		for x := range n {
			p[x*n+x] = 1
			for y := range n {
				if y != x {
					p[x*n+x] -= p[x*n+y]
				}
			}
		}
		m := spectra.Dense(n, p)
		c := cheeger(t, m, pi)
		if c.Exact {
			t.Fatal("16 states are not enumerated")
		}
		within(t, "conductance", c.Phi, thread/(n/2), 1e-12)
		if thread == 1e-3 {
			within(t, "conductance", c.Phi, conductance(m, pi), 1e-12)
		}
	}
}

// TestBarrierCut: BARRIER's bottleneck lies around its rarer quadrants.
func TestBarrierCut(t *testing.T) {
	b := toys.Barrier()
	m, pi := written(b.Grid, kernels.Metropolis{}, b.LogF)
	c := cheeger(t, m, pi)
	for x, v := range b.LogF {
		if v == 3 && c.In[x] {
			t.Errorf("cell %v, log f = 3, is in the cut", b.Grid.Coords(x))
		}
		if v == 0 && !c.In[x] {
			t.Errorf("cell %v, log f = 0, is not in the cut", b.Grid.Coords(x))
		}
	}
	if c.Phi > 1e-5 || c.Phi < 1e-6 {
		t.Errorf("BARRIER's conductance is %g", c.Phi)
	}
}
