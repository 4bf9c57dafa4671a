package exact

import (
	"math"

	"breadboard/chains/crew"
)

// One pass ends in the law Q of the last state, and in Q - P with its own digits.

// law sets p_T, log p_T, d and q of g, in the vectors of the pass, which is over, and compares them.
func (w *onePass) law(prog *progress, g *Measured) (sound bool) {
	w.refresh(g.T)
	u := w.f[0]
	g.P, g.d = w.p, w.f[1]
	for x, p := range w.p {
		g.d[x] = p * u[x]
	}
	g.Q, g.logp = w.next[0], w.next[1]
	lost := blurred(w.p, u, w.before(0))
	switch {
	case lost == nil:
		for x, p := range g.P {
			g.Q[x] = p * (1 + u[x])
		}
	case len(u) >= crew.ParallelFrom && w.back != nil:
		g.Q = w.pullLaw(prog)
	default:
		g.Q = lastLaw(prog, w.a, w.op)
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

// blurred finds out whether u = q/p - 1 has lost digits that the divergences need. A pull rounds u to an ulp of its
// previous size, and 1 + u to an ulp of 1. Usually u is about as large as before, and the error is a rounding of each
// cell's term. It is more in two kinds of cells: those with less than half of p left, because their logarithm counts,
// and those with a thousand times more before the last step. If digits are lost, blurred marks the cells that had more
// than twice p before the last step; otherwise it returns nil.
func blurred(p, u, before []float64) (lost []bool) {
	kl, off := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		now := u[x]
		left := 1 + now
		if !(left > 0) {
			kl, off = 0, 1
			break
		}
		rounded := max(math.Abs(now), math.Abs(before[x]))
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
		lost[x] = math.Abs(before[x]) > 1
	}
	return lost
}

// sharpen takes Q - P from Q in the lost cells.
func (g *Measured) sharpen(lost []bool) {
	for x, far := range lost {
		if far {
			g.d[x] = g.Q[x] - g.P[x]
		}
	}
}
