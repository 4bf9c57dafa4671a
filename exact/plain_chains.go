package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// logWeights holds the findings of a plain pass about w: the mean of log w, the sum
// of the sizes that went into it, each step's part of it (by t), the mean of the
// normalised weight, and the moments of log w.
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

// reverse runs the reverse chain plainly, and beside it as a walk. It hands the walk's
// shares to seen. Unless laws is nil it keeps the laws of the chain's states there.
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
		c.stepTo(t)
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

// forward runs the forward chain plainly, and beside it as a walk. It hands the walk's
// shares to seen. It sums Eq. (22)-(23) over the pairwise marginals of both chains, if
// there is room for the laws of the reverse one.
func (c *plain) forward(prog *progress, laws *reverseLaws, seen func(t int, share float64)) (
	w logWeights, out forwardLaws, err error) {
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
		c.stepTo(t)
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

// forwardLaws holds more that a forward pass finds: the law of x_T, the path divergences
// from pairwise marginals, and log E[w²] (Z_1/Z_T)².
type forwardLaws struct {
	q         []float64
	paths     Divergence
	noPairs   bool
	logSquare float64
}
