package exact

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
)

// A walk carries one chain from level to level, up or down, as the deviation d of its
// law from p_t. It works on any bridge, for steps of any size, at any depth.
//
// A bridge is mixed if one end has mass in a cell where the other has none. Then it matters whether a chain has left a
// cell for good or is still there with a probability of 1e-18, or 1e-600: a divergence is finite in the first case and
// infinite in the second. Rounding leaves 1e-18 in p + d in either case, so a walk on a mixed bridge also carries the
// law itself, and the set of cells the chain can be in.
type walk struct {
	logp []float64 // log p_t
	p, d []float64
	law  []float64 // p + d to its own last digit; nil unless the bridge is mixed
	can  *reach    // the cells that the chain can be in; nil unless the bridge is mixed
	next []float64 // scratch, and after a push the deviation before it
	rise []float64 // scratch
	sum  float64   // the path divergence so far

	sharp  bool      // small rises of log f have all their digits: chains.Sharpener
	beta   float64   // where the walk is
	noise  *noise    // nil unless the walk carries errors
	errors []float64 // the error of d
}

// newWalk returns a walk that begins at the level where l is. It carries errors if e is not nil.
func newWalk(a chains.Annealing, l *chains.Level, e *noise) *walk {
	v := vectors(a.Grid.Size(), 5)
	w := &walk{logp: v[0], p: v[1], d: v[2], next: v[3], rise: v[4], beta: l.Beta, noise: e}
	_, w.sharp = a.Bridge.(chains.Sharpener)
	if e != nil {
		w.errors = make([]float64, len(w.p))
	}
	chains.NormalizeLog(w.p, w.logp, l.LogF())
	if !a.SameCells() {
		w.law = slices.Clone(w.p)
		w.can = newReach(a, w.logp, l.T > 1)
	}
	return w
}

// vectors returns so many vectors of n zeros.
func vectors(n, number int) [][]float64 {
	all := make([][]float64, number)
	for i := range all {
		all[i] = make([]float64, n)
	}
	return all
}

// run walks from level to level until end, and makes a step of op at each but the last. l is where the walk is.
func (w *walk) run(prog *progress, a chains.Annealing, op chains.Operator, l *chains.Level, end int) {
	by, rise := cmp.Compare(end, l.T), make([]float64, len(w.p))
	for t := range prog.through(l.T+by, end, by) {
		moveTo(a, l, t, rise)
		w.step(l, rise)
		if t != end {
			op.Aim(l)
			w.push(op, l)
		}
	}
}

// moveTo moves l to level t, and sets rise to log f there less log f at the level before.
func moveTo(a chains.Annealing, l *chains.Level, t int, rise []float64) {
	before := l.Beta
	copy(rise, l.LogF())
	a.LevelAt(l, t)
	now := l.LogF()
	if odd := lanes.Rise(rise, now); odd != 0 { // both may be -Inf
		for x, v := range rise {
			if v != v && math.IsInf(now[x], -1) {
				rise[x] = 0
			}
		}
	}
	if sharp, ok := a.Bridge.(chains.Sharpener); ok {
		sharp.Sharpen(rise, before, l.Beta)
	}
}

// move sets q to what a push makes of it, and next to what it was.
func move(push func(dst, q []float64), q, next *[]float64) {
	push(*next, *q)
	*q, *next = *next, *q
}

// lawPush is the push of a measure that is nowhere negative.
func lawPush(op chains.Operator) func(dst, q []float64) {
	return func(dst, q []float64) { chains.PushLaw(op, dst, q) }
}

// push makes a step of the kernel, which is aimed at level l. On a mixed bridge it also
// steps the law, and the set of cells where the chain can be.
func (w *walk) push(op chains.Operator, l *chains.Level) {
	if w.law != nil {
		move(lawPush(op), &w.law, &w.next)
		w.can.step(op, l)
	}
	move(op.Push, &w.d, &w.next)
	if w.noise != nil {
		w.pushRounded(op)
	}
}

// step moves to a neighbouring level, where l is and log f has risen by rise, and adds p_t - p_to to the deviation. It
// returns the step's share of the path divergence, -E[log p_to/p_t] under the law p_t + d: +Inf if the chain can be in
// a cell where p_to has no mass.
func (w *walk) step(l *chains.Level, rise []float64) (share float64) {
	near := true
	if w.noise != nil {
		p, logp := slices.Clone(w.p), slices.Clone(w.logp)
		h := math.Abs(l.Beta - w.beta)
		defer func() {
			if near && w.sharp {
				w.roundedSharply(p, logp, h)
			} else {
				w.rounded(p, logp, l.LogF())
			}
		}()
	}
	w.beta = l.Beta
	mean := 0.0
	for x, v := range w.p {
		if v > 0 {
			mean += v * rise[x]
		}
	}
	for x, v := range rise {
		w.rise[x] = v - mean
		near = near && math.Abs(w.rise[x]) < 0.5
	}
	if near {
		share = w.small()
		chains.NormalizeLog(w.p, w.logp, l.LogF())
	} else {
		share = w.large(l)
	}
	w.sum += share
	return share
}

// small takes a step over which log p changes little, by w.rise but for a constant, and leaves p where it was. The
// ratio of the densities is ρ = p_to/p_t = exp(rise)/(1+s), with s the mean of expm1(rise) under p_t.
func (w *walk) small() float64 {
	var s, second, lag float64
	grow := w.next
	for x, p := range w.p {
		rise := w.rise[x]
		more := lanes.Expm1mx(rise)
		grow[x] = rise + more
		s += p * grow[x]
		second += p * more
		lag += w.d[x] * rise
	}
	z := 1 / (1 + s)
	for x, p := range w.p {
		w.d[x] += p * ((s - grow[x]) * z)
	}
	return second + log1pmx(s) - lag
}

// large takes a step over which log p changes so much that a subtraction loses nothing.
func (w *walk) large(l *chains.Level) float64 {
	before, logBefore := slices.Clone(w.p), slices.Clone(w.logp)
	chains.NormalizeLog(w.p, w.logp, l.LogF())
	share := 0.0
	for x, p := range before {
		rise := chains.LogRatio(w.logp[x], logBefore[x])
		there := p+w.d[x] > 0 // whether the chain could be in the cell at the level before
		if w.law != nil {
			there = w.can.in[x]
		}
		switch {
		case math.IsInf(rise, -1) && there:
			share = math.Inf(1)
		case math.IsInf(rise, 0):
			share += w.p[x] - p
		case math.Abs(rise) < 0.5:
			share += p*lanes.Expm1mx(rise) - w.d[x]*rise
		default:
			share += w.p[x] - p - (p+w.d[x])*rise
		}
		w.d[x] += p - w.p[x]
	}
	return share
}

// Q is the law of the last state. Walks carry Q - P, and usually Q is P plus that. There are three exceptions:
//
//	the ends of the bridge have mass in different cells   the walk carried the law: take
//	Q - P is blurred: it lost digits that J needs         the law is pushed anew: lastLaw
//	the same on a large space, in one pass                q/p is pulled anew: pullLaw
//
// At the end Run gives digits to cells of Q that no divergence needs: checked.

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

// farAt takes the error of a cell that is far from p from the law that was pushed, as divergence takes q itself. Where
// a mass is faint log q has the same relative error.
func (g *Measured) farAt(x int, q float64) {
	e := g.noise
	if e == nil || math.Abs(g.d[x]) < g.P[x]/2 {
		return
	}
	g.off[x] = e.share * q
}

// pushedAt takes the error of d from a law that was pushed from level 1 to T.
func (g *Measured) pushedAt(x int, q float64) {
	if e := g.noise; e != nil {
		g.off[x] = e.share*q + ulp*(e.depth+8)*g.P[x]
	}
}

// lastLaw returns the law of x_T by pushing the law itself: p + d has the error of a rounding of p, and this has the
// error of a rounding in every cell. On a shallow bridge op is aimed at p_t.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator, shallow bool) []float64 {
	l, v := a.NewLevel(), vectors(a.Grid.Size(), 3)
	q := v[0]
	next := v[1]
	p := v[2]
	a.LevelAt(l, 1)
	chains.NormalizeLog(q, next, l.LogF())
	for t := range prog.through(2, a.PathEnd(), 1) {
		a.LevelAt(l, t)
		if shallow {
			chains.NormalizeLog(p, next, l.LogF())
			l.P = p
		}
		op.Aim(l)
		move(lawPush(op), &q, &next)
	}
	return q
}

// pullLaw finds Q on a large space, where PushLaw is no better than Push. It runs the forward chain once more by
// pulling q/p alone, which keeps the digits of small cells. It uses only the pass's own memory.
func (w *onePass) pullLaw(prog *progress) []float64 {
	w.refresh(1)
	f := w.f[0]
	dst := w.next[0]
	idle := w.next[1]
	for x := range f {
		f[x] = 1
	}
	for t := range prog.through(2, w.a.T(), 1) {
		w.a.LevelAt(w.level, t)
		w.level.P = w.p
		mass := w.masses(dst)
		crew.Parallel(len(w.p), func(from, to int) {
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
	return f
}
