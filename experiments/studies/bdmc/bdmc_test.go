package bdmc

import (
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/toys"
)

// The long form makes all models again, and what takes long.
var long = os.Getenv("BREADBOARD_LONG") != ""

// fullCases are those of the committed study.
var fullCases = sync.OnceValue(func() []Case { return Cases(Full().N) })

// committed reads a file of the committed study.
func committed(t *testing.T, name string) []map[string]any {
	return reporttest.Rows(t, "..", "..", "..", "reports", "bdmc", name)
}

// todays are rows of a case that take little time: of every estimator but nested sampling.
func todays(t *testing.T, c Case) (rows []Row) {
	t.Helper()
	rows = append(must.Have(variational(t.Context(), c, Full()))(t), criterion(c))
	for _, f := range families {
		if f.forward == "CMS" && !long {
			continue // takes a second, and more on more cells
		}
		some, err := f.measure(t.Context(), c, f.budgets[0], Full())
		must.Do(t, err)
		rows = append(rows, some...)
	}
	return rows
}

// The committed rows are those that are made today, as far as that takes little time. Package
// reports holds the rest of the folder to its rows.
func TestCommittedRowsAreUpToDate(t *testing.T) {
	var rows []Row
	for i, c := range fullCases() {
		if i == 0 || long {
			rows = append(rows, todays(t, c)...)
		}
	}
	found := 0
	for _, was := range committed(t, "rows.json") {
		for _, r := range rows {
			if was["model"] != r.Case || was["estimator"] != r.Estimator || was["budget"] != float64(r.Budget) {
				continue
			}
			found++
			what := r.Case + ", " + r.Estimator
			reporttest.Today(t, what+": cost", r.Cost, was["cost"])
			reporttest.Today(t, what+": bias", r.Single.Bias, was["bias"])
			reporttest.Today(t, what+": RMSE", r.Single.RMSE, was["rmse"])
			reporttest.Today(t, what+": bias of 25", r.Combined.Bias, was["bias_25"])
			reporttest.Today(t, what+": RMSE of 25", r.Combined.RMSE, was["rmse_25"])
		}
	}
	if found != len(rows) {
		t.Errorf("%d of %d rows are committed", found, len(rows))
	}
}

func TestCommittedOvershootsAreUpToDate(t *testing.T) {
	c, steps := fullCases()[1], 1 // on which a run takes half of the time
	if long {
		c, steps = fullCases()[0], 0
	}
	_, made, err := nested(t.Context(), c, steps, Full())
	must.Do(t, err)
	for _, was := range committed(t, "overshoot.json") {
		if was["model"] == c.Name && was["estimator"] == "NS" && was["budget"] == float64(steps) {
			reporttest.Today(t, "P(above)", made[0].Share, was["share"])
			made = made[1:]
		}
	}
	if len(made) > 0 {
		t.Errorf("%d shares are not committed", len(made))
	}
}

func TestCommittedTable1IsUpToDate(t *testing.T) {
	for i, was := range committed(t, "table1.json") {
		if i > 1 && !long {
			continue
		}
		logP := must.Have(integrated(t.Context(), fullCases()[i/3], i%3))(t)
		reporttest.Today(t, "log p(y)", logP, was["log_p_y"])
	}
}

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

// Of a model on which all claims hold, and one on which none does, the verdict names the first.
func TestVerdictNamesTheModels(t *testing.T) {
	s := agreeing()
	s.Cases = append(s.Cases, Case{Name: "b"})
	for _, r := range opposite().Rows {
		r.Case = "b"
		s.Rows = append(s.Rows, r)
	}
	for _, f := range Decide(s) {
		if f.Claim == "AIS is accurate with enough levels" && f.Verdict() != "holds for a" {
			t.Errorf("%s: %s", f.Claim, f.Verdict())
		}
	}
}

// tiny is a case of four cells, on which every path of the dice can be walked.
func tiny() Case {
	return newCase("clustering", "two points in two clusters",
		toys.Clustering{N: 2, K: 2, D: 1, Centres: 2, Noise: 0.5}.Model(), 3)
}

// Rows have the numbers of enumeration: forward the program's own, in reverse those of its runs
// from an exact sample.
func TestRowsAreEnumerated(t *testing.T) {
	c := tiny()
	for _, f := range families {
		budget := 2
		if f.exactTo > 0 {
			budget = min(budget, f.exactTo)
		}
		rows := must.Have(f.measure(t.Context(), c, budget, Quick()))(t)
		e, p := f.aim(c, budget)
		for _, r := range rows {
			var of programs.Estimator = forwardOnly{e}
			if r.Combine == Harmonic {
				of = forwardOnly{backward{e.(programs.Program), targetOf(p)}}
			}
			want, err := accounts.Of(t.Context(), of, p)
			if err != nil || want.How != accounts.Enumerated {
				t.Fatalf("%s: %s, %v", r.Estimator, want.How, err)
			}
			// eleven digits, as the accounts themselves promise
			if math.Abs(r.Single.Bias+want.Paths.Forward) > 1e-11 || math.Abs(r.Single.RMSE-want.RMSEFwd()) > 1e-11 {
				t.Errorf("%s: bias %v and RMSE %v, want %v and %v", r.Estimator, r.Single.Bias, r.Single.RMSE,
					-want.Paths.Forward, want.RMSEFwd())
			}
			if r.Single.How == Sampled {
				t.Errorf("%s: it was sampled", r.Estimator)
			}
		}
	}
}

// 25 harmonic means of exact samples, from their law: every cell's likelihood with its
// multiplicity.
func TestCombinedRows(t *testing.T) {
	c := tiny()
	size := Quick()
	size.Groups = 1000
	f := families[1]
	exact := must.Have(f.measure(t.Context(), c, 1, size))(t)
	e, p := f.aim(c, 1)
	errors := must.Have(errorsOf(t.Context(), c, e, p, true, size.Groups))(t)
	runs, want := sampledScore(combined(errors, Harmonic)), exact[0].Combined
	// five standard errors: 1 run of the test in a million, at a fixed seed
	if math.Abs(runs.Bias-want.Bias) > 5*runs.BiasErr || math.Abs(runs.RMSE-want.RMSE) > 5*runs.RMSEErr {
		t.Errorf("runs: %+v, exactly %+v", runs, want)
	}
}

// Runs side by side have the law of the program, in both directions: their mean is the
// account's.
func TestRunsAlongAPath(t *testing.T) {
	c := newCase("binary", "three points with two attributes",
		toys.Attributes{N: 3, K: 2, D: 1, Share: 0.3, Features: 2, Noise: 0.5}.Model(), 3)
	for _, f := range families[2:4] {
		e, p := f.aim(c, 5)
		a := must.Have(accounts.Of(t.Context(), e, p))(t)
		for reverse, want := range map[bool]float64{false: -a.Paths.Forward, true: a.Paths.Reverse} {
			errors := must.Have(errorsOf(t.Context(), c, e, p, reverse, 40))(t)
			// five standard errors, at a fixed seed
			if s := sampledScore(errors); math.Abs(s.Bias-want) > 5*s.BiasErr {
				t.Errorf("%T, reverse %v: mean %v ± %v, want %v", e, reverse, s.Bias, s.BiasErr, want)
			}
		}
	}
}

func TestCombinations(t *testing.T) {
	logs := []float64{math.Log(1), math.Log(2), math.Log(6)}
	for how, want := range map[Combination]float64{Arithmetic: math.Log(3), Harmonic: math.Log(1.8)} {
		if got := how.of(logs); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: %v, want %v", how, got, want)
		}
	}
	if n := len(combined(make([]float64, 2*Trials+1), Arithmetic)); n != 2 {
		t.Errorf("%d groups of %d in one more than two of them", n, Trials)
	}
}

// The mean of 25 logs on a law of two values, over all its outcomes: k of 25 are the second.
func TestMeanOfLogs(t *testing.T) {
	const a, b, chance = -2.0, 0.5, 0.3
	one := Score{Bias: a + chance*(b-a), RMSE: math.Sqrt((1-chance)*a*a + chance*b*b)}
	square, ways := 0.0, 1.0
	for k := range Trials + 1 {
		mean := a + (b-a)*float64(k)/Trials
		square += ways * math.Pow(chance, float64(k)) * math.Pow(1-chance, float64(Trials-k)) * mean * mean
		ways *= float64(Trials-k) / float64(k+1)
	}
	got := one.meanOfLogs()
	if got.Bias != one.Bias {
		t.Errorf("bias %v, want %v", got.Bias, one.Bias)
	}
	if want := math.Sqrt(square); math.Abs(got.RMSE-want) > 1e-12 {
		t.Errorf("RMSE %v, want %v", got.RMSE, want)
	}
}

// The jackknife of a mean is its usual standard error.
func TestJackknife(t *testing.T) {
	sorted := []float64{1, 2, 4, 9}
	if got, want := largestScore(sorted, 1, 0).BiasErr, sampledScore(sorted).BiasErr; math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestOvershoots(t *testing.T) {
	errors := []float64{-1, 0.4, 0.6, 1.2, 3.5}
	all := overshootsOf(errors, Overshoot{})
	for i, want := range []float64{0.6, 0.4, 0.2, 0.2, 0.2, 0.2} {
		if all[i].Share != want {
			t.Errorf("P(above by %v) is %v, want %v", all[i].B, all[i].Share, want)
		}
	}
	for share, breaks := range map[float64]bool{math.Exp(-1): false, 0.36: false, 0.40: false, 0.45: true} {
		if o := (Overshoot{B: 1, Share: share, Runs: 1000}); o.Breaks() != breaks {
			t.Errorf("a share of %v where %v is allowed: %v", share, o.Allowed(), o.Breaks())
		}
	}
}

// Every row but that of the symmetry correction, which costs nothing, has a time. The clock goes
// a second at a time.
func TestTimes(t *testing.T) {
	seconds := 0
	now := func() time.Time { seconds++; return time.Unix(int64(seconds), 0) }
	times := must.Have(Times(t.Context(), []Case{tiny()}, now))(t)
	taken := map[string]int{}
	for _, v := range times {
		taken[v.Estimator]++
		if v.Taken != time.Second {
			t.Errorf("%s at %d took %v", v.Estimator, v.Budget, v.Taken)
		}
	}
	for _, name := range Legend {
		if (taken[name] > 0) != (name != "VB+sym") {
			t.Errorf("%d times of %s", taken[name], name)
		}
	}
}
