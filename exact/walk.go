package exact

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
)

// A walk carries one chain from level to level, up or down, as the deviation d of its
// law from p_t. It works on any bridge, for steps of any size, at any depth.
//
// A bridge is mixed if one end has mass in a cell where the other has none. Then it matters
// whether a chain has left a cell for good or is still there with a probability of 1e-18, or
// 1e-600: a divergence is finite in the first case and infinite in the second. Rounding
// leaves 1e-18 in p + d in either case, so a walk on a mixed bridge also carries the law
// itself, and the set of cells the chain can be in.
type walk struct {
	logp []float64 // log p_t
	p, d []float64
	law  []float64 // p + d to its own last digit; nil unless the bridge is mixed
	can  []float64 // 1 in cells the chain can be in, 0 in others; nil unless the bridge is mixed
	next []float64 // scratch, and after a push the deviation before it
	rise []float64 // scratch
	sum  float64   // the path divergence so far

	noise  *noise    // nil unless the walk carries errors
	errors []float64 // the error of d
}

// newWalk returns a walk that begins at the level where l is.
func newWalk(a chains.Annealing, l *chains.Level) *walk {
	w := &walk{}
	for _, v := range []*[]float64{&w.logp, &w.p, &w.d, &w.next, &w.rise} {
		*v = make([]float64, a.Grid.Size())
	}
	chains.NormalizeLog(w.p, w.logp, l.LogF())
	if !a.SameCells() {
		w.law, w.can = slices.Clone(w.p), make([]float64, len(w.p))
		for x, v := range w.logp {
			if !math.IsInf(v, -1) {
				w.can[x] = 1
			}
		}
	}
	return w
}

// run walks from level to level until end, and makes a step of op at each but the last. l
// is where the walk is.
func (w *walk) run(prog *progress, a chains.Annealing, op chains.Operator, l *chains.Level, end int) error {
	by, rise := cmp.Compare(end, l.T), make([]float64, len(w.p))
	for l.T != end {
		if err := prog.level(); err != nil {
			return err
		}
		moveTo(a, l, l.T+by, rise)
		w.step(l, rise)
		if l.T != end {
			op.Aim(l)
			w.push(op)
		}
	}
	return nil
}

// moveTo moves l to level t, and sets rise to log f there less log f at the level before.
func moveTo(a chains.Annealing, l *chains.Level, t int, rise []float64) {
	copy(rise, l.LogF())
	a.LevelAt(l, t)
	for x, v := range l.LogF() {
		rise[x] = chains.LogRatio(v, rise[x])
	}
}

// push makes a step of the kernel, which is aimed at the level. On a mixed bridge it also
// steps the law, and the set of cells where the chain can be.
func (w *walk) push(op chains.Operator) {
	if w.law != nil {
		chains.PushLaw(op, w.next, w.law)
		w.law, w.next = w.next, w.law
		chains.PushLaw(op, w.next, w.can)
		w.can, w.next = w.next, w.can
		for x, v := range w.can {
			if v > 0 {
				w.can[x] = 1
			}
		}
	}
	op.Push(w.next, w.d)
	w.d, w.next = w.next, w.d
	if w.noise != nil {
		w.pushRounded(op)
	}
}

// there reports whether the chain could be in a cell at the previous level, where the
// cell's mass was p.
func (w *walk) there(x int, p float64) bool {
	if w.law != nil {
		return w.can[x] > 0
	}
	return p+w.d[x] > 0
}

// step moves to a neighbouring level, where l is and log f has risen by rise, and adds
// p_t - p_to to the deviation. It returns the step's share of the path divergence,
// -E[log p_to/p_t] under the law p_t + d: +Inf if the chain can be in a cell where p_to has
// no mass.
func (w *walk) step(l *chains.Level, rise []float64) (share float64) {
	if w.noise == nil {
		return w.stepOn(l, rise)
	}
	p, logp := slices.Clone(w.p), slices.Clone(w.logp)
	share = w.stepOn(l, rise)
	w.rounded(p, logp, l.LogF())
	return share
}

// stepOn is step without errors.
func (w *walk) stepOn(l *chains.Level, rise []float64) (share float64) {
	if w.center(rise) {
		share = w.small()
		chains.NormalizeLog(w.p, w.logp, l.LogF())
	} else {
		share = w.large(l)
	}
	w.sum += share
	return share
}

// center sets w.rise to rise less its mean under p. It reports whether all entries are
// below 1/2.
func (w *walk) center(rise []float64) bool {
	mean := 0.0
	for x, v := range w.p {
		if v > 0 {
			mean += v * rise[x]
		}
	}
	for x, v := range rise {
		w.rise[x] = v - mean
		if !(math.Abs(w.rise[x]) < 0.5) {
			return false
		}
	}
	return true
}

// small takes a step over which log p changes little, and leaves p where it was. The
// ratio of the densities is ρ = p_to/p_t = exp(rise)/(1+s), with s the mean of
// expm1(rise) under p_t.
func (w *walk) small() float64 {
	var s, second, lag float64
	grow := w.next
	for x, p := range w.p {
		rise := w.rise[x]
		more := expm1mx(rise)
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
		switch {
		case math.IsInf(rise, -1) && w.there(x, p):
			share = math.Inf(1)
		case math.IsInf(rise, 0):
			share += w.p[x] - p
		case math.Abs(rise) < 0.5:
			share += p*expm1mx(rise) - w.d[x]*rise
		default:
			share += w.p[x] - p - (p+w.d[x])*rise
		}
		w.d[x] += p - w.p[x]
	}
	return share
}
