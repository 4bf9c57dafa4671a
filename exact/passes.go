package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// largestSquare is the number from which on E[ŵ²; x] is divided, so that its cells stay in the range of floats.
const largestSquare = 1e100

// A pass runs one chain plainly and finds the law of log w. If numbers are checked it also
// pushes the weighted measure, and runs the chain as a walk beside.
type pass struct {
	c    *plain
	op   chains.Operator
	q    []float64 // the law of the chain's state
	walk *walk     // nil if nothing is checked
	p    []float64 // the walk's p_t
	is   ran

	weighted             []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1); 0 if nothing is checked
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// newPass returns a pass of op from level t on.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	w := &pass{c: c, op: op, q: c.density(t), is: newRan(c.a.T())}
	v := vectors(c.a.Grid.Size(), 5)
	w.weighted = v[0]
	w.square = v[1]
	w.first = v[2]
	w.second = v[3]
	w.third = v[4]
	if t == 1 {
		copy(w.square, w.q)
	}
	if c.checked {
		copy(w.weighted, w.q)
		w.walk = newWalk(c.a, c.level, nil)
		w.p = w.walk.p
	}
	return w
}

func (w *pass) masses() []float64 { return w.p }

func (w *pass) law() []float64 { return w.q }

func (w *pass) ran() *ran { return &w.is }

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	w.c.push(w.op, &w.q, true)
	for _, f := range []*[]float64{&w.first, &w.second, &w.third} {
		w.c.push(w.op, f, false)
	}
	if w.walk != nil {
		w.c.push(w.op, &w.weighted, true)
		w.walk.push(w.op, w.c.level)
	}
	w.c.push(w.op, &w.square, true)
}

// step moves to level t, next to the present one, and the walk with it.
func (w *pass) step(t int) {
	before := w.c.level.T
	moveTo(&w.c.a, w.c.level, t, w.c.rise)
	w.c.normalize()
	if w.walk != nil {
		w.is.parts[max(t, before)] = w.walk.step(w.c.level, w.c.rise)
	}
	mean, size := 0.0, 0.0
	for x, q := range w.q {
		if q != 0 {
			step := q * w.c.rise[x]
			mean += step
			size += math.Abs(step)
		} else if w.fallsFrom(x) {
			mean = math.Inf(-1)
		}
	}
	w.is.mean += mean
	w.is.size += size
	w.is.steps[max(t, before)] = mean
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

// fallsFrom reports whether log f falls to -Inf in a cell where the chain can be with a probability below every float.
func (w *pass) fallsFrom(x int) bool {
	return math.IsInf(w.c.rise[x], -1) && w.walk != nil && w.walk.can != nil && w.walk.can.in[x]
}

func (w *pass) end() *ran {
	r := w.is // a copy, which does not hold the vectors
	r.final = w.q
	r.moments = MomentsOf(r.mean, floats.Sum(w.second), floats.Sum(w.third))
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	if w.walk != nil {
		r.walked = w.walk.sum
	}
	return &r
}
