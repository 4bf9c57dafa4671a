package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it. It starts
// from the log densities of every level anew, and normalises them by a log Z of its
// own, so that Measure can be held against it. The operator is aimed once a level for
// all that is pushed there, and the differences of log f are taken once a step for all
// that is weighed. If the bridge is shallow the operator is aimed at p_t, so that log f
// is exponentiated once a cell and not once a move.
type plain struct {
	a        chains.Annealing
	checked  bool // the passes check Measure
	end      int  // the last level at which their kernels run
	shallow  bool
	mixed    bool          // one end of the bridge has mass in a cell where the other has none
	from, to *chains.Level // the lower and the upper level of the step
	logZ     []float64     // by level; NaN until it is known
	rise     []float64     // log f_to - log f_from
	scratch  []float64
}

// newPlain returns passes that check Measure, or that find the laws of log w alone. These
// leave out T_T, which comes after the last weight and before the first in reverse.
func newPlain(a chains.Annealing, checked bool) *plain {
	n := a.Grid.Size()
	_, one := shallow(a)
	p := &plain{a: a, checked: checked, end: a.T() - 1, shallow: one, mixed: mixed(a), from: a.NewLevel(),
		to: a.NewLevel(), logZ: make([]float64, a.T()+1), rise: make([]float64, n), scratch: make([]float64, n)}
	if checked {
		p.end = pathEnd(a)
	}
	for t := range p.logZ {
		p.logZ[t] = math.NaN()
	}
	return p
}

// move moves l to level t.
func (c *plain) move(l *chains.Level, t int) {
	if l.T == t {
		return
	}
	c.a.LevelAt(l, t)
	if math.IsNaN(c.logZ[t]) {
		c.logZ[t] = chains.LogSum(l.LogF())
	}
}

// density is p_t.
func (c *plain) density(t int) []float64 {
	c.move(c.to, t)
	p := make([]float64, c.a.Grid.Size())
	for x, v := range c.to.LogF() {
		p[x] = math.Exp(v - c.logZ[t])
	}
	return p
}

// aim aims op at the upper level of the step, p_t being p.
func (c *plain) aim(op chains.Operator, p []float64) {
	if c.shallow {
		c.to.P = p
	}
	op.Aim(c.to)
}

// push replaces q by q T, T aimed at level t.
func (c *plain) push(op chains.Operator, q *[]float64) {
	op.Push(c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// pushLaw is push for a measure that is nowhere negative. On a mixed bridge no
// rounding stays in a cell that all mass leaves.
func (c *plain) pushLaw(op chains.Operator, q *[]float64) {
	if !c.mixed {
		c.push(op, q)
		return
	}
	chains.PushLaw(op, c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// stepTo puts the two levels around the step from t-1 to t. The level that this
// step shares with the last one stays where it is, because an operator may be aimed at
// it.
func (c *plain) stepTo(t int) {
	if c.to.T == t-1 || c.from.T == t {
		c.from, c.to = c.to, c.from
	}
	c.move(c.from, t-1)
	c.move(c.to, t)
	from, to := c.from.LogF(), c.to.LogF()
	for x, v := range to {
		c.rise[x] = chains.LogRatio(v, from[x])
	}
}

// mean returns the expectations under law of the weight's step and of its absolute value.
func (c *plain) mean(law []float64) (mean, size float64) {
	for x, q := range law {
		if q != 0 {
			step := q * c.rise[x]
			mean += step
			size += math.Abs(step)
		}
	}
	return mean, size
}

// weigh multiplies a weighted measure by exp(power (log f_t/f_{t-1} - log Z_t/Z_{t-1})).
func (c *plain) weigh(t int, u []float64, power float64) {
	climb := c.logZ[t] - c.logZ[t-1]
	for x, v := range u {
		if v != 0 {
			u[x] = v * math.Exp(power*(c.rise[x]-climb))
		}
	}
}

// weighBoth is weigh for a first moment u and a second moment v. It scales v so that it
// stays a float, and returns the log of the scale.
func (c *plain) weighBoth(t int, u, v []float64) (logScale float64) {
	climb, largest := c.logZ[t]-c.logZ[t-1], 0.0
	for x := range u {
		if u[x] != 0 || v[x] != 0 {
			by := math.Exp(c.rise[x] - climb)
			u[x] *= by
			v[x] *= by * by
			largest = max(largest, v[x])
		}
	}
	if largest > 1e100 && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, v)
		return math.Log(largest)
	}
	return 0
}
