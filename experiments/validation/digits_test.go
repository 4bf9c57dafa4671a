package validation

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestFewDigits: a right matrix that was written with six digits or in single precision is said to be that, with a
// tolerance that suffices, and a wrong one is not.
func TestFewDigits(t *testing.T) {
	logf := []float64{0, 1, 2.5, -1, 4}
	setting := experiments.Setting{Kernel: "metropolis"}
	an := must.Have(setting.AnnealerOn(toys.Target{Name: "peaks", Grid: grid.New(len(logf)),
		LogF: logf}))(t)
	pairs := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 4}, {2, 3}, {1, 2}, {0, 1}}
	for says, written := range map[string]func(v float64) float64{
		"the entries have 6 digits after the point": func(v float64) float64 { return math.Round(v*1e6) / 1e6 },
		"the entries are in single precision":       func(v float64) float64 { return float64(float32(v)) },
	} {
		for _, wrong := range []float64{1, 1.01} {
			p := chains.Normalized(logf)
			p[0] *= wrong
			m := Matrices{Path: "digits", Schedule: chains.Linear(2), P: [][]float64{slices.Concat(redraws(p, pairs)...)}}
			for x, v := range m.P[0] {
				m.P[0][x] = written(v)
			}
			s := FromMatrices(an, m)
			v := must.Have(At(t.Context(), s, 1))(t)
			if named := v.Cause != nil && v.Cause.Says == says; v.OK() || named != (wrong == 1) {
				t.Errorf("with a mass times %v: %s", wrong, v.Verdict())
			}
			s.Tolerance = 1e-5
			if v := must.Have(At(t.Context(), s, 1))(t); v.OK() != (wrong == 1) {
				t.Errorf("with a mass times %v, and a tolerance: %s", wrong, v.Verdict())
			}
		}
	}
}
