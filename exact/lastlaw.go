package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Q is the law of the last state. Walks carry Q - P, so that Q is P and that, usually. It
// is found otherwise in three cases:
//
//	the ends of the bridge have mass in different cells   the walk carried the law: takeLaw
//	Q - P has lost digits that the divergences need       the law is pushed anew: lastLaw
//	the same on a large space, in one pass                q/p is pulled anew: pullLaw
//
// blurred tells the second case, and sharpen then also mends Q - P. Run, at the end, gives
// digits to cells of Q that no divergence needs: refine.

// take takes P, Q and Q - P from a forward walk that has ended.
func (g *Gap) take(prog *progress, w *walk) error {
	g.P, g.logp, g.d, g.Q = w.p, w.logp, w.d, w.next
	over := func(v []float64) func(int) float64 { return func(x int) float64 { return v[x] / g.P[x] } }
	switch {
	case w.law != nil:
		g.takeLaw(w)
	case blurred(g.P, over(w.d), over(w.next)):
		n := len(g.P)
		return g.sharpen(over(w.next), func() (err error) {
			g.Q, err = lastLaw(prog, w.a, w.op, make([]float64, n), make([]float64, n), nil)
			return err
		})
	default:
		floats.AddTo(g.Q, g.P, g.d)
	}
	return nil
}

// takeLaw takes the law that a walk on a mixed bridge carried. Q - P comes from it in
// cells whose deviation was larger than P before the last step.
func (g *Gap) takeLaw(w *walk) {
	for x, v := range w.law {
		if math.Abs(w.next[x]) > g.P[x] {
			g.d[x] = v - g.P[x]
		}
		g.Q[x] = v
		// any mass here makes KL(q||p) infinite, also one below every float
		if w.can[x] > 0 && math.IsInf(g.logp[x], -1) {
			g.Q[x] = max(v, math.SmallestNonzeroFloat64)
		}
		g.missed = g.missed || w.can[x] == 0 && !math.IsInf(g.logp[x], -1)
	}
}

// blurred reports whether u = q/p - 1 has lost digits that the divergences need. A pull
// rounds u to a unit of what it was before, and 1 + u to a unit of 1. Usually u is about
// as large as before, and that is a rounding of each cell's term. It is more in two sorts
// of cells: one that has less than half of p left, because its logarithm counts, and one
// that had a thousand times more before the last step.
func blurred(p []float64, u, before func(x int) float64) bool {
	kl, lost := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		now := u(x)
		left := 1 + now
		if !(left > 0) {
			return true
		}
		off := max(math.Abs(now), math.Abs(before(x)))
		if left < 0.5 {
			off = max(off, 1)
		}
		kl += px * klUp(now)
		lost += px * off * math.Abs(now) / left
	}
	return lost*0x1p-52 > 1e-13*kl
}

// sharpen finds Q anew, by find, and takes Q - P from it in cells that had more than
// twice P before the last step. before returns u in a cell at that time.
func (g *Gap) sharpen(before func(x int) float64, find func() error) error {
	lost := make([]bool, len(g.P))
	for x := range lost {
		lost[x] = math.Abs(before(x)) > 1
	}
	if err := find(); err != nil {
		return err
	}
	for x, p := range g.P {
		if lost[x] {
			g.d[x] = g.Q[x] - p
		}
	}
	return nil
}

// lastLaw returns the law of x_T, in q or in next, by pushing the law itself: p + d is good
// to a rounding of p, and this to a rounding of every cell. If the bridge is shallow, p is
// for p_t, at which the operator is then aimed; otherwise p is nil.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator, q, next, p []float64) ([]float64, error) {
	l := a.NewLevel()
	a.LevelAt(l, 1)
	chains.NormalizeLog(q, next, l.LogF())
	for t := 2; t <= pathEnd(a); t++ {
		if err := prog.level(); err != nil {
			return nil, err
		}
		a.LevelAt(l, t)
		if p != nil {
			chains.NormalizeLog(p, next, l.LogF())
			l.P = p
		}
		op.Aim(l)
		chains.PushLaw(op, next, q)
		q, next = next, q
	}
	return q, nil
}

// pullLaw finds Q of a large space, on which PushLaw is no better than Push: it runs the
// forward chain once more by pulling q/p alone, which keeps the digits of small cells. It
// takes only the pass's own memory.
func (w *onePass) pullLaw(prog *progress, g *Gap) error {
	w.refresh(1)
	f, dst, idle := w.f[0], w.next[0], w.next[1]
	for x := range f {
		f[x] = 1
	}
	for t := 2; t <= w.a.T(); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		w.a.LevelAt(w.level, t)
		w.level.P = w.p
		mass := w.masses(dst)
		chains.Parallel(len(w.p), func(from, to int) {
			for x := from; x < to; x++ {
				if before := w.p[x]; before > 0 {
					w.p[x] = dst[x] / mass
					f[x] *= before / w.p[x]
				}
			}
		})
		if t > pathEnd(w.a) { // no kernel runs at level T
			break
		}
		w.op.Aim(w.level)
		twice := &chains.Pair{f, f}
		w.back.PullPair(&chains.Pair{dst, idle}, twice, twice, 1)
		f, dst = dst, f
	}
	for x, p := range w.p {
		f[x] *= p
	}
	g.Q, g.logp = f, dst
	return nil
}

// refine gives every cell of q its own digits. Measure has q to the digits of p, and the
// plain chain, which pushes by flows, to the digits of the mass that left a cell. If the
// two agree in every cell no digit is lost. Otherwise the law is pushed once more, without
// subtracting.
func (res *Result) refine(prog *progress, a chains.Annealing, plain []float64) error {
	const digits = 1e-12
	if floats.EqualFunc(res.Q, plain, func(x, y float64) bool { return math.Abs(x-y) <= digits*y }) {
		return nil
	}
	n := len(res.Q)
	pushed, err := lastLaw(prog, a, a.Kernel.On(a.Grid), make([]float64, n), make([]float64, n), nil)
	for x, q := range pushed {
		if math.Abs(res.Q[x]-q) > digits*q {
			res.Q[x] = q
		}
	}
	return err
}
