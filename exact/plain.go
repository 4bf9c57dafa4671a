package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it. It starts
// from the log densities of every level and carries nothing else along, so that Measure
// can be held against it. All that is pushed at a level shares one aiming, and all that
// is weighed at a step shares the differences of log f. If the bridge is shallow the
// operator is aimed at p_t, so that log f is exponentiated once a cell and not once a
// move.
type plain struct {
	a        chains.Annealing
	shallow  bool
	mixed    bool          // one end of the bridge has mass in a cell where the other has none
	from, to *chains.Level // the lower and the upper level of the step
	logZ     []float64     // by level; NaN until it is known
	rise     []float64     // log f_to - log f_from
	scratch  []float64
}

func newPlain(a chains.Annealing) *plain {
	n := a.Grid.Size()
	p := &plain{a: a, shallow: Shallow(a), mixed: mixed(a), from: a.NewLevel(), to: a.NewLevel(), logZ: make([]float64, a.T()+1),
		rise: make([]float64, n), scratch: make([]float64, n)}
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

// Shallow reports whether the bridge is geometric and its ends have mass in the same
// cells and span less than 600 nats. Measure then takes one pass by way of p. Otherwise it
// takes two walks by log densities, several times as long and in three times the memory.
func Shallow(a chains.Annealing) bool {
	a, _ = a.Lowered()
	ends, ok := a.Bridge.(chains.Geometric)
	if !ok || chains.LogSpan(ends.From) >= depth || chains.LogSpan(ends.To) >= depth {
		return false
	}
	for x, v := range ends.From {
		if math.IsInf(v, -1) != math.IsInf(ends.To[x], -1) {
			return false
		}
	}
	return true
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

// pushLaw is push for a measure that is nowhere negative. On a mixed bridge it leaves
// nothing in a cell that everything leaves.
func (c *plain) pushLaw(op chains.Operator, q *[]float64) {
	if !c.mixed {
		c.push(op, q)
		return
	}
	chains.PushLaw(op, c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// standAround puts the two levels around the step from t-1 to t. The level that this
// step shares with the last one stays where it is, because an operator may be aimed at
// it.
func (c *plain) standAround(t int) {
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

// logWeights holds what a plain pass finds about w: the mean of log w, the sum of the
// sizes that went into it, each step's part of it (by t), the mean of the normalised
// weight, and the moments of log w.
type logWeights struct {
	meanLogW, size float64
	steps          []float64
	mean           float64
	law            Moments
}

// add adds the weight's step to level t under law, and returns its mean.
func (w *logWeights) add(c *plain, t int, law []float64) float64 {
	mean, size := c.mean(law)
	w.meanLogW, w.size, w.steps[t] = w.meanLogW+mean, w.size+size, mean
	return mean
}

// reverse runs the reverse chain plainly, and as a walk, whose shares it hands to seen.
// Unless laws is nil it keeps there the laws of the chain's states.
func (c *plain) reverse(prog *progress, laws *reverseLaws, seen func(t int, share float64)) (w logWeights, err error) {
	T, end, op := c.a.T(), pathEnd(c.a), c.a.Kernel.On(c.a.Grid).Reversal()
	walk := newWalk(c.a, T, op)
	w.steps = make([]float64, T+1)
	r := c.density(T)
	u, m := append([]float64(nil), r...), newMoments(len(r))
	for t := T; t >= 2; t-- {
		if err := prog.level(); err != nil {
			return w, err
		}
		if t <= end {
			laws.mark(t, r)
			c.aim(op, walk.p)
			c.pushLaw(op, &r)
			c.pushLaw(op, &u)
			c.push(op, &walk.d)
			if c.mixed {
				walk.pushLaw(op)
			}
			m.push(c, op)
		}
		c.standAround(t)
		seen(t, walk.beside(c, true))
		mean := w.add(c, t, r)
		c.weigh(t, u, -1)
		m.gain(c, r, mean)
		c.to, c.from = c.from, c.to
	}
	laws.mark(1, r)
	w.mean, w.law = floats.Sum(u), m.law()
	return w, nil
}

// pathEnd is the last level whose state belongs to the path: T, or T-1 if the last
// kernel is left out.
func pathEnd(a chains.Annealing) int {
	if a.SkipLast {
		return a.T() - 1
	}
	return a.T()
}

// forward runs the forward chain plainly, and as a walk, whose shares it hands to seen.
// It sums Eq. (22)-(23) over the pairwise marginals of both chains, if there is room for
// the laws of the reverse one.
func (c *plain) forward(prog *progress, laws *reverseLaws, seen func(t int, share float64)) (w logWeights, out forwardLaws, err error) {
	T, end, op := c.a.T(), pathEnd(c.a), c.a.Kernel.On(c.a.Grid)
	walk, pairs := newWalk(c.a, 1, op), newPairwise(laws)
	w.steps = make([]float64, T+1)
	q := c.density(1)
	u, v, m := append([]float64(nil), q...), append([]float64(nil), q...), newMoments(len(q))
	pairs.first(q)
	for t := 2; t <= T; t++ {
		if err := prog.level(); err != nil {
			return w, out, err
		}
		c.standAround(t)
		seen(t, walk.beside(c, false))
		mean := w.add(c, t, q)
		out.logSquare += c.weighBoth(t, u, v)
		m.gain(c, q, mean)
		if t <= end {
			c.aim(op, walk.p)
			pairs.step(op, q, t)
			c.pushLaw(op, &q)
			c.pushLaw(op, &u)
			c.pushLaw(op, &v)
			c.push(op, &walk.d)
			if c.mixed {
				walk.pushLaw(op)
			}
			m.push(c, op)
		}
	}
	w.mean, w.law = floats.Sum(u), m.law()
	out.q, out.paths, out.noPairs = q, pairs.sum, pairs.none
	out.logSquare += math.Log(floats.Sum(v))
	return w, out, nil
}

// forwardLaws holds what else a forward pass finds: the law of x_T, the path divergences
// from pairwise marginals, and log E[w²] (Z_1/Z_T)².
type forwardLaws struct {
	q         []float64
	paths     Divergence
	noPairs   bool
	logSquare float64
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
