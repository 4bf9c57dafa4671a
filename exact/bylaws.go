package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// byLaws pushes the laws of both chains as they are, along any bridge and at any depth, and adds up each path
// divergence as the sum over steps of the mean of -log p_t/p_{t-1} under the law before the step. Its terms are of
// first order, so that a B of no more than their rounding is 0.
func (g *Measured) byLaws(prog *progress, a chains.Annealing) {
	const rounding = 1e-15 // of the terms
	up := newPassage(a)
	down := newPassage(a)
	forward, sizeUp := up.pathDivergence(prog, true)
	reverse, sizeDown := down.pathDivergence(prog, false)
	g.Paths = Divergence{Forward: forward, Reverse: reverse}
	if !math.IsInf(g.B(), 1) && math.Abs(g.B()) <= rounding*(sizeUp+sizeDown) {
		g.Paths = Divergence{}
	}
	g.pushed = true
	g.P = make([]float64, len(up.law))
	g.logp = up.before // up is done, and its vectors are those of g from here on
	chains.NormalizeLog(g.P, g.logp, up.level.LogF())
	g.Q = up.law
	g.d = up.scratch
	floats.SubTo(g.d, g.Q, g.P)
	g.compare()
}

// pathDivergence runs a chain from its end and returns its path divergence, and how large the terms of that are
// together.
func (s *passage) pathDivergence(prog *progress, up bool) (sum, size float64) {
	first, last := s.a.Ends()
	start := first
	if !up {
		start = last
	}
	can := newReach(&s.a, start, !up)
	weigh := func(int) {
		for x, mass := range s.law {
			if mass > 0 {
				term := mass * chains.LogRatio(s.logp[x], s.before[x])
				sum -= term
				size += math.Abs(term)
			}
		}
		if can.loses(s.logp, s.before) {
			sum = math.Inf(1)
		}
	}
	push := func(op chains.Operator) {
		move(op.Push, &s.law, &s.scratch)
		can.step(s.level)
	}
	s.run(prog, up, weigh, push, func() {})
	return sum, size
}
