package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// A reach holds the cells where a chain can be, however small the probability. It goes by numbers whose exponents have
// no end, and decides whether a path divergence is infinite: a mass below every float
// that loses its weight makes it so. Where the two ends have mass in different cells that is not known beforehand.
// Along mixture a chain may be sure to leave the cells that the target lacks before they lose their mass.
type reach struct {
	a        *chains.Annealing
	over     flows.Over[numbers.Wide]
	back     bool // the chain is the reverse one
	in       []bool
	from, to []numbers.Wide
}

// newReach returns the cells of the first law of a chain, the forward or the reverse one; nil where both ends of the
// bridge have mass in the same cells, and no weight is lost.
func newReach(a *chains.Annealing, logp []float64, back bool) *reach {
	if a.SameCells() {
		return nil
	}
	n := len(logp)
	r := &reach{a: a, over: flows.WideOf(chains.On(a.Kernel, a.Grid)), back: back, in: make([]bool, n),
		from: make([]numbers.Wide, n), to: make([]numbers.Wide, n)}
	for x, v := range logp {
		r.in[x] = !math.IsInf(v, -1)
	}
	return r
}

// step makes a step of the kernel at a level, or of its reversal, which enters no cell without mass. What a step of the
// reversal leads to is where a step of the kernel comes from.
func (r *reach) step(l *chains.Level) {
	if r == nil {
		return
	}
	for x, in := range r.in {
		r.from[x] = numbers.Wide{}
		if in {
			r.from[x] = numbers.WideOf(1)
		}
	}
	r.over.Aim(flows.WideMasses(r.a.Grid, l))
	if r.back {
		r.over.Pull(r.to, r.from)
	} else {
		r.over.Push(r.to, r.from)
	}
	for x, logf := range l.LogF() {
		r.in[x] = !r.to[x].IsZero() && !(r.back && math.IsInf(logf, -1))
	}
}

// loses reports whether the chain can be in a cell that has mass before a step of the weight, and none after it.
func (r *reach) loses(logp, before []float64) bool {
	if r == nil {
		return false
	}
	for x, in := range r.in {
		if in && math.IsInf(logp[x], -1) && !math.IsInf(before[x], -1) {
			return true
		}
	}
	return false
}
