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
	next  []float64 // scratch
	rise  []float64 // log f of the level stepped to, less that of the one before
	doubt *doubt    // nil where nobody asks
	aimed bool
}

func newWalk(a chains.Annealing, t int, op chains.Operator) *walk {
	w := &walk{a: a, op: op, level: a.NewLevel()}
	for _, v := range []*[]float64{&w.logf, &w.logp, &w.p, &w.d, &w.next, &w.rise} {
		*v = make([]float64, a.Grid.Size())
	}
	w.stand(t)
	return w
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
	top, sum := floats.Max(logf), 0.0
	for x, v := range logf {
		logp[x] = v - top
		p[x] = math.Exp(v - top)
		sum += p[x]
	}
	logZ := math.Log(sum)
	for x := range p {
		logp[x] -= logZ
		p[x] /= sum
	}
}

// push applies the operator, aimed at the level, to the deviation.
func (w *walk) push() {
	w.op.Aim(w.level)
	w.aimed = true
	w.op.Push(w.next, w.d)
	w.d, w.next = w.next, w.d
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
	if center(w.rise, w.p) {
		return w.small(to)
	}
	return w.large(to)
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

// small takes a step over which log p changes little. With ρ = p_to/p_t =
// exp(rise)/(1+s), s is the mean of expm1(rise) under p_t.
func (w *walk) small(to int) float64 {
	var s, second, lag float64
	grow := w.next
	for x, p := range w.p {
		rise := w.rise[x]
		grow[x] = math.Expm1(rise)
		s += p * grow[x]
		second += p * expm1mx(rise)
		lag += w.d[x] * rise
	}
	if w.doubt != nil {
		w.trace(func(x int) (p, moved, rise float64) {
			return w.p[x], w.p[x] * (s - grow[x]) / (1 + s), w.rise[x]
		})
	}
	for x, p := range w.p {
		w.d[x] += p * (s - grow[x]) / (1 + s)
	}
	w.stand(to)
	return second + log1pmx(s) - lag
}

// large takes a step over which log p changes so much that nothing cancels.
func (w *walk) large(to int) float64 {
	before, logBefore := append([]float64(nil), w.p...), append([]float64(nil), w.logp...)
	w.stand(to)
	share := 0.0
	if w.doubt != nil {
		w.trace(func(x int) (p, moved, rise float64) {
			return max(before[x], w.p[x]), w.p[x] - before[x], chains.LogRatio(w.logp[x], logBefore[x])
		})
	}
	for x, p := range before {
		rise := chains.LogRatio(w.logp[x], logBefore[x])
		switch {
		case math.IsInf(rise, -1) && p+w.d[x] > 0:
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
func (w *walk) size(x int) float64 {
	if math.IsInf(w.logf[x], -1) {
		return 0
	}
	return math.Abs(w.logf[x]) + math.Abs(w.logf[x]-w.logp[x])
}

// trace takes note of a level by its cells: the mass p, what it gains, and the change
// of its logarithm.
func (w *walk) trace(cell func(x int) (p, moved, rise float64)) {
	if w.doubt.moves == 0 && w.aimed {
		w.doubt.moves = entries(w.op, w.p)
	}
	var level footprint
	for x, d := range w.d {
		p, moved, rise := cell(x)
		size, d := w.size(x), math.Abs(d)
		lag := d * math.Abs(rise)
		if math.IsInf(rise, 0) { // and the divergence is infinite, or the cell empty
			lag = 0
		}
		level = level.Add(footprint{d, d * size, math.Abs(moved), lag, unit * 2 * p * (1 + size)})
	}
	w.doubt.through(1, level)
}
