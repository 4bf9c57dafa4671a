package implicit

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

const ulp = 0x1p-52

// A Chain is a Markov chain known by what one step makes of a function. An analysis takes
// up to 60 vectors with a number for each cell, and some hundred steps: minutes for a
// million cells. A cell whose mass is below the smallest float counts as one without mass.
type Chain struct {
	op, reversal chains.Operator // reversal is nil if the chain is reversible
	pull         puller
	pi           []float64
	total        float64 // the sum of pi, 1 to round-off
	cells        int     // with mass
	rarest       float64 // the least mass
	mode         int
	others       float64 // the mass of all cells except the mode
	maxSteps     int     // in the search of one end of the spectrum
	pieces       []float64

	// What the moves say, if there are few enough to go through one by one.
	leave     []float64 // the probability of leaving each cell; nil if not known
	classes   int       // how many the cells with mass fall into; 0 if not known
	periodTwo bool      // the chain takes turns between two sides
}

// New returns the chain of an operator that is aimed at the distribution pi, leaves it
// invariant and has rows that sum to 1. It goes through the rows once if they have at most
// MaxMoves moves. An operator that is its own reversal is believed to be reversible. pi is
// kept.
func New(op chains.Operator, pi []float64) (*Chain, error) { return newChain(op, pi, pullOne) }

// At aims an operator at a level and returns its chain and the level's distribution. Such
// a chain steps faster than one from New, because the level carries the masses that the
// fast path of an operator starts from, unless floats do not hold them.
func At(op chains.Operator, l *chains.Level) (*Chain, []float64, error) {
	pi, least := chains.Normalize(make([]float64, len(l.LogF())), l.LogF()), 1.0
	floats.Scale(1/floats.Sum(pi), pi)
	for _, v := range pi {
		if v > 0 {
			least = min(least, v)
		}
	}
	pull := pullOne
	if least > 1e-280 {
		l.P, pull = pi, pullPair
	}
	op.Aim(l)
	c, err := newChain(op, pi, pull)
	return c, pi, err
}

func newChain(op chains.Operator, pi []float64, pull func(chains.Operator, int) puller) (*Chain, error) {
	if err := spectra.CheckDistribution(pi); err != nil {
		return nil, err
	}
	c := &Chain{op: op, pull: pull(op, len(pi)), pi: pi, rarest: 1, mode: floats.MaxIdx(pi), maxSteps: maxSteps}
	c.pieces = make([]float64, len(pi)/chains.PieceSize+1)
	if back := op.Reversal(); back != op {
		c.reversal = back
		c.pull = c.additive(c.pull, pull(back, len(pi)))
	}
	for x, v := range pi {
		if v > 0 {
			c.cells++
			c.rarest = min(c.rarest, v)
		}
		if x != c.mode {
			c.others += v
		}
	}
	c.total = c.sum(func(from, to int) float64 { return floats.Sum(pi[from:to]) })
	c.goThroughMoves()
	return c, nil
}

// reversible reports whether the operator is its own reversal.
func (c *Chain) reversible() bool { return c.reversal == nil }

// additive returns the puller of half of one step and half of another.
func (c *Chain) additive(there, back puller) puller {
	other := [2][]float64{make([]float64, len(c.pi)), make([]float64, len(c.pi))}
	return func(dst, f *[2][]float64) {
		there(dst, f)
		back(&other, f)
		for k := range dst {
			if f[k] != nil {
				c.each(dst[k], func(x int) float64 { return (dst[k][x] + other[k][x]) / 2 })
			}
		}
	}
}

// squared returns the chain P*P, a step and then a step of the reversal P*. Its
// eigenvalues are the squares of the singular values of P. Its moves are not gone through.
func (c *Chain) squared() *Chain {
	s := *c
	s.leave, s.classes, s.periodTwo, s.reversal = nil, 0, false, nil
	between := make([]float64, len(c.pi))
	s.pull = func(dst, f *[2][]float64) {
		for k := range dst {
			if f[k] != nil {
				c.op.Pull(between, f[k])
				c.reversal.Pull(dst[k], between)
			}
		}
	}
	return &s
}

// apply sets dst to (I - P) f, or with plus to (I + P) f, for both functions or for the
// first alone if the second is nil. In cells without mass it sets 0.
func (c *Chain) apply(dst, f *[2][]float64, plus bool) {
	c.pull(dst, f)
	sign := -1.0
	if plus {
		sign = 1
	}
	for k := range f {
		if f[k] != nil {
			c.each(dst[k], func(x int) float64 { return f[k][x] + sign*dst[k][x] })
		}
	}
}

// A puller sets dst to the expectations of two functions after one step, or of the first
// alone if the second is nil.
type puller func(dst, f *[2][]float64)

// pullOne pulls functions one by one.
func pullOne(op chains.Operator, _ int) puller {
	return func(dst, f *[2][]float64) {
		for k := range dst {
			if f[k] != nil {
				op.Pull(dst[k], f[k])
			}
		}
	}
}

// pullPair pulls both functions at once if the operator can. A single function it pulls
// twice: that is still faster than pulling it alone.
func pullPair(op chains.Operator, n int) puller {
	pairs, ok := op.(chains.PairPuller)
	if !ok {
		return pullOne(op, n)
	}
	idle := make([]float64, n)
	return func(dst, f *[2][]float64) {
		if f[1] == nil {
			twice := &chains.Pair{f[0], f[0]}
			pairs.PullPair(&chains.Pair{dst[0], idle}, twice, twice, 1)
			return
		}
		pairs.PullPair(dst, f, f, 1)
	}
}
