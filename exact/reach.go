package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/operators"
)

// A reach is the set of cells that a chain can be in, however small the probability. It begins where its first level
// has mass. Where a step may have a probability below every float, it is made by the kernel's definition over numbers
// whose exponents have no end.
type reach struct {
	in   []bool
	back bool           // the chain is the reverse one
	deep operators.Deep // nil if floats will do

	reached   []bool
	law, next []float64
}

// newReach returns the cells of a law with these logarithms, for the forward or the reverse chain.
func newReach(a chains.Annealing, logp []float64, back bool) *reach {
	n := len(logp)
	r := &reach{in: make([]bool, n), back: back}
	for x, v := range logp {
		r.in[x] = !math.IsInf(v, -1)
	}
	if heavy(a) {
		r.deep = operators.NewDeep(a.Kernel, a.Grid)
		r.reached = make([]bool, n)
	} else {
		r.law = make([]float64, n)
		r.next = make([]float64, n)
	}
	return r
}

// step makes a step of the kernel, whose operator, or the reversal's, is aimed at level l.
func (r *reach) step(op chains.Operator, l *chains.Level) {
	if r.deep == nil {
		r.stepByFloats(op)
		return
	}
	r.deep.Aim(l)
	if !r.back {
		r.deep.Reach(r.reached, r.in)
	} else {
		r.deep.ReachBack(r.reached, r.in)
		for x, logf := range l.LogF() {
			r.reached[x] = r.reached[x] && !math.IsInf(logf, -1)
		}
	}
	r.in, r.reached = r.reached, r.in
}

func (r *reach) stepByFloats(op chains.Operator) {
	for x, in := range r.in {
		r.law[x] = 0
		if in {
			r.law[x] = 1
		}
	}
	chains.PushLaw(op, r.next, r.law)
	for x, v := range r.next {
		r.in[x] = v > 0
	}
}
