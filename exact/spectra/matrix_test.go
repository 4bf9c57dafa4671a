package spectra_test

import (
	"math"
	"testing"

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
	const stay = 0x1p-52 // what is left of 1 stays as soon as it is more than round-off
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
		must.FailAt(t, err, says, says, "a matrix")
		_, err = m.MixingTime(half)
		must.FailAt(t, err, says, says, "a matrix")
		_, _, err = m.AsymptoticVariances(half, [][]float64{{1, 2}})
		must.FailAt(t, err, says, says, "a matrix")
	}
}
