package bdmc

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains/evidence"
	"breadboard/experiments"
)

// CombinedRuns is the number of runs that make one combined estimate, as in the paper.
const CombinedRuns = 25

// A Measurement has the scores of an estimator at one budget, on one case.
type Measurement struct {
	Model     string  `column:"model"`
	Seed      int     `column:"seed"`
	LogP      float64 `column:"log_p_y"` // the truth
	Estimator string  `column:"estimator"`
	Knob      string  `column:"knob"` // what the budget counts, as in "level"
	Budget    int     `column:"budget"`
	Cost      float64 `column:"cost"` // log densities that one run computes, in the mean
	How       string  `column:"how"`  // how the score of one run was computed: Exact, Sampled or OfStarts
	Single    Score   `column:""`     // of one run
	Combined  Score   `column:"_25"`  // of 25 runs
}

// Score returns the score of one run, or of 25 combined.
func (r Measurement) Score(runs int) Score {
	if runs == CombinedRuns {
		return r.Combined
	}
	return r.Single
}

// Exact, Sampled and OfStarts say how the score of one run was computed.
const (
	Exact    = "exact"
	Sampled  = "sampled"
	OfStarts = "of starts" // exact, from the bounds of some starts
)

// A Score says how near an estimator comes to log p(y).
type Score struct {
	Bias float64 `column:"bias*"`             // the expectation of the estimate, less log p(y)
	RMSE float64 `column:"rmse*"`             // the root of its mean squared error
	Err  float64 `column:"bias*_stderr,some"` // the standard error of the bias; 0 if it is exact
}

// sampledScore returns the score of an estimator from the errors of its runs: estimate less log p(y).
func sampledScore(errors []float64) Score {
	n := float64(len(errors))
	bias, variance := stat.MeanVariance(errors, nil)
	return Score{bias, floats.Norm(errors, 2) / math.Sqrt(n), math.Sqrt(variance / n)}
}

// A combination returns one estimate of log p(y) from several (footnote 5). It works on errors too, because a constant
// that is added to all estimates is added to their combination.
type combination func(logs []float64) float64

// arithmetic returns the log of the mean of estimates of p(y).
func arithmetic(logs []float64) float64 { return floats.LogSumExp(logs) - math.Log(float64(len(logs))) }

// harmonic returns the log of the harmonic mean of estimates of p(y), whose reciprocals are estimates of 1/p(y).
func harmonic(logs []float64) float64 {
	return -arithmetic(floats.ScaleTo(make([]float64, len(logs)), -1, logs))
}

// combined returns the combined errors of runs, 25 at a time.
func combined(errors []float64, by combination) (all []float64) {
	for len(errors) >= CombinedRuns {
		all = append(all, by(errors[:CombinedRuns]))
		errors = errors[CombinedRuns:]
	}
	return all
}

// meanOfLogs returns the score of the mean of 25 estimates: the bias stays, and the variance is a 25th.
func (s Score) meanOfLogs() Score {
	variance := max(s.RMSE*s.RMSE-s.Bias*s.Bias, 0)
	s.RMSE = math.Hypot(s.Bias, math.Sqrt(variance/CombinedRuns))
	return s
}

// largestScore returns the score of the largest of r values that are drawn with replacement from n sorted ones: it is
// the i-th with probability (i/n)^r - ((i-1)/n)^r. more is added to all values.
func largestScore(sorted []float64, r int, more float64) (s Score) {
	below := 0.0
	square := 0.0
	for i, v := range sorted {
		upTo := math.Pow(float64(i+1)/float64(len(sorted)), float64(r))
		s.Bias += (upTo - below) * (v + more)
		square += (upTo - below) * (v + more) * (v + more)
		below = upTo
	}
	s.RMSE = math.Sqrt(square)
	return s
}

// A Set has the rows of a data set by estimator, in the order of budgets.
type Set map[string][]Measurement

// DataSets returns the data sets of a model, by seed.
func (f Results) DataSets(model string) (all []Set) {
	own := slices.DeleteFunc(slices.Clone(f.Rows), func(r Measurement) bool { return r.Model != model })
	for _, rows := range experiments.GroupBy(own, func(r Measurement) int { return r.Seed }) {
		s := Set{}
		for _, r := range rows {
			s[r.Estimator] = append(s[r.Estimator], r)
		}
		all = append(all, s)
	}
	return all
}

// Quartiles returns the quartiles of some numbers, interpolated; NaN if there are none.
func Quartiles(of []float64) (q1, median, q3 float64) {
	if len(of) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(of))
	return evidence.Quantile(sorted, 0.25), evidence.Quantile(sorted, 0.5), evidence.Quantile(sorted, 0.75)
}
