package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// An Estimator draws a cell and estimates R = Z_T/Z_1. Nested sampling and the BIC have no
// reverse, so they are Estimators and not Programs. Estimators are values that do not change,
// and goroutines may share them.
type Estimator interface {
	// Forward returns a cell and the log of an estimate of R.
	Forward(d chains.Dice) (x int, logw float64)
	// Cost is the mean number of log densities that a forward run computes. A run that ends early,
	// because all weights are 0, costs less.
	Cost() float64
}

// A Program is an Estimator that also runs in reverse. It obeys the law of the package.
type Program interface {
	Estimator
	// Reverse draws the rest of a run that ended in x, a cell with mass under the target,
	// and returns the log weight of that run.
	Reverse(x int, d chains.Dice) (logw float64)
}

// A Direct program draws its cell at once, from a law that it knows. Its log weight is a
// function of the cell: the target's log density less log q.
type Direct interface {
	Program
	// Law returns the law q of the cell and its logarithm. The caller must not change them.
	Law() (q, logq []float64)
}

// A Problem is what a program is aimed at. An importance sampler uses only the initial density
// and the target; SMC uses all levels of the annealing and its kernel.
type Problem struct {
	// Annealing has the initial density and the target as the ends of its bridge. Its grid has
	// all the states that the kernel needs (chains.Annealing.Extended).
	chains.Annealing
	// Observed are the data of a model's posterior, and nil for other targets.
	Observed *chains.Observations
	// Sample is an exact draw from the target, such as the latents that simulated data came
	// from; -1 if there is none.
	Sample int
}

// The ends of a problem: its initial density and its target, as most programs need them.
type ends struct {
	first, last []float64 // p_1 and p_T
	logFirst    []float64 // log p_1, also where p_1 is below any float
	logw        []float64 // log f_T - log f_1, with both lowered; 0 in cells without mass at both ends
	rise        float64   // to be added to every logw: it makes good for the lowering
	law         chains.Law
}

// draw draws a cell from p_1.
func (e ends) draw(d chains.Dice) int { return e.law.Draw(d) }

// newEnds lowers the ends, so that a constant in a log density costs no digits.
func newEnds(p Problem) ends {
	a, rise := p.Lowered()
	from, to := a.Ends()
	first, logFirst := normalized(from)
	e := ends{first: first, logFirst: logFirst, last: chains.Normalized(to), logw: make([]float64, len(from)), rise: rise}
	e.law = chains.NewLaw(e.first)
	for x := range from {
		e.logw[x] = chains.LogRatio(to[x], from[x])
	}
	return e
}

// normalized returns the density, normalised, and its logarithm.
func normalized(logf []float64) (p, logp []float64) {
	p, logp = make([]float64, len(logf)), make([]float64, len(logf))
	chains.NormalizeLog(p, logp, logf)
	return p, logp
}

// logMean is the log of the mean of exp(logw); it does not overflow.
func logMean(logw []float64) float64 { return floats.LogSumExp(logw) - math.Log(float64(len(logw))) }

// pickByLog picks i in proportion to exp(logw[i]); ok is false if all are 0.
func pickByLog(logw []float64, d chains.Dice) (i int, ok bool) {
	if math.IsInf(floats.Max(logw), -1) {
		return 0, false
	}
	return d.Pick(chains.Normalized(logw)), true
}
