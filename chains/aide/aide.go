package aide

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
)

// A Program draws an X with a log weight, and can run in reverse from an X. It obeys the law of
// package programs: E_fwd[w φ(x, w)] is proportional to Σ_x f(x) E_rev[φ(x, w) | x]. The programs
// of that package are Programs that return cells.
type Program[X any] interface {
	// Forward returns x and log w.
	Forward(d chains.Dice) (x X, logw float64)
	// Reverse draws the rest of a run that returned x, and returns its log w.
	Reverse(x X, d chains.Dice) (logw float64)
}

// Counts are two numbers of runs: of the gold standard, and of the target program.
type Counts struct{ Gold, Target int }

// A Look is an x that one of the two programs returned, as both programs see it.
type Look struct {
	Own   []float64 // log w of the program that returned x: of that run, then of reverse runs
	Other []float64 // log w of reverse runs of the other program
}

// See returns a forward run of own as both programs see it, by so many runs of each. Nothing runs in
// reverse after a forward run of weight 0, because its x may have no mass under the target.
func See[X any](own, other Program[X], owns, others int, d chains.Dice) Look {
	l := Look{make([]float64, owns), make([]float64, others)}
	var x X
	if x, l.Own[0] = own.Forward(d); l.lost() {
		return l
	}
	for k := 1; k < owns; k++ {
		l.Own[k] = own.Reverse(x, d)
	}
	for k := range l.Other {
		l.Other[k] = other.Reverse(x, d)
	}
	return l
}

// lost reports whether the forward run has weight 0.
func (l Look) lost() bool { return math.IsInf(l.Own[0], -1) }

// Ratio is the log of the mean ξ of the program that returned x, over that of the other program.
// It uses only the first runs of each. It is +Inf if the forward run has weight 0.
func (l Look) Ratio(owns, others int) float64 {
	if l.lost() {
		return math.Inf(1)
	}
	return logMeanInverse(l.Own[:owns]) - logMeanInverse(l.Other[:others])
}

// logMeanInverse is the log of the mean of 1/w.
func logMeanInverse(logw []float64) float64 {
	if len(logw) == 1 {
		return -logw[0]
	}
	less := make([]float64, len(logw))
	for k, v := range logw {
		less[k] = -v
	}
	return floats.LogSumExp(less) - math.Log(float64(len(logw)))
}

// An Estimate has all looks of both programs.
type Estimate struct{ Gold, Target []Look }

// Run is Algorithm 2: n runs of each program, each looked at by m runs of each.
func Run[X any](gold, target Program[X], n, m Counts, d chains.Dice) (e Estimate) {
	for range n.Gold {
		e.Gold = append(e.Gold, See(gold, target, m.Gold, m.Target, d))
	}
	for range n.Target {
		e.Target = append(e.Target, See(target, gold, m.Target, m.Gold, d))
	}
	return e
}

// At returns the estimate from the first m runs of every look, with its standard error. That is NaN
// if a program has been run only once, or if a ratio is infinite. The estimate is +Inf if a forward run
// has weight 0, or if the other program's reverse runs from an x all have weight +Inf.
func (e Estimate) At(m Counts) (value, stderr float64) {
	return summed(ratios(e.Gold, m.Gold, m.Target), ratios(e.Target, m.Target, m.Gold))
}

// Drop returns how far the estimate drops from m to more, which Theorem 1 says is at least 0 in
// expectation, with its standard error. Every look is compared with itself. The drop is NaN if a ratio
// is infinite at both.
func (e Estimate) Drop(m, more Counts) (value, stderr float64) {
	gold, target := ratios(e.Gold, m.Gold, m.Target), ratios(e.Target, m.Target, m.Gold)
	floats.Sub(gold, ratios(e.Gold, more.Gold, more.Target))
	floats.Sub(target, ratios(e.Target, more.Target, more.Gold))
	return summed(gold, target)
}

// Chances bound the probability of looks like these under the law, one of each program. In an own look
// let S be the mean of all m of the program's 1/w, of which V belongs to the forward run. If the program
// obeys its law, and the order of the runs is forgotten, each of them is the forward one with probability
// in proportion to its 1/w. So S/V has mean 1, and so has the product over the looks; by Markov's
// inequality it exceeds c with probability 1/c at most, whatever the law of the weights is.
func (e Estimate) Chances(m Counts) (gold, target float64) {
	return chance(e.Gold, m.Gold), chance(e.Target, m.Target)
}

// chance is 1 over the product, and at most 1.
func chance(looks []Look, owns int) float64 {
	sum := 0.0
	for _, l := range looks {
		if l.lost() {
			return 1 // S/V is 0
		}
		sum += logMeanInverse(l.Own[:owns]) + l.Own[0]
	}
	return math.Min(1, math.Exp(-sum))
}

// ratios are the ratios of looks.
func ratios(looks []Look, owns, others int) []float64 {
	r := make([]float64, len(looks))
	for i, l := range looks {
		r[i] = l.Ratio(owns, others)
	}
	return r
}

// summed is the sum of the two means, with its standard error.
func summed(gold, target []float64) (value, stderr float64) {
	g, vg := stat.MeanVariance(gold, nil)
	t, vt := stat.MeanVariance(target, nil)
	return g + t, math.Sqrt(vg/float64(len(gold)) + vt/float64(len(target)))
}
