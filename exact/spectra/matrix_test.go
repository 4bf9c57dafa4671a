package spectra_test

import (
	"math"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestOf: what round-off leaves of 1 does not stay. A kernel that always crosses to n cells,
// with probability 1/n each, thus has period 2.
func TestOf(t *testing.T) {
	for n := 1; n < 60; n++ {
		cross := kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) {
			for y := range n {
				visit(n*(1-x/n)+y, 1/float64(n))
			}
		}}
		m, pi := written(grid.New(2*n), cross, make([]float64, 2*n))
		is(t, "what stays", m.At(0, 0), 0)
		is(t, "what crosses", m.At(0, n), 1/float64(n))
		classes := m.Classes()
		is(t, "classes", len(classes), 1)
		is(t, "period", classes[0].Period, 2)
		by, _ := m.Imbalance(pi)
		is(t, "imbalance", by, 0)
	}
}

// TestRefusals: a question without an answer is refused in one sentence.
func TestRefusals(t *testing.T) {
	half := []float64{0.5, 0.5}
	for _, bad := range []struct {
		says string
		m    *spectra.Matrix
	}{
		{"the row of state 1 sums to 1-0.1; 1 would do",
			rows([]float64{0.5, 0.5}, []float64{0, 0.9})},
		{"the entry from state 0 to state 1 is -0.1; a probability would do",
			rows([]float64{1.1, -0.1}, []float64{0, 1})},
		{"the entry from state 1 to state 0 is NaN; a probability would do",
			rows([]float64{1, 0}, []float64{math.NaN(), 1})},
		{"the distribution is not invariant: in one step state 0 of probability 0.",
			rows([]float64{0.9, 0.1}, []float64{0.2, 0.8})},
	} {
		m, says := bad.m, bad.says
		_, err := m.Spectrum(half)
		refused(t, err, says)
		_, err = m.MixingTime(half, 0.25)
		refused(t, err, says)
		_, _, err = m.AsymptoticVariance(half, []float64{1, 2})
		refused(t, err, says)
		_, err = m.Bottleneck(half, half)
		refused(t, err, says)
	}
}

// TestRefusalsOfQuestions: what is asked of a good matrix may have no answer.
func TestRefusalsOfQuestions(t *testing.T) {
	half := []float64{0.5, 0.5}
	good := rows([]float64{0.9, 0.1}, []float64{0.1, 0.9})
	stay := rows([]float64{1, 0}, []float64{0, 1})
	_, err := rows([]float64{1, 0}, []float64{-1e-12, 1 + 1e-12}).Stationary()
	refused(t, err, "the entry from state 1 to state 0 is -1e-12")
	_, err = stay.Stationary()
	refused(t, err, "2 closed classes, of state 0 and of state 1 among them")
	_, _, err = stay.AsymptoticVariance(half, []float64{1, 2})
	refused(t, err, "the states of positive probability fall into 2 classes")
	_, _, err = good.AsymptoticVariance(half, []float64{2, 2})
	refused(t, err, "the function is 2 in every state of positive probability")
	_, err = good.MixingTime(half, 1)
	refused(t, err, "a distance of 1; one between 0 and 1 would do")
	_, err = good.Spectrum([]float64{0.5, 0.6})
	refused(t, err, "the probabilities sum to 1.1; 1 would do")
	_, err = good.Spectrum([]float64{math.NaN(), 1})
	refused(t, err, "the probability of state 0 is NaN")
	_, err = good.MeanHittingTime([]float64{0, 1}, []int{0}, []int{1})
	refused(t, err, "the 1 states to start from have no mass")
	_, err = rows([]float64{1}).Bottleneck([]float64{1}, []float64{0})
	refused(t, err, "1 states of positive probability; a cut needs two")
}

// TestLarge: more states than a stated number are refused at once.
func TestLarge(t *testing.T) {
	n := spectra.MaxStates + 1
	p, pi := make([]float64, n*n), make([]float64, n)
	for x := range n {
		p[x*n+x], pi[x] = 1, 1/float64(n)
	}
	m := spectra.Dense(n, p)
	const says = "too many states: 1025; at most 1024 can be analysed"
	_, err := m.Spectrum(pi)
	refused(t, err, says)
	_, err = m.MixingTime(pi, 0.25)
	refused(t, err, says)
}

// TestOfStaying: what is left of 1 stays as soon as it is more than round-off.
func TestOfStaying(t *testing.T) {
	const stay = 0x1p-50
	leave := kernels.Rows{To: func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) { visit(1-x, 1-stay) }}
	m, _ := written(grid.New(2), leave, make([]float64, 2))
	if got := m.At(0, 0); got != stay {
		t.Errorf("%g stays, want %g", got, stay)
	}
}
