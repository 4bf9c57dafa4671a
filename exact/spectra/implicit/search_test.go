package implicit

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// metropolisAt returns the chain of Metropolis at a log density.
func metropolisAt(t *testing.T, g grid.Grid, logf []float64) *Chain {
	t.Helper()
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size())
	l.Move(2, 1)
	return At(kernels.Metropolis{}.On(g), l)
}

// TestFarWell: a cell that is left with probability e^-427 makes a function have values whose
// squares no float holds. The cut around it bounds the gap by its flow over the product of the
// masses, which is so little that the gap has no lower bound but 0.
func TestFarWell(t *testing.T) {
	logf := make([]float64, 60)
	for x := range logf {
		logf[x] = -15 * math.Abs(float64(x)-29.5)
	}
	logf[0] = 0
	c := metropolisAt(t, grid.New(60), logf)
	e, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if e.Gap.Low != 0 {
		t.Errorf("the gap is at least %g, want 0", e.Gap.Low)
	}
	if !(e.Gap.High < hidden*2) {
		t.Errorf("the gap is at most %g, want less than %g", e.Gap.High, hidden*2)
	}
	if !math.IsInf(e.RelaxationTime.High, 1) {
		t.Errorf("the relaxation time is at most %g", e.RelaxationTime.High)
	}
	if len(e.Unsettled) > 0 {
		t.Errorf("unsettled are %v", e.Unsettled)
	}
}

// settles checks that a search which goes to its end has bounds on everything.
func settles(t *testing.T, c *Chain) {
	t.Helper()
	whole, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Unsettled) > 0 {
		t.Fatalf("of the whole search unsettled are %v", whole.Unsettled)
	}
	if !(whole.Gap.Low > 0) {
		t.Errorf("after the whole search the gap is at least %g", whole.Gap.Low)
	}
	if math.IsInf(whole.RelaxationTime.High, 0) {
		t.Error("after the whole search the relaxation time has no bound")
	}
	if !(whole.Least.Low > -1) {
		t.Errorf("after the whole search the least eigenvalue is at least %g", whole.Least.Low)
	}
}

// TestUnsettled: a search that was broken off has no bounds but those of every chain, and says
// so; the same search to its end has them.
func TestUnsettled(t *testing.T) {
	g := grid.New(40, 30)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Sin(float64(x * x))
	}
	c := metropolisAt(t, g, logf)
	settles(t, c)
	c.maxSteps = 2
	e, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Unsettled, []string{"the gap", "the least eigenvalue"}) {
		t.Errorf("unsettled are %v", e.Unsettled)
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, logf)
	if err != nil {
		t.Fatal(err)
	}
	for _, bound := range []struct {
		name      string
		got, want float64
	}{
		{"the gap is at least", e.Gap.Low, 0},
		{"the least eigenvalue is at least", e.Least.Low, -1},
		{"the relaxation time is at most", e.RelaxationTime.High, math.Inf(1)},
		{"the SLEM is at most", e.SLEM.High, 1},
		{"the mode's angle is at most", e.Angle, 1},
		{"the mixing time is at most", float64(e.MixingBounds(0.25).High), spectra.Never},
		{"the IAT is at most", iat.High, math.Inf(1)},
	} {
		if bound.got != bound.want {
			t.Errorf("%s %g, want %g", bound.name, bound.got, bound.want)
		}
	}
}

// TestSingleState: a chain of one state is the same with and without its matrix.
func TestSingleState(t *testing.T) {
	s, err := spectra.Dense(1, []float64{1}).Spectrum([]float64{1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := metropolisAt(t, grid.New(2).WithWalls(1), []float64{0, math.Inf(-1)}).Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []struct {
		name string
		got  Bounded
		want float64
	}{
		{"gap", e.Gap, s.Gap}, {"SLEM", e.SLEM, s.SLEM}, {"relaxation time", e.RelaxationTime, s.RelaxationTime},
		{"least eigenvalue", e.Least, real(s.Values[len(s.Values)-1])},
	} {
		if number.got != exactly(number.want) {
			t.Errorf("the %s is %v, and by the matrix %g", number.name, number.got, number.want)
		}
	}
}
