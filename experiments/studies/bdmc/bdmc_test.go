package bdmc

import (
	"math"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/toys"
)

// The long form makes all models again, and what takes long.
var long = os.Getenv("BREADBOARD_LONG") != ""

// fullCases are those of the committed study.
var fullCases = sync.OnceValue(func() []Case { return Cases(Sized(false).N, Sized(false).Sets, 0) })

// committed reads a file of the committed study.
func committed(t *testing.T, name string) []map[string]any {
	return reporttest.Rows(t, "..", "..", "..", "reports", "bdmc", name)
}

// todays are rows of a case that take little time: of every estimator, of nested sampling by one step.
func todays(t *testing.T, c Case) (rows []Row) {
	t.Helper()
	rows = append(must.Have(variational(t.Context(), c, Sized(false)))(t), criterion(c))
	rows = append(rows, must.Have(nested(t.Context(), c, nestedSteps[0], Sized(false)))(t)...)
	for _, f := range families {
		if f.forward == "CMS" && !long {
			continue // takes a second, and more on more cells
		}
		some, err := f.measure(t.Context(), c, f.budgets[0], Sized(false))
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
			if was["model"] != r.Case || was["seed"] != float64(r.Seed) || was["estimator"] != r.Estimator ||
				was["budget"] != float64(r.Budget) {
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

func TestCommittedTable1IsUpToDate(t *testing.T) {
	for i, was := range committed(t, "table1.json") {
		if i > 1 && !long {
			continue
		}
		logP := must.Have(integrated(t.Context(), fullCases()[i/3], i%3))(t)
		reporttest.Today(t, "log p(y)", logP, was["log_p_y"])
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
		if f.exactTo < 0 {
			continue
		} else if f.exactTo > 0 {
			budget = min(budget, f.exactTo)
		}
		rows := must.Have(f.measure(t.Context(), c, budget, Sized(true)))(t)
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
	size := Sized(true)
	size.Groups = 1000
	f := families[1]
	runs := must.Have(f.measure(t.Context(), c, 1, size))(t)[0].Combined
	_, p := f.aim(c, 1)
	first, last := p.Ends()
	prior := chains.Normalized(first)
	posterior := chains.Normalized(last)
	cells := distuv.NewCategorical(posterior, rand.NewPCG(1, 2))
	errors := make([]float64, 100_000*Trials)
	for i := range errors {
		x := int(cells.Rand())
		errors[i] = math.Log(posterior[x] / prior[x]) // the likelihood over p(y)
	}
	want := sampledScore(combined(errors, Harmonic))
	// five standard errors, at fixed seeds
	if math.Abs(runs.Bias-want.Bias) > 5*runs.BiasErr || math.Abs(runs.RMSE-want.RMSE) > 5*runs.RMSEErr {
		t.Errorf("runs: %+v, by their law %+v", runs, want)
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
		must.Near(t, how.of(logs), want, 1e-15, "%s", how)
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
	must.Near(t, got.RMSE, math.Sqrt(square), 1e-12, "RMSE")
}

// The jackknife of a mean is its usual standard error.
func TestJackknife(t *testing.T) {
	sorted := []float64{1, 2, 4, 9}
	must.Near(t, largestScore(sorted, 1, 0).BiasErr, sampledScore(sorted).BiasErr, 1e-14, "it")
}
