package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Q is the law of the last state. Walks carry Q - P, and usually Q is P plus that. There are
// three exceptions:
//
//	the ends of the bridge have mass in different cells   the walk carried the law: takeLaw
//	Q - P is blurred: it lost digits that J needs         the law is pushed anew: lastLaw
//	the same on a large space, in one pass                q/p is pulled anew: pullLaw
//
// At the end Run gives digits to cells of Q that no divergence needs: refine.

// take takes P, Q and Q - P from a finished forward walk and its operator.
func (g *Gap) take(prog *progress, a chains.Annealing, op chains.Operator, w *walk) (err error) {
	g.P, g.logp, g.d, g.Q = w.p, w.logp, w.d, w.next
	if w.law != nil {
		g.takeLaw(w)
		return nil
	}
	over := func(v []float64) func(int) float64 { return func(x int) float64 { return v[x] / g.P[x] } }
	lost := blurred(g.P, over(w.d), over(w.next))
	if lost == nil {
		floats.AddTo(g.Q, g.P, g.d)
		return nil
	}
	g.Q, err = lastLaw(prog, a, op, false)
	g.sharpen(lost)
	return err
}

// takeLaw takes the law that a walk on a mixed bridge carried. Q - P comes from it in
// cells whose deviation was larger than P before the last step.
func (g *Gap) takeLaw(w *walk) {
	for x, v := range w.law {
		if math.Abs(w.next[x]) > g.P[x] {
			g.d[x] = v - g.P[x]
			g.pushedAt(x, v)
		}
		g.farAt(x, v)
		g.Q[x] = v
		// any mass here makes KL(q||p) infinite, also one below every float
		if w.can[x] > 0 && math.IsInf(g.logp[x], -1) {
			g.Q[x] = max(v, math.SmallestNonzeroFloat64)
		}
		g.missed = g.missed || w.can[x] == 0 && !math.IsInf(g.logp[x], -1)
	}
}

// blurred finds out whether u = q/p - 1 has lost digits that the divergences need. A pull
// rounds u to an ulp of its previous size, and 1 + u to an ulp of 1. Usually u is about as
// large as before, and the error is a rounding of each cell's term. It is more in two kinds
// of cells: those with less than half of p left, because their logarithm counts, and those
// with a thousand times more before the last step. If digits are lost, blurred marks the
// cells that had more than twice p before the last step; otherwise it returns nil.
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
func (g *Gap) sharpen(lost []bool) {
	for x, far := range lost {
		if far {
			g.d[x] = g.Q[x] - g.P[x]
			g.pushedAt(x, g.Q[x])
		}
		g.farAt(x, g.Q[x])
	}
}

// farAt takes the error of a cell that is far from p from the law that was pushed, as divergence takes q itself. A mass
// of 1e-321 has two digits, and each operation costs it a part of them.
func (g *Gap) farAt(x int, q float64) {
	e := g.noise
	if e == nil || math.Abs(g.d[x]) < g.P[x]/2 {
		return
	}
	if g.off[x] = e.pushed(g.T) * q; q > 0 && q < chains.LeastNormal {
		g.off[x] += math.SmallestNonzeroFloat64 * float64(g.T) * (e.moves + 2)
	}
}

// pushedAt takes the error of d from a law that was pushed from level 1 to T.
func (g *Gap) pushedAt(x int, q float64) {
	if e := g.noise; e != nil {
		g.off[x] = e.pushed(g.T)*q + ulp*(e.depth+8)*g.P[x]
	}
}

// lastLaw returns the law of x_T by pushing the law itself: p + d has the error of a
// rounding of p, and this has the error of a rounding in every cell. On a shallow bridge op
// is aimed at p_t.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator, shallow bool) ([]float64, error) {
	n, l := a.Grid.Size(), a.NewLevel()
	q, next := make([]float64, n), make([]float64, n)
	var p []float64
	if shallow {
		p = make([]float64, n)
	}
	a.LevelAt(l, 1)
	chains.NormalizeLog(q, next, l.LogF())
	for t := 2; t <= a.PathEnd(); t++ {
		if err := prog.level(); err != nil {
			return q, err
		}
		a.LevelAt(l, t)
		if shallow {
			chains.NormalizeLog(p, next, l.LogF())
			l.P = p
		}
		op.Aim(l)
		chains.PushLaw(op, next, q)
		q, next = next, q
	}
	return q, nil
}

// pullLaw finds Q on a large space, where PushLaw is no better than Push. It runs the
// forward chain once more by pulling q/p alone, which keeps the digits of small cells. It
// uses only the pass's own memory.
func (w *onePass) pullLaw(prog *progress) ([]float64, error) {
	w.refresh(1)
	f, dst, idle := w.f[0], w.next[0], w.next[1]
	for x := range f {
		f[x] = 1
	}
	for t := 2; t <= w.a.T(); t++ {
		if err := prog.level(); err != nil {
			return f, err
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
		if t > w.a.PathEnd() { // no kernel runs at level T
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
	return f, nil
}

// refine gives every cell of q its own digits. Measure has q to the digits of p. The plain
// chain pushes by flows, and has q to the digits of the mass that left a cell. If the two
// agree in every cell no digit is lost. Otherwise refine pushes the law once more, without
// subtracting.
func (res *Result) refine(prog *progress, a chains.Annealing, plain []float64) error {
	const digits = 1e-12
	if floats.EqualFunc(res.Q, plain, func(x, y float64) bool { return math.Abs(x-y) <= digits*y }) {
		return nil
	}
	pushed, err := lastLaw(prog, a, a.Kernel.On(a.Grid), false)
	for x, q := range pushed {
		if math.Abs(res.Q[x]-q) > digits*q {
			res.Q[x] = q
		}
	}
	return err
}
