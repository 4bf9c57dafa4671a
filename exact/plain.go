package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it, from
// log densities and nothing else: what Measure is held against.
type plain struct {
	a        chains.Annealing
	from, to *chains.Level
	logZ     []float64 // by level, logZ[t]
	scratch  []float64
}

func newPlain(a chains.Annealing) *plain {
	p := &plain{a: a, from: a.NewLevel(), to: a.NewLevel(), logZ: make([]float64, a.T()+1), scratch: make([]float64, a.Grid.Size())}
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(p.to, t)
		p.logZ[t] = floats.LogSumExp(p.to.LogF())
	}
	return p
}

// density is p_t.
func (c *plain) density(t int) []float64 {
	c.a.LevelAt(c.to, t)
	p := make([]float64, c.a.Grid.Size())
	for x, v := range c.to.LogF() {
		p[x] = math.Exp(v - c.logZ[t])
	}
	return p
}

// push replaces q by q T, T aimed at level t.
func (c *plain) push(op chains.Operator, q []float64) {
	op.Push(c.scratch, q)
	copy(q, c.scratch)
}

// rise is log f_t - log f_{t-1} in cell x, once both levels stand there.
func (c *plain) rise(x int) float64 { return chains.LogRatio(c.to.LogF()[x], c.from.LogF()[x]) }

func (c *plain) standAt(t int) {
	c.a.LevelAt(c.from, t-1)
	c.a.LevelAt(c.to, t)
}

// mean is the expectation of the weight's step to level t under law, and of its
// absolute value.
func (c *plain) mean(law []float64) (mean, size float64) {
	for x, q := range law {
		if q != 0 {
			rise := c.rise(x)
			mean += q * rise
			size += math.Abs(q * rise)
		}
	}
	return mean, size
}

// weigh multiplies a weighted measure by exp(power (log f_t/f_{t-1} - log Z_t/Z_{t-1})).
func (c *plain) weigh(t int, u []float64, power float64) {
	for x, v := range u {
		if v != 0 {
			u[x] = v * math.Exp(power*(c.rise(x)-c.logZ[t]+c.logZ[t-1]))
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

// reverse runs the reverse chain: marks[k] is the law of its state at level
// N - k·every, N being where the path ends.
func (c *plain) reverse(beat *pulse, every int) (w weights, marks [][]float64, err error) {
	T, op := c.a.T(), c.a.Kernel.On(c.a.Grid).Reversal()
	end := pathEnd(c.a)
	w.steps = make([]float64, T+1)
	r := c.density(T)
	u, m := append([]float64(nil), r...), newMoments(len(r))
	for t := T; t >= 2; t-- {
		if err := beat.level(); err != nil {
			return w, nil, err
		}
		if t <= end {
			if (end-t)%every == 0 {
				marks = append(marks, append([]float64(nil), r...))
			}
			c.a.LevelAt(c.to, t)
			op.Aim(c.to)
			c.push(op, r)
			c.push(op, u)
			m.push(c, op)
		}
		c.standAt(t)
		mean, size := c.mean(r)
		w.logW, w.size, w.steps[t] = w.logW+mean, w.size+size, mean
		c.weigh(t, u, -1)
		m.gain(c, r, mean)
	}
	marks = append(marks, r)
	w.mean, w.law = floats.Sum(u), m.law()
	return w, marks, nil
}

// pathEnd is the last level whose state belongs to the path: T, or T-1 where
// the last kernel is left out.
func pathEnd(a chains.Annealing) int {
	if a.SkipLast {
		return a.T() - 1
	}
	return a.T()
}

// forward runs the forward chain and sums Eq. (22)-(23) over its pairwise
// marginals and those of the reverse chain, whose laws it reads from laws.
func (c *plain) forward(beat *pulse, laws *laws) (w weights, out forwardLaws, err error) {
	T, op := c.a.T(), c.a.Kernel.On(c.a.Grid)
	pairs := newPairs(c.a.Grid.Size())
	w.steps = make([]float64, T+1)
	q := c.density(1)
	u, v, m := append([]float64(nil), q...), append([]float64(nil), q...), newMoments(len(q))
	pairs.first(q, laws.at(1))
	for t := 2; t <= T; t++ {
		if err := beat.level(); err != nil {
			return w, out, err
		}
		c.standAt(t)
		mean, size := c.mean(q)
		w.logW, w.size, w.steps[t] = w.logW+mean, w.size+size, mean
		out.logSquare += c.weighBoth(t, u, v)
		m.gain(c, q, mean)
		if t <= laws.end {
			op.Aim(c.to)
			pairs.step(op, q, laws.at(t-1), laws.at(t))
			c.push(op, q)
			c.push(op, u)
			c.push(op, v)
			m.push(c, op)
		}
	}
	w.mean, w.law = floats.Sum(u), m.law()
	out.q, out.paths = q, pairs.sum
	out.logSquare += math.Log(floats.Sum(v))
	return w, out, nil
}

// forwardLaws is what else a forward pass finds: the law of x_T, the path
// divergences from pairwise marginals, and log E[w²] (Z_1/Z_T)².
type forwardLaws struct {
	q         []float64
	paths     Divergence
	logSquare float64
}

// weighBoth is weigh for a first moment u and a second moment v, which it scales
// to stay a float; it returns the log of the scale.
func (c *plain) weighBoth(t int, u, v []float64) (logScale float64) {
	largest := 0.0
	for x := range u {
		if u[x] != 0 || v[x] != 0 {
			by := math.Exp(c.rise(x) - c.logZ[t] + c.logZ[t-1])
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
