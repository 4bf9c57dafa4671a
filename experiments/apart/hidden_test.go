package apart

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains/hidden"
	"breadboard/experiments"
)

func weather(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.Open(filepath.Join("..", "..", "chains", "hidden", "testdata", "weather.json"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Estimates are near the exact values, and say what is known of each program.
func TestHiddenRows(t *testing.T) {
	options := Options{Runs: Counts{Gold: 500, Target: 500}, Meta: Counts{Gold: 1, Target: 1}, Seed: 1}
	s, err := NewHidden("weather", weather(t), "posterior",
		[]string{"smc-data:1", "smc-data:3", "smc-data:3:proposal=optimal"}, options)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.Rows(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
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

// The 95% interval of an estimate has the exact expectation in 95 of 100 seeds, give or take two standard
// errors of that count, which are 4.4.
func TestHiddenIntervals(t *testing.T) {
	options := Options{Runs: Counts{Gold: 200, Target: 200}, Meta: Counts{Gold: 1, Target: 1}}
	all := []string{"smc-data:1", "smc-data:1:proposal=optimal", "smc-data:2"}
	within := make([]int, len(all))
	for seed := range uint64(100) {
		options.Seed = seed
		s, err := NewHidden("weather", weather(t), "posterior", all, options)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := s.Rows(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if in := r.Estimate.Interval(0.95); in.Low <= r.Expected && r.Expected <= in.High {
				within[i]++
			}
		}
	}
	for i, n := range within {
		if n < 91 || n > 99 {
			t.Errorf("%s: %d of 100 intervals have the expectation", all[i], n)
		}
	}
}
