package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// byLaws pushes the laws of both chains as they are, along any bridge and at any depth. A path divergence is the sum
// over steps of the expectation of -log p_t/p_{t-1} under the law of the state before the step. It is infinite if and
// only if one end of the bridge has mass in a cell where the other has none: a chain that starts there has a
// probability to lose its weight, which may be below every float.
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
