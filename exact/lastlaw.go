package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// What a walk carries is Q - P. This file finds Q from it, and pushes the law itself
// where the difference has lost digits that the divergences need.

// take takes P, Q and Q - P from a forward walk that has ended.
func (g *Gap) take(prog *progress, w *walk) error {
	g.P, g.logp, g.d, g.Q = w.p, w.logp, w.d, w.next
	over := func(v []float64) func(int) float64 { return func(x int) float64 { return v[x] / g.P[x] } }
	switch {
	case w.law != nil:
		g.takeLaw(w)
	case blurred(g.P, over(w.d), over(w.next)):
		n := len(g.P)
		before := over(append([]float64(nil), w.next...))
		return g.sharpen(prog, w.a, w.op, before, [3][]float64{make([]float64, n), make([]float64, n)}, false)
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
		if w.can[x] > 0 && math.IsInf(g.logp[x], -1) { // any mass here makes KL(q||p) infinite, also one below every float
			g.Q[x] = max(v, math.SmallestNonzeroFloat64)
		}
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

// sharpen finds Q by pushing the law itself, and Q - P from it in cells that had more
// than twice P before the last step. before is u there.
func (g *Gap) sharpen(prog *progress, a chains.Annealing, op chains.Operator, before func(x int) float64,
	room [3][]float64, masses bool) error {
	lost := make([]bool, len(g.P))
	for x := range lost {
		lost[x] = math.Abs(before(x)) > 1
	}
	if err := lastLaw(prog, a, op, g.Q, room, masses); err != nil {
		return err
	}
	for x, p := range g.P {
		if lost[x] {
			g.d[x] = g.Q[x] - p
		}
	}
	return nil
}

// lastLaw sets dst to the law of x_T by pushing the law itself: p + d is good to a
// rounding of p, and this to a rounding of every cell. room holds three vectors, and dst
// may be one of them. masses says that the bridge is shallow, so that the operator may be
// aimed at p_t; without it the third vector is not used.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator, dst []float64, room [3][]float64, masses bool) error {
	l, q, next, p := a.NewLevel(), room[0], room[1], room[2]
	a.LevelAt(l, 1)
	normalize(q, next, l.LogF())
	for t := 2; t <= pathEnd(a); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		a.LevelAt(l, t)
		if masses {
			normalize(p, next, l.LogF())
			l.P = p
		}
		op.Aim(l)
		chains.PushLaw(op, next, q)
		q, next = next, q
	}
	copy(dst, q)
	return nil
}
