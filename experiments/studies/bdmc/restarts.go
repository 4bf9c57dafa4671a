package bdmc

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// restartBudgets are numbers of random restarts of variational Bayes.
var restartBudgets = []int{1, 3, 10, 30, 100}

// variational makes the rows of variational Bayes, plain and with the symmetry correction, which
// multiplies the bound by the number of relabelings (Section 6). A restart gives a bound, and the
// largest of r bounds is the estimate of r restarts. The bounds come from as many starts as size
// says. r restarts are r of these, drawn with replacement.
func variational(ctx context.Context, c Case, size Size) ([]Row, error) {
	p := c.problem(2)
	bounds, cost := make([]float64, size.Starts), 0.0
	for i := range bounds {
		e := programs.NewVB(p, 1, uint64(i+1))
		a, err := accounts.Of(ctx, e, p)
		if err != nil {
			return nil, err
		}
		bounds[i] = -a.Paths.Forward
		cost += e.Cost() / float64(size.Starts)
	}
	slices.Sort(bounds)
	var rows []Row
	for _, v := range []struct {
		name  string
		extra float64
	}{{"VB", 0}, {"VB+sym", c.Target.Model.LogRelabelings}} {
		for _, restarts := range restartBudgets {
			rows = append(rows, Row{Case: c.Name, Estimator: v.name, Knob: "restart", Budget: restarts,
				Cost: cost * float64(restarts), Combine: Largest,
				Single:   largestScore(bounds, restarts, v.extra),
				Combined: largestScore(bounds, Trials*restarts, v.extra)})
		}
	}
	return rows, nil
}

// largestScore is the score of the largest of r values. more is added to the errors of all
// values, which are sorted. The standard errors are jackknifed.
func largestScore(sorted []float64, r int, more float64) Score {
	bias, square := largestOf(sorted, r, more)
	s := Score{How: Sampled, Bias: bias, RMSE: math.Sqrt(square)}
	n := float64(len(sorted))
	var biases, roots []float64
	for i := range sorted {
		b, sq := largestOf(slices.Delete(slices.Clone(sorted), i, i+1), r, more)
		biases, roots = append(biases, b), append(roots, math.Sqrt(sq))
	}
	s.BiasErr, s.RMSEErr = jackknife(biases, n), jackknife(roots, n)
	return s
}

// largestOf is the mean and the mean square of the largest of r values, plus more. The values are
// drawn with replacement from n sorted ones: the largest is the i-th with probability
// (i/n)^r - ((i-1)/n)^r.
func largestOf(sorted []float64, r int, more float64) (mean, square float64) {
	n, below := float64(len(sorted)), 0.0
	for i, v := range sorted {
		upTo := math.Pow(float64(i+1)/n, float64(r))
		mean += (upTo - below) * (v + more)
		square += (upTo - below) * (v + more) * (v + more)
		below = upTo
	}
	return mean, square
}

// jackknife is the standard error of a statistic of n values. without[i] is the statistic of all
// values except the i-th.
func jackknife(without []float64, n float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range without {
		sum += v
	}
	for _, v := range without {
		squares += (v - sum/n) * (v - sum/n)
	}
	return math.Sqrt((n - 1) / n * squares)
}
