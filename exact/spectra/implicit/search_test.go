package implicit

import (
	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"math"
	"slices"
	"testing"
)

// metropolisAt is Metropolis at a density.
func metropolisAt(t *testing.T, g grid.Grid, logf []float64) *Chain {
	t.Helper()
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size())
	l.Move(2, 1)
	c, _, err := At(chains.Metropolis{}.On(g), l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFarWell: a cell that is left with probability e^-427 makes numbers of a function
// whose squares no float holds. On a line the cut around it makes the gap at most the
// flow over the product of the masses, which is so little that no bound below is had.
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
	if e.Gap.Low != 0 || !(e.Gap.High < hidden*2) || !math.IsInf(e.RelaxationTime.High, 1) || len(e.Unsettled) > 0 {
		t.Errorf("a gap of %g, from %g to %g, relaxation time to %g, unsettled %v", e.Gap.Value, e.Gap.Low, e.Gap.High, e.RelaxationTime.High, e.Unsettled)
	}
}

// TestUnsettled: of a search that was broken off nothing is known below, and it says
// so; the same search to its end has its bounds.
func TestUnsettled(t *testing.T) {
	g := grid.New(40, 30)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Sin(float64(x * x))
	}
	c := metropolisAt(t, g, logf)
	whole, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Unsettled) > 0 || !(whole.Gap.Low > 0) || math.IsInf(whole.RelaxationTime.High, 0) || !(whole.Least.Low > -1) {
		t.Fatalf("%v, %+v, %+v, %+v", whole.Unsettled, whole.Gap, whole.RelaxationTime, whole.Least)
	}
	c.maxSteps = 2
	e, err := c.Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Unsettled, []string{"the gap", "the least eigenvalue"}) || e.Gap.Low != 0 || e.Least.Low != -1 || e.Angle != 1 ||
		!math.IsInf(e.RelaxationTime.High, 1) || e.SLEM.High != 1 || e.MixingBounds(0.25).High != spectra.Never {
		t.Errorf("%v, %+v, %+v, %+v, angle %g", e.Unsettled, e.Gap, e.Least, e.RelaxationTime, e.Angle)
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, logf)
	if err != nil || !math.IsInf(iat.High, 1) {
		t.Errorf("an IAT of at most %g, %v", iat.High, err)
	}
}

// TestSingleState: a chain of one state is the same taken apart and not.
func TestSingleState(t *testing.T) {
	s, err := spectra.Dense(1, []float64{1}).Spectrum([]float64{1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := metropolisAt(t, grid.New(2).WithWalls(1), []float64{0, math.Inf(-1)}).Extremes(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if e.Gap != exactly(s.Gap) || e.SLEM != exactly(s.SLEM) || e.RelaxationTime != exactly(s.RelaxationTime) || e.Least != exactly(real(s.Values[len(s.Values)-1])) {
		t.Errorf("%+v, taken apart %+v", e, s)
	}
}
