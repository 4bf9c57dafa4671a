package bdmc

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
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

// todays are rows of a case that take little time: of every estimator but nested sampling.
func todays(t *testing.T, c Case) (rows []Row) {
	t.Helper()
	rows = append(must.Have(variational(t.Context(), c, Sized(false)))(t), criterion(c))
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

func TestCommittedNestingsAreUpToDate(t *testing.T) {
	for i, was := range committed(t, "nested.json")[:len(ways)] {
		if i == 0 || long { // the first takes a tenth of a second, and those with labels several
			_, made, err := ways[i].run(t.Context(), fullCases()[0], Sized(false))
			must.Do(t, err)
			reporttest.Today(t, made[0].Name()+": bias", made[0].Bias, was["bias"])
			reporttest.Today(t, made[0].Name()+": P(above)", made[0].Above1, was["above_1"])
		}
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
	s := Study{Size: Size{Sets: 1}, Cases: []Case{{Name: "a"}}}
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
	for range ways {
		s.Nestings = append(s.Nestings, Nesting{Case: "a", Above1: 0.6, Runs: 1000})
	}
	s.Fits = []Fit{{From: "a", Model: "a"}, {From: "a", Model: "b", Less: 2}}
	return s
}

// Every claim holds of a study that is as the paper says, and fails of one that is the
// opposite.
func TestFindingsCanFail(t *testing.T) {
	for _, f := range Decide(agreeing()) {
		if f.Holds != 1 || f.Of != 1 {
			t.Errorf("%s: holds in %d of %d (%v)", f.Claim, f.Holds, f.Of, f.Median)
		}
	}
	for _, f := range Decide(opposite()) {
		if f.Holds != 0 {
			t.Errorf("%s of the opposite: holds (%v)", f.Claim, f.Median)
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
	s.Nestings[len(ways)-1].Above1 = 0.3
	s.Fits[1].Less = -1
	return s
}

// Of a data set in which all claims hold and one in which none does, a finding counts one, and has both numbers.
func TestFindingsCountDataSets(t *testing.T) {
	s, other := agreeing(), opposite()
	s.Sets, s.Cases = 2, append(s.Cases, Case{Name: "a", Seed: 1})
	for i := range other.Rows {
		other.Rows[i].Seed = 1
	}
	for i := range other.Nestings {
		other.Nestings[i].Seed = 1
	}
	for i := range other.Fits {
		other.Fits[i].Seed = 1
	}
	s.Rows = append(s.Rows, other.Rows...)
	s.Nestings = append(s.Nestings, other.Nestings...)
	s.Fits = append(s.Fits, other.Fits...)
	for _, f := range Decide(s) {
		if f.Holds != 1 || f.Of == 2 && !(f.Q1 <= f.Median && f.Median <= f.Q3 && f.Q1 < f.Q3) {
			t.Errorf("%+v", f)
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

// With exact draws and ties broken the volume shrinks as in a continuous space: with the share 2/3 the mean estimate
// is the integral of L over V^(2/3), with exp(-1/2) that over V^(2 - 2 exp(-1/2)), and with 1/2 it is p(y). Tied, a
// likelihood that has the share h of the volume above it leaves 1 - 2h/3 of it on average.
func TestNestedMeans(t *testing.T) {
	c, size := tiny(), Size{Nested: 1000}
	prior := chains.Normalized(c.Target.Model.Steps[0])
	like := make([]float64, c.Cells())
	order := make([]int, c.Cells())
	for x := range order {
		order[x], like[x] = x, math.Exp(c.Target.LogF[x]-c.Target.Model.Steps[0][x]-c.LogP)
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(like[x], like[y]) })
	for i, power := range []float64{0, 2. / 3, 2 - 2*math.Exp(-0.5), 1} {
		want := 0.0
		volume := 1.0
		left := 1.0
		for k := 0; k < len(order); {
			level, mass := like[order[k]], 0.0
			for ; k < len(order) && math.Abs(like[order[k]]-level) < 1e-12*level; k++ {
				mass += prior[order[k]]
			}
			above := max(volume-mass, 0)
			next := math.Pow(above, power)
			if power == 0 && k < len(order) {
				next = left * (1 - 2*mass/volume/3)
			} else if k == len(order) {
				next = 0
			}
			want += level * (left - next)
			volume = above
			left = next
		}
		estimates, _, err := ways[i].errors(t.Context(), c, size)
		must.Do(t, err)
		for k, v := range estimates {
			estimates[k] = math.Exp(v)
		}
		if s := sampledScore(estimates); math.Abs(s.Bias-want) > 5*s.BiasErr { // at a fixed seed
			t.Errorf("way %d: the mean is %v ± %v, want %v", i, s.Bias, s.BiasErr, want)
		}
	}
}

func TestBeyondChance(t *testing.T) {
	for share, beyond := range map[float64]bool{math.Exp(-1): false, 0.36: false, 0.40: false, 0.45: true} {
		if n := (Nesting{Above1: share, Runs: 1000}); n.Z() > 3 != beyond {
			t.Errorf("a share of %v: z = %v", share, n.Z())
		}
	}
}

// The symmetry correction takes the K! relabelled copies of q to be apart. The mixture of all copies has a bound of
// its own, larger than that of q by KL(q || mixture), which is at most log K!. With less the corrected bound may be
// above log p(y).
func TestCopiesCoincide(t *testing.T) {
	clustering := fullCases()[:Sized(false).Sets] // the first of the three models, alone in having labels
	if !long {
		clustering = clustering[:2]
	}
	for _, c := range clustering {
		e := programs.NewVB(c.problem(2), 10, 1)
		q, logq := e.Law()
		bound, apart := 0.0, 0.0
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			copies := 0.0
			for _, labels := range combin.Permutations(4, 4) {
				at := c.Target.Grid.Coords(x)
				for i := range at {
					at[i] = labels[at[i]]
				}
				copies += q[c.Target.Grid.Index(at...)]
			}
			bound += mass * (c.Target.LogF[x] - logq[x] - c.LogP)
			apart += mass * (logq[x] - math.Log(copies/24))
		}
		t.Logf("seed %d: %+.3f with the correction; %.1f of 24 copies; %+.3f of the mixture",
			c.Seed, bound+math.Log(24),
			math.Exp(apart), bound+apart)
		if bound+apart > 1e-12 || apart > math.Log(24) {
			t.Errorf("seed %d: the mixture has the bound %v", c.Seed, bound+apart)
		}
	}
}
