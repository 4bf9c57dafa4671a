package spectra_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestOf checks that what round-off leaves of 1 does not stay. A kernel that always crosses to n cells, with
// probability 1/n each, thus has period 2.
func TestOf(t *testing.T) {
	for n := 1; n < 60; n++ {
		cross := kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) {
			for y := range n {
				visit(n*(1-x/n)+y, 1/float64(n))
			}
		}}
		m, pi := written(grid.New(2*n), cross, make([]float64, 2*n))
		is(t, "what stays", m[0][0], 0)
		is(t, "what crosses", m[0][n], 1/float64(n))
		classes := m.Classes()
		is(t, "classes", len(classes), 1)
		is(t, "period", classes[0].Period, 2)
		by, _ := m.Imbalance(pi)
		is(t, "imbalance", by, 0)
	}
	const stay = 0x1p-50 // what is left of 1 stays as soon as it is more than round-off
	leave := kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) { visit(1-x, 1-stay) }}
	m, _ := written(grid.New(2), leave, make([]float64, 2))
	is(t, "what stays of a little", m[0][0], stay)
}

// TestRefusals checks that a question without an answer is refused in one sentence.
func TestRefusals(t *testing.T) {
	half := []float64{0.5, 0.5}
	for _, bad := range []struct {
		says string
		m    spectra.Matrix
	}{
		{"the row of state 1 sums to 1-0.1; make it 1",
			rows([]float64{0.5, 0.5}, []float64{0, 0.9})},
		{"the entry from state 0 to state 1 is -0.1; use a probability",
			rows([]float64{1.1, -0.1}, []float64{0, 1})},
		{"the entry from state 1 to state 0 is NaN; use a probability",
			rows([]float64{1, 0}, []float64{math.NaN(), 1})},
		{"the distribution is not invariant: in one step state 0 of probability 0.",
			rows([]float64{0.9, 0.1}, []float64{0.2, 0.8})},
	} {
		m, says := bad.m, bad.says
		_, err := m.Spectrum(half)
		refused(t, err, says)
		_, err = m.MixingTime(half, 0.25)
		refused(t, err, says)
		_, _, err = m.AsymptoticVariances(half, [][]float64{{1, 2}})
		refused(t, err, says)
		_, err = m.Bottleneck(half, half)
		refused(t, err, says)
	}
}

// phi returns the flow out of a set over the mass of the smaller side, from the definition.
func phi(m spectra.Matrix, pi []float64, in func(x int) bool) float64 {
	var flow, mass, rest float64
	for x, p := range pi {
		if !in(x) {
			rest += p
			continue
		}
		mass += p
		for y := range pi {
			if !in(y) {
				flow += p * m[x][y]
			}
		}
	}
	return flow / min(mass, rest)
}

// conductance returns the least phi over all sets.
func conductance(m spectra.Matrix, pi []float64) float64 {
	least := math.Inf(1)
	for set := 1; set < 1<<len(m)-1; set++ {
		least = min(least, phi(m, pi, func(x int) bool { return set>>x&1 == 1 }))
	}
	return least
}

// cheeger checks a cut against its own definition and Cheeger's inequalities.
func cheeger(t rapid.TB, m spectra.Matrix, pi []float64) spectra.Cut {
	t.Helper()
	c := bottleneck(t, m, pi)
	must.Within(t, c.Phi, phi(m, pi, func(x int) bool { return c.In[x] }), 1e-12, "flow over mass of the cut")
	gap := must.Have(m.Spectrum(pi))(t).AdditiveGap
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

// TestConductance checks that on few states the cut is the best of all sets, of reversible chains and others.
func TestConductance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := drawReversible
		if rapid.Bool().Draw(t, "irreversible") {
			draw = drawChain
		}
		m, pi := draw(t, 8, 6)
		must.Within(t, cheeger(t, m, pi).Phi, conductance(m, pi), 1e-12, "conductance")
	})
}

// TestSweep checks that two chains, on the even and the odd states, are joined by a thread. The cut along the second
// eigenfunction finds it however thin it is.
func TestSweep(t *testing.T) {
	const n = 16
	for _, thread := range []float64{1e-3, 1e-9, 1e-15} {
		p := make([]float64, n*n)
		pi := make([]float64, n)
		for x := range n {
			pi[x] = 1. / n
			p[x*n+x] = 1
			for y := range n {
				if x != y && x%2 == y%2 {
					p[x*n+y] = 0.1
				}
				if min(x, y) == 3 && max(x, y) == 12 {
					p[x*n+y] = thread
				}
				if x != y {
					p[x*n+x] -= p[x*n+y]
				}
			}
		}
		must.Within(t, cheeger(t, dense(n, p), pi).Phi, thread/(n/2), 1e-12, "conductance")
	}
}
