package exact

import (
	"math"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it. It starts from
// the log densities of every level anew, and normalises them by a log Z of its own, so
// that Measure can be checked against it. At each level the operator is aimed once for
// all pushes, and at each step the differences of log f are taken once for all weights.
// On a shallow bridge the operator is aimed at p_t, so that log f is exponentiated once a
// cell and not once a move.
type plain struct {
	a       chains.Annealing
	checked bool // the passes check Measure
	end     int  // the last level at which their kernels run
	shallow bool
	mixed   bool // one end of the bridge has mass in a cell where the other has none
	level   *chains.Level
	logZ    []float64 // by level; NaN until it is known
	rise    []float64 // log f at the level, less log f at the level before
	scratch []float64
}

// newPlain returns passes that check Measure, or that find only the laws of log w. The
// latter leave out T_T, which comes after the last weight, or in reverse before the
// first.
func newPlain(a chains.Annealing, checked bool) *plain {
	n := a.Grid.Size()
	_, one := shallow(a)
	p := &plain{a: a, checked: checked, end: a.T() - 1, shallow: one, mixed: !a.SameCells(), level: a.NewLevel(),
		logZ: make([]float64, a.T()+1), rise: make([]float64, n), scratch: make([]float64, n)}
	if checked {
		p.end = a.PathEnd()
	}
	for t := range p.logZ {
		p.logZ[t] = math.NaN()
	}
	return p
}

// step moves to level t, next to the present one.
func (c *plain) step(t int) {
	moveTo(c.a, c.level, t, c.rise)
	c.normalize()
}

// normalize finds log Z of the level.
func (c *plain) normalize() {
	if math.IsNaN(c.logZ[c.level.T]) {
		c.logZ[c.level.T] = chains.LogSum(c.level.LogF())
	}
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

func (c *plain) push(op chains.Operator, q *[]float64) {
	op.Push(c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// pushLaw is push for a measure that is nowhere negative. On a mixed bridge it leaves no
// rounding in a cell that all mass leaves.
func (c *plain) pushLaw(op chains.Operator, q *[]float64) {
	if !c.mixed {
		c.push(op, q)
		return
	}
	chains.PushLaw(op, c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// mean returns the expectations under law of the rise and of its absolute value.
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
