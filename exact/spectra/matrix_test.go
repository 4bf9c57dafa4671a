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
		by, at := m.Imbalance(pi)
		is(t, "imbalance", by, 0)
		is(t, "where", at, -1)
		if n < 20 {
			is(t, "relaxation time", must.Have(m.Spectrum(pi))(t).RelaxationTime, math.Inf(1))
		}
	}
	for left, stays := range map[float64]float64{0x1p-53: 0, 0x1p-52: 0x1p-52} { // more than round-off stays
		leave := kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) {
			visit(1-x, 1-left)
		}}
		m, _ := written(grid.New(2), leave, make([]float64, 2))
		is(t, "what stays of a little", m[0][0], stays)
	}
}

// TestRefusals checks that a question without an answer is refused in one sentence, and that a matrix with ten digits
// is not.
func TestRefusals(t *testing.T) {
	third := []float64{0.2, 0.3, 0.5}
	for _, bad := range []struct {
		says string
		pi   []float64
		m    spectra.Matrix
	}{
		{"the row of state 1 sums to 1-0.1; make it 1", third, rows([]float64{0.5, 0.5, 0}, []float64{0, 0.9, 0})},
		{"the row of state 0 sums to 1+1.5e-09; make it 1", third, rows([]float64{0.5, 0.5 + 1.5e-9, 0})},
		{"the entry from state 0 to state 1 is -1e-10; use a probability", third, rows([]float64{1, -1e-10, 1e-10})},
		{"the entry from state 0 to state 1 is NaN; use a probability", third, rows([]float64{1, math.NaN(), 0})},
		{"the entry from state 0 to state 0 is -1.5e-09; use a probability",
			third, rows([]float64{-1.5e-9, 1, 1.5e-9})},
		{"the distribution is not invariant: in one step state 1 of probability 0.3 changes by 0.6; use the " +
			"stationary distribution of the matrix", third,
			rows([]float64{0.5, 0.5, 0}, []float64{0, 1, 0}, []float64{0, 1, 0})},
		{"the distribution is not invariant: in one step state 0 of probability 0.5",
			[]float64{0.5 + 9e-10, 0.5 - 9e-10}, rows([]float64{0.5, 0.5}, []float64{0.5, 0.5})},
		{"1025 states are too many for a matrix; use at most 1024", nil, make(spectra.Matrix, 1025)},
	} {
		_, err := bad.m.Spectrum(bad.pi)
		must.FailAt(t, err, bad.says, bad.says, "a matrix")
		_, err = bad.m.MixingTime(bad.pi)
		must.FailAt(t, err, bad.says, bad.says, "a matrix")
		_, _, err = bad.m.AsymptoticVariances(bad.pi, [][]float64{{1, 2, 3}})
		must.FailAt(t, err, bad.says, bad.says, "a matrix")
	}
	for _, m := range []spectra.Matrix{rows([]float64{-9e-10, 1 + 9e-10}, []float64{1, 0}),
		rows([]float64{0.5, 0.5 + 9e-10}, []float64{0.5, 0.5})} {
		must.Have(m.Stationary())(t)
	}
}
