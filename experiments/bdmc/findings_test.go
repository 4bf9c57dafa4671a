package bdmc

import (
	"testing"
)

// agreeing is a study in which everything is as in the paper.
func agreeing() Study {
	s := Study{Cases: []Case{{Name: "a"}}}
	add := func(estimator string, budget int, bias, combined float64) {
		score := func(b float64) Score { return Score{Bias: b, RMSE: max(b, -b)} }
		s.Rows = append(s.Rows, Row{Case: "a", Estimator: estimator, Budget: budget, Single: score(bias),
			Combined: score(combined), Combine: Arithmetic})
	}
	for _, r := range []struct {
		estimator       string
		first, last     int
		early, late     float64
		earlyOf, late25 float64
	}{
		{"LW", 1, 10, -50, -45, -45, -40},
		{"HME", 1, 64, 20, 19, 19, 18},
		{"CMS", 1, 64, -5, -5, -5, -4},
		{"VB", 1, 100, -8, -7.5, -7.5, -7.5},
		{"VB+sym", 1, 100, -4, -3.5, -3.5, -3.5},
		{"NS", 1, 16, -0.9, -0.5, -0.9, -0.5},
		{"AIS", 3, 300, -20, -0.1, -18, 0},
		{"rev AIS", 3, 300, 20, 0.1, 18, 0},
		{"SMC", 1, 100, -5, -0.2, -4, 0},
	} {
		add(r.estimator, r.first, r.early, r.earlyOf)
		add(r.estimator, r.last, r.late, r.late25)
	}
	add("BIC", 1, -300, -300)
	s.Overshoots = []Overshoot{{Case: "a", Estimator: "NS", Budget: 1, B: 1, Share: 0.6, Runs: 1000}}
	s.Fits = []Fit{{From: "a", Model: "a"}, {From: "a", Model: "b", Less: 2}}
	return s
}

// Every claim holds of a study that is as the paper says, and fails of one that is the
// opposite.
func TestFindingsCanFail(t *testing.T) {
	for _, f := range Decide(agreeing()) {
		if f.Verdict() != "holds" {
			t.Errorf("%s: %s (%s)", f.Claim, f.Verdict(), f.Evidence)
		}
	}
	for _, f := range Decide(opposite()) {
		if f.Verdict() != "does not hold" {
			t.Errorf("%s of the opposite: %s (%s)", f.Claim, f.Verdict(), f.Evidence)
		}
	}
}

// opposite is a study in which nothing is as in the paper.
func opposite() Study {
	s := agreeing()
	for i, r := range s.Rows {
		first := r.Budget == 1 || r.Budget == 3
		bias := 0.01
		switch {
		case r.Estimator == "AIS" || r.Estimator == "SMC":
			bias = -3
		case r.Estimator == "VB" && first:
			bias = -3
		case r.Estimator == "CMS" && first, r.Estimator == "HME" && first:
			bias = 2
		case r.Estimator == "LW" && first:
			bias = -0.5
		}
		s.Rows[i].Single = Score{Bias: bias, RMSE: max(bias, -bias)}
		s.Rows[i].Combined = Score{Bias: bias / 100, RMSE: max(bias, -bias) / 100}
	}
	s.Overshoots[0].Share = 0.3
	s.Fits[1].Less = -1
	return s
}

// Of two models on which a claim holds, and one on which it does not, the verdict names the two.
func TestVerdictNamesTheModels(t *testing.T) {
	s := agreeing()
	other := opposite()
	for _, name := range []string{"b", "c"} {
		from := s
		if name == "c" {
			from = other
		}
		for _, r := range from.Rows[:20] {
			if r.Case == "a" {
				r.Case = name
				s.Rows = append(s.Rows, r)
			}
		}
		s.Cases = append(s.Cases, Case{Name: name})
	}
	for _, f := range Decide(s) {
		if f.Claim == "AIS is accurate with enough levels" && f.Verdict() != "holds for a and b" {
			t.Errorf("%s: %s", f.Claim, f.Verdict())
		}
	}
}
