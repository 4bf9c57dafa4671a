package bdmc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
)

// measure makes the rows of a family at one budget: one for each direction that is studied. A row has the scores of
// one run, and of 25: forward runs by their arithmetic mean, and reverse runs, which start at exact samples of their
// own, by their harmonic mean. One run has an exact score if there is an account that takes less than a second. Means
// of 25 have exact scores too (package accounts), but these take seconds to minutes a row.
func (f family) measure(ctx context.Context, c Case, budget int, size Size) (rows []Row, err error) {
	e, p := f.aim(c, budget)
	known := f.exactTo == 0 || budget <= f.exactTo
	var a accounts.Account
	if known {
		if a, err = accounts.Of(ctx, e, p); err != nil {
			return nil, err
		}
	}
	for _, way := range []struct {
		estimator string
		by        Combination
		bias      float64
		rmse      func() float64
	}{{f.forward, Arithmetic, -a.Paths.Forward, a.RMSEFwd}, {f.reverse, Harmonic, a.Paths.Reverse, a.RMSERev}} {
		if way.estimator == "" {
			continue
		}
		errors, err := errorsOf(ctx, c, e, p, way.by == Harmonic, size.Groups)
		if err != nil {
			return nil, err
		}
		r := Row{Case: c.Name, Seed: c.Seed, Estimator: way.estimator, Knob: f.knob, Budget: budget, Cost: e.Cost(),
			Combine: way.by, Single: Score{How: a.How, Bias: way.bias, RMSE: way.rmse()},
			Combined: sampledScore(combined(errors, way.by))}
		if !known {
			r.Single = sampledScore(errors)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

const runSeed = 1

// errorsOf returns the errors of runs of a program in one direction, 25 a group. Runs of one particle on a path share
// its densities, so more of them are made. Annealing is SMC with one particle.
func errorsOf(ctx context.Context, c Case, e programs.Estimator, p programs.Problem, reverse bool, groups int) (
	errors []float64, err error) {
	runs, rise := Trials*groups, 0.0
	var path programs.Path
	switch e := e.(type) {
	case programs.AIS:
		path, rise = programs.SMC{Problem: e.Problem, P: 1, Share: math.Inf(1)}.Path()
	case programs.SMC:
		path, rise = e.Path()
	}
	if path != nil {
		errors = along(path, targetOf(p), reverse, runs*sideBySide, c.Runs)
		err = context.Cause(ctx)
	} else {
		one := programs.Estimator(forwardOnly{e})
		if reverse {
			one = backward{e.(programs.Program), targetOf(p)}
		}
		var r sample.Runs
		r, err = sample.RunProgram(ctx, one, p, sample.Options{Chains: runs, Seed: c.Runs, Workers: 1})
		errors = r.Forward.LogW
	}
	floats.AddConst(rise-c.LogP, errors)
	return errors, err
}

func targetOf(p programs.Problem) []float64 {
	_, last := p.Ends()
	return chains.Normalized(last)
}

// along makes runs of one particle on a path, which share the densities of a step, and returns their log weights. In
// reverse every run begins at an exact sample of its own: a draw from the target.
func along(path programs.Path, target []float64, reverse bool, runs int, seed uint64) (logw []float64) {
	ends := make([]int, runs)
	dice := make([]chains.Dice, runs)
	for i := range runs {
		dice[i] = sample.Seeded(seed, uint64(i))
		if reverse {
			ends[i] = dice[i].Pick(target)
		}
	}
	if reverse {
		_, logw = programs.Back(path, ends, dice)
	} else {
		_, logw = programs.Along(path, dice)
	}
	return logw
}

// sideBySide: runs that share densities are at least so many times as fast as others.
const sideBySide = 5

// forwardOnly hides the reverse of a program, so that no runs are spent on it.
type forwardOnly struct{ programs.Estimator }

// A backward program is an estimator by the reverse runs of another, each from an exact sample.
type backward struct {
	programs.Program
	target []float64
}

// Forward draws a cell and runs back from it.
func (b backward) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick(b.target)
	return x, b.Reverse(x, d)
}

// Trials is the number of runs that are combined, as in the paper.
const Trials = 25

// A Row is an estimator at one budget, on one case.
type Row struct {
	Case      string      `column:"model"`
	Seed      int         `column:"seed"`
	Estimator string      `column:"estimator"`
	Knob      string      `column:"knob"` // what the budget counts, as in "level"
	Budget    int         `column:"budget"`
	Cost      float64     `column:"cost"` // log densities that one run computes, in the mean
	Single    Score       `column:""`     // of one run
	Combined  Score       `column:"_25"`  // of 25 runs
	Combine   Combination `column:"combine"`
}

// Bias and RMSE are those of one run.
func (r Row) Bias() float64 { return r.Single.Bias }
func (r Row) RMSE() float64 { return r.Single.RMSE }

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

// Sampled is the How of a score that runs estimate.
const Sampled accounts.How = "sampled"

// A Score says how near an estimator comes to log p(y).
type Score struct {
	How     accounts.How `column:"how*"`              // exactly, as an account, or by runs
	Bias    float64      `column:"bias*"`             // the expectation of the estimator, less log p(y)
	RMSE    float64      `column:"rmse*"`             // the root of its mean squared error
	BiasErr float64      `column:"bias*_stderr,some"` // standard errors; 0 if the score is exact
	RMSEErr float64      `column:"rmse*_stderr,some"`
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
