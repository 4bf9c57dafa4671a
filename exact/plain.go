package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it, from
// the log densities of every level and nothing that was carried to it: what
// Measure is held against. Whatever is pushed through a level shares one aiming,
// and whatever is weighed at a step the step's differences of log f. Where the
// bridge is shallow an operator is told of p_t, so that the log densities of a
// level are exponentiated once and not for every move.
type plain struct {
	a        chains.Annealing
	shallow  bool
	mixed    bool          // one end of the bridge has mass in a cell where the other has none
	from, to *chains.Level // of the step, lower and upper
	logZ     []float64     // by level; NaN where it is not yet known
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

// Shallow reports whether the bridge is geometric, and its ends have mass in the
// same cells and span less than 600 nats: what Measure does then is one walk by way
// of p. Otherwise it is two walks by log densities, which take several times as long
// and three times the memory.
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

// pushLaw is push of a measure that is nowhere negative: on a mixed bridge so that a
// cell which everything leaves has nothing left in it.
func (c *plain) pushLaw(op chains.Operator, q *[]float64) {
	if !c.mixed {
		c.push(op, q)
		return
	}
	chains.PushLaw(op, c.scratch, *q)
	*q, c.scratch = c.scratch, *q
}

// standAt puts the levels around the step from t-1 to t. The level that both this
// step and the last one have stays where it is, because an operator may be aimed
// at it.
func (c *plain) standAt(t int) {
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

// mean is the expectation of the weight's step under law, and of its absolute
// value.
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

// weights is what a plain pass knows of log w and w: the expectation of log w,
// the sum of the sizes that went into it, each step's part (by t), the mean of
// the normalised weight, and the law of log w.
type weights struct {
	logW, size float64
	steps      []float64
	mean       float64
	law        Moments
}

// add adds the weight's step to level t under law, and returns its mean.
func (w *weights) add(c *plain, t int, law []float64) float64 {
	mean, size := c.mean(law)
	w.logW, w.size, w.steps[t] = w.logW+mean, w.size+size, mean
	return mean
}

// reverse runs the reverse chain, plainly and as a walk, whose shares it hands to
// seen. It keeps the laws of its states where laws is not nil.
func (c *plain) reverse(beat *pulse, laws *laws, seen func(t int, share float64)) (w weights, err error) {
	T, end, op := c.a.T(), pathEnd(c.a), c.a.Kernel.On(c.a.Grid).Reversal()
	walk := newWalk(c.a, T, op)
	w.steps = make([]float64, T+1)
	r := c.density(T)
	u, m := append([]float64(nil), r...), newMoments(len(r))
	for t := T; t >= 2; t-- {
		if err := beat.level(); err != nil {
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
		c.standAt(t)
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

// pathEnd is the last level whose state belongs to the path: T, or T-1 where
// the last kernel is left out.
func pathEnd(a chains.Annealing) int {
	if a.SkipLast {
		return a.T() - 1
	}
	return a.T()
}

// forward runs the forward chain, plainly and as a walk, whose shares it hands to
// seen, and sums Eq. (22)-(23) over its pairwise marginals and those of the
// reverse chain, where there is room for those.
func (c *plain) forward(beat *pulse, laws *laws, seen func(t int, share float64)) (w weights, out forwardLaws, err error) {
	T, end, op := c.a.T(), pathEnd(c.a), c.a.Kernel.On(c.a.Grid)
	walk, pairs := newWalk(c.a, 1, op), newPairs(laws)
	w.steps = make([]float64, T+1)
	q := c.density(1)
	u, v, m := append([]float64(nil), q...), append([]float64(nil), q...), newMoments(len(q))
	pairs.first(q)
	for t := 2; t <= T; t++ {
		if err := beat.level(); err != nil {
			return w, out, err
		}
		c.standAt(t)
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

// forwardLaws is what else a forward pass finds: the law of x_T, the path
// divergences from pairwise marginals, where there is room for them, and
// log E[w²] (Z_1/Z_T)².
type forwardLaws struct {
	q         []float64
	paths     Divergence
	noPairs   bool
	logSquare float64
}

// weighBoth is weigh for a first moment u and a second moment v, which it scales
// to stay a float; it returns the log of the scale.
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
