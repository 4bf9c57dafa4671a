package programs

import (
	"math"

	"breadboard/chains"
)

// SHME is the sequential harmonic mean estimator (BDMC, Algorithm 3). The paper's algorithm is
// its reverse run. This starts with K exact draws from the posterior and deletes the
// observations one by one, with resampling in proportion to reciprocal weights. w is a product
// of harmonic means. That is SMC from the posterior to the prior, and 1/w is unbiased for 1/R.
// For K = 1 it is NewSMCData with one particle.
//
// The forward run is the conditional run of that SMC. A draw from the prior takes in the
// observations, and its path is kept among K-1 exact draws that go the other way. One of the K
// draws at the posterior's end is returned. For K > 1 this run needs exact draws too, so it is of
// no use as an estimator; it is here because the one law needs it.
//
// The K draws must be independent. With K copies of one exact draw E[1/w] would still be 1/R,
// but no forward run would obey the law.
type SHME struct {
	Problem
	K int // the number of exact draws, at least 1
	Sequence
}

// NewSHME returns the program; the error says what the problem lacks.
func NewSHME(p Problem, draws int, s Sequence) (SHME, error) {
	return SHME{p, draws, s}, lacking("shme", p)
}

// Cost counts the weights and the kernel steps of all draws.
func (p SHME) Cost() float64 { return float64(p.K) * p.cost(p.Problem) }

// Path returns the steps from the posterior to the prior, with constants taken off the log
// densities. With v the weight of a run along the path, log w is rise - log v.
func (p SHME) Path() (path Path, rise float64) {
	a, rise := p.lowered(p.Problem)
	_, last := a.Ends()
	return &reversed{p.path(p.Problem, a), chains.Normalized(last), make([]float64, len(last))}, rise
}

// Forward is the conditional run.
func (p SHME) Forward(d chains.Dice) (x int, logw float64) {
	path, rise := p.Path()
	ahead := path.(*reversed).of
	kept := backAll(path, []int{d.Pick(ahead.Start())}, []chains.Dice{d})[0]
	c := newCrowd(path, p.K, math.Inf(1), kept, d)
	x = c.one(d)
	return x, rise - runAll(path, []*crowd{c}, []chains.Dice{d})[0]
}

// Reverse takes x as one of the K exact draws.
func (p SHME) Reverse(x int, d chains.Dice) float64 {
	path, rise := p.Path()
	c := newCrowd(path, p.K, math.Inf(1), []int{x}, d)
	c.kept = nil
	return rise - runAll(path, []*crowd{c}, []chains.Dice{d})[0]
}

// reversed is a path taken from its end to its start. Step 0 weighs nothing: it takes the
// particles back over the moves of the path's last step. Step 1 weighs them by the reciprocal of
// that step's weights, and takes them back over the moves of the step before, and so on. The
// last step only weighs.
type reversed struct {
	of    Path
	start []float64
	logw  []float64
}

func (r *reversed) Start() []float64 { return r.start }

func (r *reversed) Len() int { return r.of.Len() + 1 }

func (r *reversed) At(j int) (step Step) {
	if j > 0 {
		for x, v := range r.of.At(r.of.Len() - j).LogW {
			r.logw[x] = -v
		}
		step.LogW = r.logw
	}
	if j < r.of.Len() {
		forward := r.of.At(r.of.Len() - j - 1)
		step.Moves, step.Backs = forward.Backs, forward.Moves
	}
	return step
}
