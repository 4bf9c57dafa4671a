package programs

import (
	"math"
	"slices"

	"breadboard/chains"
)

// A Direct is a program that draws its cell at once, from a known distribution q. Its log weight is a function of the
// cell, the target's log density less log q, so that nothing is left to draw in reverse.
type Direct struct {
	q, logq []float64
	logw    []float64 // by cell; +Inf in cells that no forward run returns
	cost    float64
	draw    func(d chains.Dice) int
}

// Cost returns the mean number of log densities.
func (p Direct) Cost() float64 { return p.cost }

// Distribution returns q and its logarithm. The caller must not change them.
func (p Direct) Distribution() (q, logq []float64) { return p.q, p.logq }

// Forward draws x and weighs it.
func (p Direct) Forward(d chains.Dice) (x int, logw float64) {
	x = p.draw(d)
	return x, p.logw[x]
}

// Reverse returns the weight of x.
func (p Direct) Reverse(x int, _ chains.Dice) float64 { return p.logw[x] }

// NewImportance returns simple importance sampling from p_1 to p_T, which weighs x by f_T/f_1. If p_1 is the prior of
// a model it is likelihood weighting forward (BDMC, Section 3.1), and the harmonic mean estimator in reverse
// (Section 3.2). A run computes one density, for its weight.
func NewImportance(p Problem) Direct {
	e := newEnds(p)
	logw := slices.Clone(e.logw)
	for x := range logw {
		logw[x] += e.offset
	}
	return Direct{e.first, e.logFirst, logw, 1, e.prior.Draw}
}

// NewPosterior returns exact draws from the target, at no cost. AIDE measures other programs against them as the
// gold standard. The weight of every run is R, so J = B = 0.
func NewPosterior(p Problem) Direct {
	low, offset := p.WithoutConstants()
	first, last := low.Ends()
	q, logq := normalized(last)
	logR := chains.LogSum(last) - chains.LogSum(first) + offset
	return Direct{q, logq, slices.Repeat([]float64{logR}, len(q)), 0, chains.NewDistribution(q).Draw}
}

// NewRejection returns rejection sampling. It draws cells from p_1 until it accepts one. It accepts x with probability
// w(x)/M, where w is f_T/f_1, and M is the largest w of a cell with mass under p_1. It returns an exact draw from the
// target, restricted to the cells with mass under p_1. A trial is accepted with probability A = E_{p_1}[w]/M. The
// weight of a run is the target's density over the density of the draw. It is AM for every run, and AM is R if p_1 has
// mass wherever the target has. A cell that is never proposed has the weight +Inf.
//
// The number of trials and the accepted cell are independent. So Forward draws only the cell,
// and Cost counts the trials, 1/A, of one density each: with M = 20 R there are 20 on average. A loop over trials would
// return a cell with the same distribution, but under enumerating dice it would never end.
func NewRejection(p Problem) Direct {
	low, offset := p.WithoutConstants()
	first, last := low.Ends()
	logM := math.Inf(-1)
	accepted := slices.Repeat([]float64{math.Inf(-1)}, len(last))
	for x, logf := range first {
		if !math.IsInf(logf, -1) {
			accepted[x] = last[x]
			logM = max(logM, last[x]-logf)
		}
	}
	logAM := chains.LogSum(accepted) - chains.LogSum(first)
	q, logq := normalized(accepted)
	logw := slices.Repeat([]float64{logAM + offset}, len(q))
	for x, v := range logq {
		if math.IsInf(v, -1) {
			logw[x] = math.Inf(1)
		}
	}
	return Direct{q, logq, logw, math.Exp(logM - logAM), chains.NewDistribution(q).Draw}
}

// SIR is sampling importance resampling. It draws P cells from p_1 and returns one of them, with
// a probability in proportion to its weight. The weight of the run is the mean of the P weights.
type SIR struct {
	Problem
	P    int // the number of draws, at least 1
	ends ends
}

// NewSIR returns the program with this many draws.
func NewSIR(p Problem, draws int) SIR { return SIR{p, draws, newEnds(p)} }

// Cost counts one density a draw.
func (p SIR) Cost() float64 { return float64(p.P) }

// Forward draws P cells from p_1 and picks one of them by weight. If no draw has mass under the target it returns the
// first.
func (p SIR) Forward(d chains.Dice) (x int, logw float64) {
	drawn := make([]int, p.P)
	logws := make([]float64, p.P)
	for i := range drawn {
		drawn[i] = p.ends.prior.Draw(d)
		logws[i] = p.ends.logw[drawn[i]]
	}
	return drawn[pickByLog(logws, d)], logMean(logws) + p.ends.offset
}

// Reverse keeps x as one of the P draws and draws the others from p_1. The place of x does not matter: the mean is the
// same.
func (p SIR) Reverse(x int, d chains.Dice) float64 {
	logws := make([]float64, p.P)
	logws[0] = p.ends.logw[x]
	for i := 1; i < p.P; i++ {
		logws[i] = p.ends.logw[p.ends.prior.Draw(d)]
	}
	return logMean(logws) + p.ends.offset
}

// BIC is the Bayesian information criterion (BDMC, Section 6). It estimates log R by
// max log L - k/2 log N, with the likelihood L = f_T/f_1, N observations and k parameters. Of the prior it uses only
// the cells without mass, which it leaves out. It draws nothing and has no reverse.
type BIC struct {
	Problem
	at   int // the cell of the largest likelihood
	logw float64
}

// NewBIC returns the estimator with a parameter for each axis of the grid. It returns an error if the problem has no
// observations.
func NewBIC(p Problem) (BIC, error) {
	if err := lacking("bic", p); err != nil {
		return BIC{}, err
	}
	e := newEnds(p)
	at, logL := 0, math.Inf(-1)
	for x, logp1 := range e.logFirst {
		if !math.IsInf(logp1, -1) && e.logw[x] > logL {
			at = x
			logL = e.logw[x]
		}
	}
	penalty := float64(p.Grid.Axes()) / 2 * math.Log(float64(p.Observed.N()))
	return BIC{p, at, logL - penalty + e.offset}, nil
}

// Cost counts every cell, of which one has the largest likelihood.
func (p BIC) Cost() float64 { return float64(p.Grid.Size()) }

// Forward returns the cell of the largest likelihood, and the criterion.
func (p BIC) Forward(chains.Dice) (x int, logw float64) { return p.at, p.logw }
