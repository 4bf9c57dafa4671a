package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A pass runs one chain plainly, measure by measure, and finds the law of log w and the path divergence
//
//	KL(paths || paths of the other chain) = -Σ_t E[log p_t/p_{t-1}],
//
// the expectation under the law of the state before the step. It also pushes the weighted measure.
type pass struct {
	c         *plain
	op        chains.Operator
	q         []float64 // the law of the chain's state
	p         []float64 // p_t
	logp, was []float64 // log p_t, and at the level before
	can       *reach    // nil if no weight is lost
	is        ran

	weighted             []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1)
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// newPass returns a pass of op from level t on.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	w := &pass{c: c, op: op, q: c.density(t), is: newRan(c.a.T())}
	v := vectors(c.a.Grid.Size(), 8)
	w.p = v[5]
	w.logp = v[6]
	w.was = v[7]
	chains.NormalizeLog(w.p, w.logp, c.level.LogF())
	w.can = newReach(&c.a, w.logp, t != 1)
	w.weighted = v[0]
	w.square = v[1]
	w.first = v[2]
	w.second = v[3]
	w.third = v[4]
	if t == 1 {
		copy(w.square, w.q)
	}
	copy(w.weighted, w.q)
	return w
}

func (w *pass) masses() []float64 { return w.p }

func (w *pass) law() []float64 { return w.q }

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	w.c.push(w.op, &w.q, true)
	for _, f := range []*[]float64{&w.first, &w.second, &w.third} {
		w.c.push(w.op, f, false)
	}
	w.c.push(w.op, &w.weighted, true)
	w.c.push(w.op, &w.square, true)
	w.can.step(w.c.level)
}

// step moves to level t, next to the present one.
func (w *pass) step(t int) {
	before := w.c.level.T
	upper := max(t, before)
	moveTo(&w.c.a, w.c.level, t, w.c.rise)
	w.c.normalize()
	w.logp, w.was = w.was, w.logp
	chains.NormalizeLog(w.p, w.logp, w.c.level.LogF())
	share := 0.0 // of the path divergence
	mean := 0.0
	size := 0.0
	for x, q := range w.q {
		if q > 0 {
			share -= q * chains.LogRatio(w.logp[x], w.was[x])
		}
		if q != 0 {
			step := q * w.c.rise[x]
			mean += step
			size += math.Abs(step)
		}
	}
	if w.can.loses(w.logp, w.was) {
		mean = math.Inf(-1)
		share = math.Inf(1)
	}
	w.is.parts[upper] = share
	w.is.paths += share
	w.is.mean += mean
	w.is.size += size
	w.is.steps[upper] = mean
	for x, q := range w.q {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the moments of a cell that the chain has left are 0
			w.first[x] = 0
			w.second[x] = 0
			w.third[x] = 0
			continue
		}
		y := w.c.rise[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
	climb, largest := w.c.logZ[t]-w.c.logZ[before], 0.0
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
	if largest > largestSquare && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.is.logSquare += math.Log(largest)
	}
}

func (w *pass) end() *ran {
	r := w.is // a copy, which does not hold the vectors
	r.final = w.q
	r.moments = MomentsOf(r.mean, floats.Sum(w.second), floats.Sum(w.third))
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	return &r
}
