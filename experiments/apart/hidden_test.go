package apart

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains/models/hidden"
	"breadboard/experiments"
	"breadboard/grid/must"
)

func weather(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.Open(filepath.Join("..", "..", "chains", "models", "hidden", "testdata", "weather.json"))
	must.Do(t, err)
	return m
}

// Estimates are near the exact values, and say what is known of each program.
func TestHiddenRows(t *testing.T) {
	options := Options{Runs: Counts{Gold: 500, Target: 500}, Meta: Counts{Gold: 1, Target: 1}, Seed: 1}
	s := must.Have(NewHidden("weather", weather(t), "posterior",
		[]string{"smc-data:1", "smc-data:3", "smc-data:3:proposal=optimal"}, options))(t)
	rows := must.Have(s.Rows(t.Context(), nil))(t)
	for i, how := range []string{"forward and backward sums", "particles", ""} {
		r := rows[i]
		if r.HowTarget != how {
			t.Errorf("%s: the account is by %q, want %q", r.Program, r.HowTarget, how)
		}
		if z := (r.Estimate.Value - r.Expected) / r.Estimate.StdErr; how != "" && !(math.Abs(z) < 5) {
			t.Errorf("%s: the estimate is %v standard errors from what is expected", r.Program, z)
		}
		if r.Grid != "2 states and 8 observations" || r.T != 8 {
			t.Errorf("%s: %s, T = %d", r.Program, r.Grid, r.T)
		}
	}
	if rows[0].Symmetrised() != rows[0].Expected || rows[0].Why != NoBias {
		t.Errorf("one particle: %v apart, %v expected, %s", rows[0].Symmetrised(), rows[0].Expected, rows[0].Why)
	}
	if w := rows[2].Warnings; len(w) != 1 || !strings.Contains(w[0], "so the estimate stands alone") {
		t.Errorf("the warnings are %q", w)
	}
}

func TestHiddenRefuses(t *testing.T) {
	_, err := NewHidden("weather", weather(t), "ais", []string{"posterior", "smc-data:no"}, Options{})
	got := experiments.Say(err, func(f experiments.Field) string { return "--" + string(f) })
	for _, says := range []string{"--gold ais: ais is no program of a hidden Markov model",
		"--program smc-data:no: P is"} {
		if !strings.Contains(got, says) {
			t.Errorf("the error is %q, and %q is missing", got, says)
		}
	}
}
