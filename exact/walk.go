package exact

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
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

// run walks from level to level until end, and makes a step of op at each but the last. l is where the walk is.
func (w *walk) run(prog *progress, a chains.Annealing, op chains.Operator, l *chains.Level, end int) {
	by := cmp.Compare(end, l.T)
	rise := make([]float64, len(w.p))
	for t := range prog.through(l.T+by, end, by) {
		moveTo(&a, l, t, rise)
		w.step(l, rise)
		if t != end {
			op.Aim(l)
			w.push(op, l)
		}
	}
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
	before := slices.Clone(w.p)
	logBefore := slices.Clone(w.logp)
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

// rounded adds the errors of a step from p and log p to a level of log density logf. A log density is rounded at its
// own size, and so is the relative error of a mass.
func (w *walk) rounded(p, logp, logf []float64) {
	for x, to := range w.p {
		if math.IsInf(logf[x], -1) && p[x] == 0 {
			continue
		}
		rise := chains.LogRatio(w.logp[x], logp[x])
		if math.IsInf(rise, 0) {
			rise = 0
		}
		deep := math.Abs(w.logp[x])
		if math.IsInf(deep, 1) {
			deep = math.Abs(logp[x])
		}
		d := math.Abs(w.d[x]) + math.Abs(p[x]-to)
		w.errors[x] += w.noise.of((6*deep+12)*(p[x]+to) + 2*d)
		least := 6*deep + 12
		w.noise.add(w.errors[x]*rise,
			math.Abs(rise)*(d+p[x]*min(1, math.Abs(rise)))+math.Abs(p[x]-to)+least*(d+p[x]*least*ulp))
	}
}

// roundedSharply is rounded for a small step by h of a bridge that knows its rises. A rise is off by roundings of its
// own size, and by h of the size of the log densities at the ends, which are rounded too: by the same at every step.
func (w *walk) roundedSharply(p, logp []float64, h float64) {
	for x, to := range w.p {
		if math.IsInf(logp[x], -1) {
			continue
		}
		rise := math.Abs(w.logp[x] - logp[x])
		deep := math.Abs(w.logp[x])
		change := p[x] * min(1, rise)
		d := math.Abs(w.d[x]) + change
		given := 4 * h * w.noise.depth
		w.errors[x] += w.noise.of((6*deep+16)*change+2*d) + w.noise.same(x)*given*(p[x]+to)
		least := 4*rise + given
		w.noise.add(w.errors[x]*(w.logp[x]-logp[x]), rise*(d+change)+least*(d+p[x]*least*ulp))
	}
}

// pushRounded pushes the errors as push did d.
func (w *walk) pushRounded(op chains.Operator) {
	size := w.noise.moves + 3*w.noise.depth + 8
	for x, before := range w.next {
		w.errors[x] += w.noise.of(size * math.Abs(before))
	}
	op.Push(w.rise, w.errors)
	w.errors, w.rise = w.rise, w.errors
	for x, before := range w.next {
		w.errors[x] += w.noise.of(size * (math.Abs(before) + math.Abs(w.d[x])))
	}
}
