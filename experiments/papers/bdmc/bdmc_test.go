package bdmc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments/papers"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/toys"
)

// long reports whether tests make all rows of all data sets again.
var long = os.Getenv("BREADBOARD_LONG") != ""

const committed = "../../../reports/bdmc"

// committedCases returns the cases of the committed rows, which take a while to make.
var committedCases = sync.OnceValue(func() []Case { return Cases(Sized(false), papers.Options{}) })

// TestCommittedRows holds the committed rows to those that are made today: all of them in the long form, and else those
// of the first data set that take little time.
func TestCommittedRows(t *testing.T) {
	name := func(r Measurement) string { return fmt.Sprintf("%s %d, %s %d", r.Model, r.Seed, r.Estimator, r.Budget) }
	was := map[string]Measurement{}
	for _, r := range reporttest.Committed[Measurement](t, committed, "rows") {
		was[name(r)] = r
	}
	size := Sized(false)
	var rows []Measurement
	for i, c := range committedCases() {
		switch {
		case long:
			rows = append(rows, must.Have(measure(t.Context(), c, size))(t)...)
		case i == 0:
			rows = append(criterion(c), must.Have(variational(t.Context(), c, size))(t)...)
			rows = append(rows, must.Have(nested(t.Context(), c, size))(t)...)
			for _, f := range estimatorPairs {
				rows = append(rows, must.Have(f.measure(t.Context(), c, f.budgets[0], size))(t)...)
			}
		}
	}
	if long && len(rows) != len(was) {
		t.Errorf("%d rows are made, committed are %d", len(rows), len(was))
	}
	for _, r := range rows {
		before := was[name(r)]
		for what, numbers := range map[string][2]float64{
			"log p(y)": {r.LogP, before.LogP}, "cost": {r.Cost, before.Cost},
			"bias": {r.Single.Bias, before.Single.Bias}, "its error": {r.Single.Err, before.Single.Err},
			"RMSE": {r.Single.RMSE, before.Single.RMSE}, "bias of 25": {r.Combined.Bias, before.Combined.Bias},
			"RMSE of 25": {r.Combined.RMSE, before.Combined.RMSE}} {
			must.Near(t, numbers[0], numbers[1], 1e-8*max(1, math.Abs(numbers[1])), "%s: %s", name(r), what)
		}
	}
}

func TestCommittedTable1(t *testing.T) {
	was := reporttest.Committed[Fit](t, committed, "table1")
	for i, c := range committedCases() {
		if i > 0 && !long {
			break
		}
		for k, fit := range table1(c) {
			before := was[i*len(Models)+k]
			must.Near(t, fit.LogP, before.LogP, 1e-8*math.Abs(before.LogP), "%s under %s", fit.From, before.Model)
		}
	}
}

// tiny returns a case of four cells, on which every path of the dice can be walked.
func tiny() Case {
	return newCase("clustering", toys.Clustering{N: 2, K: 2, D: 1, Centres: 2, Noise: 0.5}.Model(), 3, runSeed)
}

// TestMeasure: rows are in the order of the legend and of budgets, each with how its score is computed and its cost.
func TestMeasure(t *testing.T) {
	got := ""
	for _, r := range must.Have(measure(t.Context(), tiny(), Size{Groups: 1, Nested: 25, Starts: 2}))(t) {
		if head := fmt.Sprintf("\n%s by %ss:", r.Estimator, r.Knob); !strings.Contains(got, head) {
			got += head
		}
		got += fmt.Sprintf(" %d %s %.4g,", r.Budget, r.How, r.Cost)
	}
	const want = `
HME by states: 1 exact 1, 16 sampled 46, 64 sampled 190,
rev AIS by levels: 3 exact 6, 10 exact 27, 30 exact 87, 100 exact 297, 300 exact 897,
SHME by steps: 1 exact 8, 10 exact 44,
SMC by steps: 1 exact 8, 10 exact 44,
NS by steps: 1 sampled 30.71, 16 sampled 461.4,
AIS by levels: 3 exact 6, 10 exact 27, 30 exact 87, 100 exact 297, 300 exact 897,
VB+sym by restarts: 1 of starts 41, 10 of starts 410, 100 of starts 4100,
CMS by states: 1 sampled 5, 16 sampled 65,
VB by restarts: 1 of starts 41, 10 of starts 410, 100 of starts 4100,
LW by proposals: 1 exact 1, 10 sampled 10, 100 sampled 100, 1000 sampled 1000, 10000 sampled 1e+04,
BIC by fits: 1 exact 4,`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// forwardOnly hides the reverse of a program, so that only the paths of a forward run are walked.
type forwardOnly struct{ programs.Estimator }

// A backward program is an estimator by the reverse runs of another, each from an exact sample.
type backward struct {
	programs.Program
	target []float64
}

func (b backward) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick(b.target)
	return x, b.Reverse(x, d)
}

// TestRowsAreEnumerated: exact rows have the numbers of enumeration, forward those of the program's own runs, and in
// reverse those of its runs from an exact sample.
func TestRowsAreEnumerated(t *testing.T) {
	c := tiny()
	for _, f := range estimatorPairs {
		budget := 2
		if f.exactTo < 0 {
			continue
		} else if f.exactTo > 0 {
			budget = min(budget, f.exactTo)
		}
		rows := must.Have(f.measure(t.Context(), c, budget, Sized(true)))(t)
		e := f.program(c, budget)
		for _, r := range rows {
			of := forwardOnly{e}
			if r.Estimator == f.reverse {
				of = forwardOnly{backward{e.(programs.Program), chains.Normalized(c.Target.LogF)}}
			}
			want, err := accounts.Of(t.Context(), of, c.problem(), nil)
			if err != nil || want.How != accounts.Enumerated {
				t.Fatalf("%s: %s, %v", r.Estimator, want.How, err)
			}
			// eleven digits, as the accounts themselves promise
			must.Near(t, r.Single.Bias, -want.Paths.Forward, 1e-11, "%s: bias", r.Estimator)
			must.Near(t, r.Single.RMSE, want.RMSEFwd(), 1e-11, "%s: RMSE", r.Estimator)
			if r.How != Exact {
				t.Errorf("%s is %s", r.Estimator, r.How)
			}
		}
	}
}

// TestSampledRows: the estimators that are sampled have the mean of their accounts, where these are enumerated, and no
// other bias than their standard error allows.
func TestSampledRows(t *testing.T) {
	c := tiny()
	size := Sized(true)
	size.Groups = 40
	for _, f := range estimatorPairs {
		if f.exactTo == 0 {
			continue
		}
		r := must.Have(f.measure(t.Context(), c, 2, size))(t)[0]
		e := f.program(c, 2)
		of := forwardOnly{e}
		if r.Estimator == f.reverse {
			of = forwardOnly{backward{e.(programs.Program), chains.Normalized(c.Target.LogF)}}
		}
		want := must.Have(accounts.Of(t.Context(), of, c.problem(), nil))(t)
		// five standard errors, at a fixed seed
		if !(math.Abs(r.Single.Bias+want.Paths.Forward) <= 5*r.Single.Err) || r.How != Sampled {
			t.Errorf("%s: %s bias %v ± %v, want %v", r.Estimator, r.How, r.Single.Bias, r.Single.Err,
				-want.Paths.Forward)
		}
	}
}

// TestCombinedRows: 25 harmonic means of exact samples are as their distribution has them, every cell's likelihood with
// its multiplicity.
func TestCombinedRows(t *testing.T) {
	c := tiny()
	size := Sized(true)
	size.Groups = 1000
	runs := must.Have(estimatorPairs[1].measure(t.Context(), c, 1, size))(t)[0].Combined
	first, last := c.problem().Ends()
	prior := chains.Normalized(first)
	posterior := chains.Normalized(last)
	cells := distuv.NewCategorical(posterior, rand.NewPCG(1, 2))
	errors := make([]float64, 40_000*CombinedRuns)
	for i := range errors {
		x := int(cells.Rand())
		errors[i] = math.Log(posterior[x] / prior[x]) // the likelihood over p(y)
	}
	want := sampledScore(combined(errors, harmonic))
	// five standard errors, at fixed seeds; that of a root mean square is about as large
	if !(math.Abs(runs.Bias-want.Bias) <= 5*runs.Err) || !(math.Abs(runs.RMSE-want.RMSE) <= 5*runs.Err) {
		t.Errorf("runs: %+v, by their distribution %+v", runs, want)
	}
}

// TestRunsAlongAPath: runs side by side have the distribution of the program in both directions, as their means tell.
func TestRunsAlongAPath(t *testing.T) {
	c := newCase("binary", toys.Attributes{N: 3, K: 2, D: 1, Share: 0.3, Features: 2, Noise: 0.5}.Model(), 3, runSeed)
	for _, f := range estimatorPairs[2:4] {
		e := f.program(c, 5)
		a := must.Have(accounts.Of(t.Context(), e, c.problem(), nil))(t)
		for reverse, want := range map[bool]float64{false: -a.Paths.Forward, true: a.Paths.Reverse} {
			errors := must.Have(errorsOf(t.Context(), c, e, reverse, 1000))(t)
			// five standard errors, at a fixed seed
			if s := sampledScore(errors); !(math.Abs(s.Bias-want) <= 5*s.Err) {
				t.Errorf("%T, reverse %v: mean %v ± %v, want %v", e, reverse, s.Bias, s.Err, want)
			}
		}
	}
}

// TestCostOfNestedSampling: one count for all numbers of steps agrees with the count of each program.
func TestCostOfNestedSampling(t *testing.T) {
	c := tiny()
	for _, r := range must.Have(nested(t.Context(), c, Sized(true)))(t) {
		e := programs.NewNS(c.problem(), particles, r.Budget)
		e.Labels = labels
		must.Near(t, r.Cost, e.Cost(), 1e-9, "%d steps", r.Budget)
	}
}

func TestCombinations(t *testing.T) {
	logs := []float64{math.Log(1), math.Log(2), math.Log(6)}
	must.Near(t, arithmetic(logs), math.Log(3), 1e-15, "arithmetic mean")
	must.Near(t, harmonic(logs), math.Log(1.8), 1e-15, "harmonic mean")
	if n := len(combined(make([]float64, 2*CombinedRuns+1), arithmetic)); n != 2 {
		t.Errorf("%d groups of %d in one more than two of them", n, CombinedRuns)
	}
}

// TestMeanOfLogs: the mean of 25 logs on a distribution of two values, over all its outcomes: k of 25 are the second.
func TestMeanOfLogs(t *testing.T) {
	const a, b, chance = -2.0, 0.5, 0.3
	one := Score{Bias: a + chance*(b-a), RMSE: math.Sqrt((1-chance)*a*a + chance*b*b)}
	square, ways := 0.0, 1.0
	for k := range CombinedRuns + 1 {
		mean := a + (b-a)*float64(k)/CombinedRuns
		square += ways * math.Pow(chance, float64(k)) * math.Pow(1-chance, float64(CombinedRuns-k)) * mean * mean
		ways *= float64(CombinedRuns-k) / float64(k+1)
	}
	got := one.meanOfLogs()
	must.Near(t, got.Bias, one.Bias, 0, "bias")
	must.Near(t, got.RMSE, math.Sqrt(square), 1e-12, "RMSE")
}

// TestLargest: the largest of two of three values, over all nine draws.
func TestLargest(t *testing.T) {
	values := []float64{-3, -1, 2}
	var want Score
	for _, a := range values {
		for _, b := range values {
			most := max(a, b) + 0.5
			want.Bias += most / 9
			want.RMSE += most * most / 9
		}
	}
	got := largestScore(values, 2, 0.5)
	must.Near(t, got.Bias, want.Bias, 1e-15, "bias")
	must.Near(t, got.RMSE, math.Sqrt(want.RMSE), 1e-15, "RMSE")
}

func TestQuartiles(t *testing.T) {
	q1, median, q3 := Quartiles([]float64{4, 0, 2, 3, 1.5})
	if !slices.Equal([]float64{q1, median, q3}, []float64{1.5, 2, 3}) {
		t.Errorf("%v, %v, %v", q1, median, q3)
	}
	if _, median, _ := Quartiles(nil); !math.IsNaN(median) {
		t.Errorf("the median of nothing is %v", median)
	}
}
