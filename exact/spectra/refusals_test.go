package spectra_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestRefusals: what a number would mean nothing for is told in one sentence.
func TestRefusals(t *testing.T) {
	half := []float64{0.5, 0.5}
	good := rows([]float64{0.9, 0.1}, []float64{0.1, 0.9})
	stay := rows([]float64{1, 0}, []float64{0, 1})
	for says, m := range map[string]*spectra.Matrix{
		"the row of state 1 sums to 0.9; 1 would do":                               rows([]float64{0.5, 0.5}, []float64{0, 0.9}),
		"the entry from state 0 to state 1 is -0.1; a probability would do":        rows([]float64{1.1, -0.1}, []float64{0, 1}),
		"the entry from state 1 to state 0 is NaN; a probability would do":         rows([]float64{1, 0}, []float64{math.NaN(), 1}),
		"the distribution is not invariant: in one step state 0 of probability 0.": rows([]float64{0.9, 0.1}, []float64{0.2, 0.8}),
	} {
		_, err := m.Spectrum(half)
		refused(t, err, says)
		_, err = m.MixingTime(half, 0.25)
		refused(t, err, says)
		_, _, err = m.AsymptoticVariance(half, []float64{1, 2})
		refused(t, err, says)
		_, err = m.Conductance(half)
		refused(t, err, says)
	}
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
	_, err = rows([]float64{1}).Conductance([]float64{1})
	refused(t, err, "1 states of positive probability; a cut needs two")
}

func refused(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), says) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want %s", err, says)
	}
}

// TestLarge: beyond a stated size nothing is begun.
func TestLarge(t *testing.T) {
	n := spectra.MaxStates + 1
	p, pi := make([]float64, n*n), make([]float64, n)
	for x := range n {
		p[x*n+x], pi[x] = 1, 1/float64(n)
	}
	m := spectra.Dense(n, p)
	if _, err := m.Spectrum(pi); !errors.Is(err, spectra.ErrLarge) || err.Error() != "too many states: 1025; at most 1024 can be analysed" {
		t.Error(err)
	}
	if _, err := m.MixingTime(pi, 0.25); !errors.Is(err, spectra.ErrLarge) {
		t.Error(err)
	}
	huge := spectra.Of(kernels.Metropolis{}.On(grid.New(100, 1000)), 100_000)
	if _, err := huge.Stationary(); !errors.Is(err, spectra.ErrLarge) || huge.N() != 100_000 || len(huge.Classes()) != huge.N() {
		t.Error(err)
	}
	if _, err := m.FirstPassage(); !errors.Is(err, spectra.ErrLarge) {
		t.Error(err)
	}
}

// TestReducible: a wall makes two classes of a path, nothing crosses, and the
// slowest mode is which side one is on; a cell without mass has no say.
func TestReducible(t *testing.T) {
	inf := math.Inf(-1)
	m, pi := written(grid.New(5).WithWalls(2), kernels.Metropolis{}, []float64{0, 1, inf, 0, 0})
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
	c, err := m.Conductance(pi)
	if err != nil || c.Phi != 0 || c.In[2] {
		t.Errorf("two classes have conductance %g, %v: %v", c.Phi, c.In, err)
	}
}

// TestRoundOff: flows that differ by less than the round-off of a step are equal,
// and only those: a state of probability 1e-16 may be entered as often as not.
func TestRoundOff(t *testing.T) {
	m := rows([]float64{1, 1.5e-16}, []float64{1, 0})
	if s := spectrum(t, m, []float64{1, 1e-16}); !s.Reversible {
		t.Error("round-off is not reversible")
	}
	_, err := rows([]float64{1, 1.5e-14}, []float64{1, 0}).Spectrum([]float64{1, 1e-14})
	refused(t, err, "the distribution is not invariant")
}

// TestFrom: the start is a cell of the grid, not of those with mass.
func TestFrom(t *testing.T) {
	m, pi := written(grid.New(4).WithWalls(0), kernels.Metropolis{}, []float64{math.Inf(-1), 5, 0, -3})
	if mix, err := m.MixingTime(pi, 0.25); err != nil || mix.From != 3 || mix.Worst < 2 {
		t.Errorf("%+v, %v", mix, err)
	}
}

// TestPerfect: independent draws have every other eigenvalue 0, and a single
// state nothing to forget.
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
