package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// Both chains are run in one of two ways. In one pass both go upward, as functions on the masses p_t, which is fast and
// wants masses that are floats. In two walks each chain is pushed by itself, along any bridge and at any depth. Either
// way ends in the law Q of the last state, and in Q - P with its own digits.

// law sets p_T, log p_T, d and q of g, in the vectors of the pass, which is over, and compares them.
func (w *onePass) law(prog *progress, g *Measured) (sound bool) {
	w.refresh(g.T)
	u := w.f[0]
	g.P, g.d = w.p, w.f[1]
	for x, p := range w.p {
		g.d[x] = p * u[x]
	}
	g.Q, g.logp = w.next[0], w.next[1]
	lost := blurred(w.p, func(x int) float64 { return u[x] }, w.before(0))
	switch {
	case lost == nil:
		for x, p := range g.P {
			g.Q[x] = p * (1 + u[x])
		}
	case len(u) >= crew.ParallelFrom && w.back != nil:
		g.Q = w.pullLaw(prog)
	default:
		g.Q = lastLaw(prog, w.a, w.op, true)
	}
	g.sharpen(lost)
	w.bridge.At(g.logp, 1)
	for x := range g.P {
		g.logp[x] -= w.logZ
	}
	return g.compare()
}

// inOnePass runs both chains in one pass from level 1 to T.
func (g *Measured) inOnePass(prog *progress, w *onePass) (sound bool) {
	end := w.a.PathEnd()
	for t := range prog.through(2, g.T, 1) {
		fwd, rev := w.up()
		g.Paths.Forward += fwd
		g.Paths.Reverse += rev
		if t <= end {
			w.push()
		}
	}
	return w.law(prog, g)
}

// inTwoWalks runs each chain in a walk of its own. The reverse chain leaves out the
// reversal of T_T, which would leave p_T as it is. Both carry errors if there is a noise.
func (g *Measured) inTwoWalks(prog *progress, a chains.Annealing, e *noise) (sound bool) {
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	a.LevelAt(l, 1)
	fwd := newWalk(a, l, e)
	fwd.run(prog, a, op, l, g.T)
	if !a.SkipLast {
		op.Aim(l)
		fwd.push(op, l)
	}
	if e != nil {
		e.keepSum(&e.paths.Forward, g.T)
		e.keep(fwd.p, fwd.errors)
		g.noise, g.off = e, e.most
	}
	g.take(prog, a, op, fwd)
	a.LevelAt(l, g.T)
	rev := newWalk(a, l, e)
	rev.run(prog, a, a.Kernel.On(a.Grid).Reversal(), l, 1)
	g.Paths = Divergence{Forward: fwd.sum, Reverse: rev.sum}
	if e != nil {
		e.keepSum(&e.paths.Reverse, g.T)
		g.Paths.Off = e.paths.Jeffreys()
	}
	return g.compare()
}

// take takes P, Q and Q - P from a finished forward walk and its operator. Where the walk carried the law, Q - P comes
// from that in cells whose deviation was larger than P before the last step.
func (g *Measured) take(prog *progress, a chains.Annealing, op chains.Operator, w *walk) {
	g.P = w.p
	g.logp = w.logp
	g.d = w.d
	g.Q = w.next
	for x, v := range w.law {
		if math.Abs(w.next[x]) > g.P[x] {
			g.d[x] = v - g.P[x]
			g.pushedAt(x, v)
		}
		g.farAt(x, v)
		g.Q[x] = v
		// any mass here makes KL(q||p) infinite, also one below every float
		if w.can.in[x] && math.IsInf(g.logp[x], -1) {
			g.Q[x] = max(v, math.SmallestNonzeroFloat64)
		}
		g.missed = g.missed || !w.can.in[x] && !math.IsInf(g.logp[x], -1)
	}
	if w.law != nil {
		return
	}
	over := func(v []float64) func(int) float64 { return func(x int) float64 { return v[x] / g.P[x] } }
	lost := blurred(g.P, over(w.d), over(w.next))
	if lost == nil {
		floats.AddTo(g.Q, g.P, g.d)
		return
	}
	g.Q = lastLaw(prog, a, op, false)
	g.sharpen(lost)
}

// blurred finds out whether u = q/p - 1 has lost digits that the divergences need. A pull rounds u to an ulp of its
// previous size, and 1 + u to an ulp of 1. Usually u is about as large as before, and the error is a rounding of each
// cell's term. It is more in two kinds of cells: those with less than half of p left, because their logarithm counts,
// and those with a thousand times more before the last step. If digits are lost, blurred marks the cells that had more
// than twice p before the last step; otherwise it returns nil.
func blurred(p []float64, u, before func(x int) float64) (lost []bool) {
	kl, off := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		now := u(x)
		left := 1 + now
		if !(left > 0) {
			kl, off = 0, 1
			break
		}
		rounded := max(math.Abs(now), math.Abs(before(x)))
		if left < 0.5 {
			rounded = max(rounded, 1)
		}
		kl += px * klUp(now)
		off += px * rounded * math.Abs(now) / left
	}
	if !(off*0x1p-52 > 1e-13*kl) {
		return nil
	}
	lost = make([]bool, len(p))
	for x := range lost {
		lost[x] = math.Abs(before(x)) > 1
	}
	return lost
}

// sharpen takes Q - P from Q in the lost cells.
func (g *Measured) sharpen(lost []bool) {
	for x, far := range lost {
		if far {
			g.d[x] = g.Q[x] - g.P[x]
			g.pushedAt(x, g.Q[x])
		}
		g.farAt(x, g.Q[x])
	}
}
