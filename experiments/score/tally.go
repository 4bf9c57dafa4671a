package score

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/exact/timeaverage"
)

// A Tally sums up one chain for one function.
type Tally struct {
	of     Function
	mean   float64
	n      int
	sum    float64 // of the deviations from the mean
	counts []int   // of a KS distance: of the coordinates
}

// NewTally has no cells yet. The mean is that of Truth.
func NewTally(f Function, mean float64) Tally {
	t := Tally{of: f, mean: mean}
	if f.Distance() {
		t.counts = make([]int, len(f.law.p))
	}
	return t
}

// Add counts the cell of a step.
func (t *Tally) Add(x int32) {
	t.n++
	if t.counts != nil {
		t.counts[t.of.law.coordinate(x)]++
	} else {
		t.sum += t.of.Of[x] - t.mean
	}
}

// Error is how far the estimate from these cells is off: the average from the mean, or the law of the
// coordinate from the exact one.
func (t *Tally) Error() float64 {
	if t.counts != nil {
		return t.of.law.distance(t.counts, t.n)
	}
	return t.sum / float64(t.n)
}

// Reset forgets all cells.
func (t *Tally) Reset() {
	t.n, t.sum = 0, 0
	clear(t.counts)
}

// Real is the real ESS of K chains by Eq. (4): their number times Var_p[h], or R, over the sum of their
// squared errors.
func Real(spread float64, errors []float64) float64 {
	return spread * float64(len(errors)) / floats.Dot(errors, errors)
}

// sampledRow is the row of a function by the errors of some chains after n steps.
func sampledRow(f Function, spread float64, start string, n int, errors []float64) Row {
	squares := make([]float64, len(errors))
	floats.MulTo(squares, errors, errors)
	mse, bias := stat.Mean(squares, nil), stat.Mean(errors, nil)
	if f.Distance() {
		bias = 0
	}
	r := Row{Function: f.Name, Start: start, Budget: n, Limit: math.NaN(), Chains: len(errors),
		Accuracy: timeaverage.Accuracy{N: n, Spread: spread, Bias: bias, Variance: mse - bias*bias}}
	off := stat.StdDev(squares, nil) / math.Sqrt(float64(len(errors)))
	r.StdErr = r.RESS() * off / mse // of a quotient, to first order
	return r
}
