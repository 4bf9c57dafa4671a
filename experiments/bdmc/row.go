package bdmc

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/exact/accounts"
)

// Trials is the number of runs that are combined, as in the paper.
const Trials = 25

// A Row is an estimator at one budget, on one case.
type Row struct {
	Case, Estimator string
	Knob            string // what the budget counts, as in "level"
	Budget          int
	Cost            float64 // log densities that one run computes, in the mean
	Single          Score   // of one run
	Combined        Score   // of 25 runs
	Combine         Combination
}

// A Combination says how several estimates of log p(y) become one (BDMC, footnote 5).
type Combination string

// The combinations. An estimate that is the same in every run needs none.
const (
	Arithmetic Combination = "arithmetic mean" // of estimates of p(y)
	Harmonic   Combination = "harmonic mean"   // of estimates of p(y)
	Largest    Combination = "maximum"
	MeanOfLogs Combination = "mean of logs"
	Same       Combination = "none"
)

// How says how a score was got: exactly, as an account, or by runs.
type How = accounts.How

// Sampled is the How of a score that runs estimate.
const Sampled How = "sampled"

// A Score says how near an estimator comes to log p(y).
type Score struct {
	How     How
	Bias    float64 // the expectation of the estimator, less log p(y)
	RMSE    float64 // the root of its mean squared error
	BiasErr float64 // standard errors; 0 if the score is exact
	RMSEErr float64
}

// sampledScore is the score of an estimator from the errors of its runs: estimate less log p(y).
func sampledScore(errors []float64) Score {
	squares := make([]float64, len(errors))
	for i, v := range errors {
		squares[i] = v * v
	}
	n := float64(len(errors))
	bias, variance := stat.MeanVariance(errors, nil)
	square, spread := stat.MeanVariance(squares, nil)
	rmse := math.Sqrt(square)
	return Score{Sampled, bias, rmse, math.Sqrt(variance / n), math.Sqrt(spread/n) / (2 * rmse)}
}

// meanOfLogs is the score of the mean of 25 estimates: the bias stays, and the variance is a
// 25th.
func (s Score) meanOfLogs() Score {
	variance := max(s.RMSE*s.RMSE-s.Bias*s.Bias, 0)
	s.RMSE = math.Hypot(s.Bias, math.Sqrt(variance/Trials))
	if s.RMSE > 0 { // the share of the bias in it; the error of the variance is a 25th
		s.RMSEErr = s.BiasErr * math.Abs(s.Bias) / s.RMSE
	}
	return s
}

// combined combines the errors of runs, 25 at a time.
func combined(errors []float64, how Combination) []float64 {
	all := make([]float64, 0, len(errors)/Trials)
	for len(errors) >= Trials {
		all = append(all, how.of(errors[:Trials]))
		errors = errors[Trials:]
	}
	return all
}

// of combines estimates, or their errors. Both work, because a constant that is added to all
// estimates is added to their combination.
func (c Combination) of(logs []float64) float64 {
	switch c {
	case Arithmetic:
		return floats.LogSumExp(logs) - math.Log(float64(len(logs)))
	case Harmonic:
		inverse := floats.ScaleTo(make([]float64, len(logs)), -1, logs)
		return -Arithmetic.of(inverse)
	}
	panic("bdmc: no combination of runs by " + string(c))
}
