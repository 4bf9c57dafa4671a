package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it. It takes
// the log densities of every level, and normalises them by a log Z of its own, so
// that Measure can be checked against it. At each level the operator is aimed once for
// all pushes, and at each step the differences of log f are taken once for all weights.
// On a shallow bridge the operator is aimed at p_t, so that log f is exponentiated once a
// cell and not once a move.
type plain struct {
	a       chains.Annealing
	shallow bool
	mixed   bool // one end of the bridge has mass in a cell where the other has none
	laws    bool // the law of log w is asked for
	level   *chains.Level
	logZ    []float64 // by level; NaN until it is known
	rise    []float64 // log f at the level, less log f at the level before
	scratch []float64
}

// newPlain returns the chains of a.
func newPlain(a chains.Annealing, laws bool) *plain {
	n := a.Grid.Size()
	p := &plain{a: a, shallow: OnePass(a), mixed: !a.SameCells(), laws: laws, level: a.NewLevel(),
		logZ: make([]float64, a.T()+1), rise: make([]float64, n), scratch: make([]float64, n)}
	floats.AddConst(math.NaN(), p.logZ)
	return p
}

// normalize finds log Z of the level.
func (c *plain) normalize() {
	if math.IsNaN(c.logZ[c.level.T]) {
		c.logZ[c.level.T] = chains.LogSum(c.level.LogF())
	}
}

// knowLogZ takes log Z of the level, unless it is known.
func (c *plain) knowLogZ(logZ float64) {
	if math.IsNaN(c.logZ[c.level.T]) {
		c.logZ[c.level.T] = logZ
	}
}

// logZAt returns log Z of level t, and may move there.
func (c *plain) logZAt(t int) float64 {
	if math.IsNaN(c.logZ[t]) {
		c.a.LevelAt(c.level, t)
		c.normalize()
	}
	return c.logZ[t]
}

// density moves to level t and returns p_t.
func (c *plain) density(t int) []float64 {
	c.a.LevelAt(c.level, t)
	c.normalize()
	p := make([]float64, c.a.Grid.Size())
	for x, v := range c.level.LogF() {
		p[x] = math.Exp(v - c.logZ[t])
	}
	return p
}

// aim aims op at the level, whose masses are p.
func (c *plain) aim(op chains.Operator, p []float64) {
	if c.shallow {
		c.level.P = p
	}
	op.Aim(c.level)
}

// A ran is what a chain was found to do. In reverse log f rises by -log w, so all moments are of -log w until the end.
type ran struct {
	final        []float64 // the law of the last state
	mean, size   float64   // E[log w], and the sum of the sizes of its terms
	moments      Moments   // of log w
	steps, parts []float64 // by t, the mean of the weight's step, and its share of the path divergence
	paths        float64   // the path divergence: the sum of its shares
	weighted     float64   // E[ŵ]
	logSquare    float64   // log E[ŵ²], of a forward chain
	pairs        *pairwise // of a forward chain
}

func newRan(T int) ran { return ran{steps: make([]float64, T+1), parts: make([]float64, T+1)} }

// largestSquare is the number from which on E[ŵ²; x] is divided, so that its cells stay in the range of floats.
const largestSquare = 1e100
