package tuning_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/must"
)

// panel are families of laplace to three targets, on two spaces.
func panel() (families []tuning.Family) {
	others := []ends{small(), small(),
		{grid.New(2, 2, 2), make([]float64, 8), []float64{3, 0.5, -1, 0, 0.2, 1, -2, 2.5}}}
	others[1].to = []float64{2, 0, -2, 0.5, 3, 1, -1, 0, 0.7}
	for _, e := range others {
		s := e.byKernel("SCALE", scale(0.5, 8), 1, measured, func(v float64) chains.Kernel {
			return kernels.Jumps{Tail: kernels.Laplace, Scale: v}
		})
		families = append(families, s.family)
	}
	return families
}

// weights are those of the values of the panel.
var weights = []float64{1, 2, 0.5}

// weighed is the weighted sum of values.
func weighed(values, slopes []float64) (sum float64) {
	copy(slopes, weights)
	for i, v := range values {
		sum += weights[i] * v
	}
	return sum
}

// largest is the norm of the weighted values of a large power, which is nearly the largest of them.
func largest(values, slopes []float64) float64 {
	const power = 2000
	top := 0.0
	for i, v := range values {
		top = max(top, weights[i]*v)
	}
	sum := 0.0
	for i, v := range values {
		sum += math.Pow(weights[i]*v/top, power)
	}
	norm := top * math.Pow(sum, 1./power)
	for i, v := range values {
		slopes[i] = weights[i] * math.Pow(weights[i]*v/norm, power-1)
	}
	return norm
}

// TestPanelOfThree: with one beta and one scale free, a scan of both finds no less of the sum, and none of the largest,
// of J on three targets, and the value is what exact runs have.
func TestPanelOfThree(t *testing.T) {
	families := panel()
	from := tuning.Start{Schedule: chains.Linear(3), Values: []float64{1}}
	for name, mix := range map[string]tuning.Mix{"sum": weighed, "largest": largest} {
		at := func(levels chains.Schedule, values []float64) (v float64, of []float64) {
			for _, f := range families {
				of = append(of, gap(t, f.At(values), levels).J())
			}
			return mix(slices.Clone(of), make([]float64, len(of))), of
		}
		end := must.Have(tuning.PanelByJ(families).From(t.Context(), from, mix))(t)
		value, of := at(end.Schedule, end.Values)
		must.Within(t, end.Value, value, 1e-10, "the %s of %v", name, of)
		least := math.Inf(1)
		for i := range 41 {
			levels := must.Have(chains.NewSchedule([]float64{0, float64(i) / 40, 1}))(t)
			for k := range 41 {
				v, _ := at(levels, []float64{0.5 * math.Pow(16, float64(k)/40)})
				least = min(least, v)
			}
		}
		if !(end.Value <= least && end.Value > 0.9*least) {
			t.Errorf("the least %s is %v; a scan finds %v", name, end.Value, least)
		}
	}
}

// TestPanelOfOne: of one family by its own value the panel is its descent, to the last bit.
func TestPanelOfOne(t *testing.T) {
	own := func(values, slopes []float64) float64 {
		slopes[0] = 1
		return values[0]
	}
	f := panel()[1]
	for _, still := range []bool{false, true} {
		from := tuning.Start{Schedule: chains.Sigmoid(3, 5), Values: []float64{2},
			Still: still}
		one := must.Have(f.ByJ().From(t.Context(), from))(t)
		end := must.Have(tuning.PanelByJ([]tuning.Family{f}).From(t.Context(), from, own))(t)
		if end.Value != one.Value || !slices.Equal(end.Schedule.Betas(), one.Schedule.Betas()) ||
			!slices.Equal(end.Values, one.Values) {
			t.Errorf("it ends at %+v, and alone at %+v", end, one)
		}
	}
}

// TestNoPanel: families with other parameters are no panel, and none is none.
func TestNoPanel(t *testing.T) {
	other := panel()[0]
	other.Parameters = nil
	must.Fail(t, tuning.CheckPanel([]tuning.Family{panel()[0], other}), "other parameters", "two kinds")
	must.Fail(t, tuning.CheckPanel(nil), "no family", "none")
	must.Do(t, tuning.CheckPanel(panel()))
}
