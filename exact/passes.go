package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A pass runs one chain plainly and finds the law of log w. If numbers are checked it also
// pushes the weighted measure, and runs the chain as a walk beside. In reverse log f rises
// by -log w, so all moments are of -log w until the end.
type pass struct {
	c    *plain
	op   chains.Operator
	law  []float64 // of the chain's state
	walk *walk     // nil if nothing is checked
	p    []float64 // the walk's p_t

	weighted             []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1); 0 if nothing is checked
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	mean, size           float64   // E[log w] so far, and the sum of the sizes of its terms
	steps, parts         []float64 // by t, the mean of the weight's step, and the walk's share

	// of a forward pass
	pairs     *pairwise
	square    []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
	logSquare float64   // in the end log E[ŵ²]
}

// newPass returns a pass of op from level t on.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	n, T := c.a.Grid.Size(), c.a.T()
	w := &pass{c: c, op: op, law: c.density(t), steps: make([]float64, T+1), parts: make([]float64, T+1)}
	for _, v := range []*[]float64{&w.weighted, &w.square, &w.first, &w.second, &w.third} {
		*v = make([]float64, n)
	}
	if c.checked {
		copy(w.weighted, w.law)
		w.walk = newWalk(c.a, c.level)
		w.p = w.walk.p
	}
	return w
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one.
func (c *plain) forward(prog *progress, laws *reverseLaws) (*pass, error) {
	w := c.newPass(1, c.a.Kernel.On(c.a.Grid))
	copy(w.square, w.law)
	w.pairs = newPairwise(laws)
	w.pairs.first(w.law)
	for t := 2; t <= c.a.T(); t++ {
		if err := prog.level(); err != nil {
			return nil, err
		}
		w.step(t)
		if t <= c.end {
			c.aim(w.op, w.p)
			w.pairs.step(w.op, w.law, t)
			w.push()
			c.pushLaw(w.op, &w.square)
		}
	}
	w.logSquare += math.Log(floats.Sum(w.square))
	return w, nil
}

// reverse runs the reverse chain. It keeps the laws of the chain's states in laws.
func (c *plain) reverse(prog *progress, laws *reverseLaws) (*pass, error) {
	w := c.newPass(c.a.T(), c.a.Kernel.On(c.a.Grid).Reversal())
	for t := c.a.T(); t >= 2; t-- {
		if err := prog.level(); err != nil {
			return nil, err
		}
		if t <= c.end {
			laws.mark(t, w.law)
			c.aim(w.op, w.p)
			w.push()
		}
		w.step(t - 1)
	}
	laws.mark(1, w.law)
	w.turn()
	return w, nil
}

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	w.c.pushLaw(w.op, &w.law)
	for _, f := range []*[]float64{&w.first, &w.second, &w.third} {
		w.c.push(w.op, f)
	}
	if w.walk != nil {
		w.c.pushLaw(w.op, &w.weighted)
		w.walk.push(w.op)
	}
}

// step moves to level t, next to the present one, and the walk with it.
func (w *pass) step(t int) {
	before := w.c.level.T
	w.c.step(t)
	if w.walk != nil {
		w.parts[max(t, before)] = w.walk.step(w.c.level, w.c.rise)
	}
	mean, size := w.c.mean(w.law)
	w.mean, w.size, w.steps[max(t, before)] = w.mean+mean, w.size+size, mean
	for x, q := range w.law {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the moments of a cell that the chain has left are 0
			w.first[x], w.second[x], w.third[x] = 0, 0, 0
			continue
		}
		y := w.c.rise[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
	w.weigh(w.c.logZ[t] - w.c.logZ[before])
}

// weigh multiplies weighted by the step of ŵ, and square by its square. climb is the step
// of log Z. It scales square so that its cells stay in the range of floats.
func (w *pass) weigh(climb float64) {
	largest := 0.0
	for x, rise := range w.c.rise {
		if w.weighted[x] == 0 && w.square[x] == 0 {
			continue
		}
		by := math.Exp(rise - climb)
		w.weighted[x] *= by
		if w.square[x] != 0 {
			w.square[x] *= by * by
			largest = max(largest, w.square[x])
		}
	}
	if largest > 1e100 && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.logSquare += math.Log(largest)
	}
}

func (w *pass) moments() Moments { return momentsOf(w.mean, floats.Sum(w.second), floats.Sum(w.third)) }

// turn changes the moments of -log w, which rises in reverse, into those of log w.
func (w *pass) turn() {
	w.mean = -w.mean
	floats.Scale(-1, w.steps)
	floats.Scale(-1, w.third)
}
