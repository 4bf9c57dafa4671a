package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// byLaws pushes the laws of both chains as they are, along any bridge and at any depth. A path divergence is the sum
// over steps of the expectation of -log p_t/p_{t-1} under the law of the state before the step. It is infinite if and
// only if one end of the bridge has mass in a cell where the other has none: a chain that starts there has a probability
// to lose its weight, which may be below every float.
func (g *Measured) byLaws(prog *progress, a chains.Annealing) {
	up := newPassage(a)
	g.Paths.Forward = up.pathDivergence(prog, true)
	g.P = make([]float64, len(up.law))
	g.logp = up.before
	chains.NormalizeLog(g.P, g.logp, up.level.LogF())
	g.Q = up.law
	g.d = up.scratch
	floats.SubTo(g.d, g.Q, g.P)
	g.Paths.Reverse = newPassage(a).pathDivergence(prog, false)
	first, last := a.Ends()
	for x := range first {
		lost := math.IsInf(last[x], -1)
		found := math.IsInf(first[x], -1)
		if lost && !found {
			g.Paths.Forward = math.Inf(1)
		}
		if found && !lost {
			g.Paths.Reverse = math.Inf(1)
		}
	}
	g.compare()
}

// pathDivergence runs a chain from its end and returns its path divergence.
func (s *passage) pathDivergence(prog *progress, up bool) (sum float64) {
	weigh := func(int) {
		for x, mass := range s.law {
			if mass > 0 {
				sum -= mass * chains.LogRatio(s.logp[x], s.before[x])
			}
		}
	}
	push := func(op chains.Operator) { move(lawPush(op), &s.law, &s.scratch) }
	s.run(prog, up, weigh, push, func() {})
	return sum
}

// ulp is the largest relative error of an operation.
const ulp = 0x1p-53

// underflow is more than what is lost below the smallest float with all digits.
const underflow = 1e-300

// LawsOff bounds the error of the J of two laws, made from their logarithms, whose masses are off by a share besides.
func LawsOff(q, logq, p, logp []float64, share float64) (off float64) {
	for x := range p {
		l := math.Abs(logq[x] - logp[x])
		if !(l < math.Inf(1)) { // one of them is exactly 0, or both are
			continue
		}
		by := share + ulp*(float64(len(p))+16+2*math.Abs(logq[x])+2*math.Abs(logp[x]))
		off += 2 * by * ((q[x]+p[x])*(l+2*by) + math.Abs(q[x]-p[x]))
	}
	return off + underflow
}
