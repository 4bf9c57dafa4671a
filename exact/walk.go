package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A walk stands at a level t with p_t and the deviation d of a chain's law from
// it, and steps from level to level in either direction: of any bridge, over any
// distance, at any depth.
type walk struct {
	a     chains.Annealing
	op    chains.Operator
	level *chains.Level
	logf  []float64 // log f_t
	logp  []float64 // log p_t
	p, d  []float64
	law   []float64 // p + d to its own last digit; nil unless the bridge is mixed,
	can   []float64 // and 1 where the chain can be, 0 where it cannot
	next  []float64 // scratch
	rise  []float64 // log f of the level stepped to, less that of the one before
	doubt *doubt    // nil where nobody asks
	round rounding
	aimed bool
}

func newWalk(a chains.Annealing, t int, op chains.Operator) *walk {
	w := &walk{a: a, op: op, level: a.NewLevel(), round: newRounding(a)}
	for _, v := range []*[]float64{&w.logf, &w.logp, &w.p, &w.d, &w.next, &w.rise} {
		*v = make([]float64, a.Grid.Size())
	}
	w.stand(t)
	if mixed(a) {
		w.law, w.can = append([]float64(nil), w.p...), make([]float64, len(w.p))
		for x, v := range w.logf {
			if !math.IsInf(v, -1) {
				w.can[x] = 1
			}
		}
	}
	return w
}

// mixed reports whether one end of the bridge has mass in a cell where the other has
// none. A chain that has left such a cell for good is then told from one that is there
// with a probability of 1e-18, or 1e-600: the one makes a divergence finite and the
// other not. Of p + d rounding leaves as much in either case, so that a walk carries the
// law itself, and where the chain can be.
func mixed(a chains.Annealing) bool {
	first, last := ends(a)
	for x, v := range first {
		if math.IsInf(v, -1) != math.IsInf(last[x], -1) {
			return true
		}
	}
	return false
}

// stand moves to level t, leaving d alone.
func (w *walk) stand(t int) {
	w.a.LevelAt(w.level, t)
	copy(w.logf, w.level.LogF())
	normalize(w.p, w.logp, w.logf)
}

// normalize sets p and logp to the distribution of density exp(logf). The
// largest of logf is taken off first, so that a constant in it costs no digits.
func normalize(p, logp, logf []float64) {
	at := floats.MaxIdx(logf)
	top, rest := logf[at], 0.0
	for x, v := range logf {
		logp[x] = v - top
		p[x] = math.Exp(v - top)
		if x != at {
			rest += p[x]
		}
	}
	logZ := math.Log1p(rest)
	for x := range p {
		logp[x] -= logZ
		p[x] /= 1 + rest
	}
}

// push applies the operator, aimed at the level, to the deviation.
func (w *walk) push() {
	w.op.Aim(w.level)
	w.aimed = true
	w.op.Push(w.next, w.d)
	w.d, w.next = w.next, w.d
	if w.law != nil {
		w.pushLaw(w.op)
	}
}

// pushLaw makes a step of the law, and of where the chain can be.
func (w *walk) pushLaw(op chains.Operator) {
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

// there reports whether the chain can be in a cell at the level before, of which p was
// the mass.
func (w *walk) there(x int, p float64) bool {
	if w.law != nil {
		return w.can[x] > 0
	}
	return p+w.d[x] > 0
}

// step moves to a neighbouring level and adds what the density left behind to
// the deviation. It returns the step's share of the path divergence,
// -E[log p_to/p_t] under the law p_t + d: +Inf where there is mass that p_to
// has none of.
func (w *walk) step(to int) float64 {
	w.a.LevelAt(w.level, to)
	for x, v := range w.level.LogF() {
		w.rise[x] = chains.LogRatio(v, w.logf[x])
	}
	if !center(w.rise, w.p) {
		return w.large(to)
	}
	share := w.small(w.level.LogF())
	w.stand(to)
	return share
}

// center takes the mean under p from rise, and reports whether what remains is
// small everywhere.
func center(rise, p []float64) bool {
	mean := 0.0
	for x, v := range p {
		if v > 0 {
			mean += v * rise[x]
		}
	}
	for x := range rise {
		rise[x] -= mean
		if !(math.Abs(rise[x]) < 0.5) {
			return false
		}
	}
	return true
}

// small takes a step over which log p changes little, to where log f is logf: but
// for p, which stays where it was. With ρ = p_to/p_t = exp(rise)/(1+s), s is the mean
// of expm1(rise) under p_t.
func (w *walk) small(logf []float64) float64 {
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
	if w.doubt != nil {
		w.trace(func(x int) cell { // log Z rises as much as log f does, but for rise
			size := max(w.size(x), w.round.at(x, logf[x], w.logf[x]-w.logp[x]+logf[x]-w.logf[x]-w.rise[x]))
			return cell{w.p[x], w.p[x] * ((s - grow[x]) * z), w.rise[x], size}
		})
	}
	for x, p := range w.p {
		w.d[x] += p * ((s - grow[x]) * z)
	}
	return second + log1pmx(s) - lag
}

// large takes a step over which log p changes so much that nothing cancels.
func (w *walk) large(to int) float64 {
	before, logBefore := append([]float64(nil), w.p...), append([]float64(nil), w.logp...)
	copy(w.rise, w.logf)
	w.stand(to)
	share := 0.0
	if w.doubt != nil {
		w.trace(func(x int) cell {
			size := max(w.size(x), w.round.at(x, w.rise[x], w.rise[x]-logBefore[x]))
			return cell{max(before[x], w.p[x]), before[x] - w.p[x], chains.LogRatio(w.logp[x], logBefore[x]), size}
		})
	}
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

// size is what log f is rounded at in a cell, by way of the level's constant.
func (w *walk) size(x int) float64 { return w.round.at(x, w.logf[x], w.logf[x]-w.logp[x]) }

// A cell is what a step makes of one: the mass, at the level where it is larger, what
// the deviation gains, the change of log p, and what log f is rounded at, at the
// level where it is larger.
type cell struct{ p, gain, rise, size float64 }

// trace takes note of a step by its cells, before the deviation has gained anything.
// What is pulled next is as large as it is then.
func (w *walk) trace(of func(x int) cell) {
	if w.doubt.moves == 0 && w.aimed {
		w.doubt.moves = entries(w.op, w.p)
	}
	var level footprint
	for x, d := range w.d {
		c := of(x)
		d, off := max(math.Abs(d), math.Abs(d+c.gain)), 2*unit*(1+c.size)
		rise := math.Abs(c.rise)
		if math.IsInf(rise, 0) { // and the divergence is infinite, or the cell empty
			rise = 0
		}
		level = level.Add(footprint{d, d * c.size, math.Abs(c.gain), d * rise, off * c.p, off * (c.p*rise + d)})
	}
	w.doubt.through(1, level)
}

// A rounding tells what a bridge rounds log f at: for all that is known that itself
// and log Z, which is taken off; and on a path of power means, which normalises both
// ends, these as well.
type rounding struct {
	from, to []float64 // nil but on such a path
	logZ     float64   // of both ends, their sizes
}

func newRounding(a chains.Annealing) (r rounding) {
	if b, ok := a.Bridge.(*chains.QPath); ok {
		r.from, r.to, _ = b.Ends()
		r.logZ = math.Abs(floats.LogSumExp(r.from)) + math.Abs(floats.LogSumExp(r.to))
	}
	return r
}

// at is the size in a cell: 0 where there is no mass.
func (r rounding) at(x int, logf, logZ float64) float64 {
	if math.IsInf(logf, -1) {
		return 0
	}
	size := math.Abs(logf) + math.Abs(logZ) + r.logZ
	if r.from == nil {
		return size
	}
	for _, v := range [2]float64{r.from[x], r.to[x]} {
		if !math.IsInf(v, -1) {
			size += math.Abs(v)
		}
	}
	return size
}
