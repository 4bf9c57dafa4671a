package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A walk stands at a level t with p_t and the deviation d of a chain's law from
// it, and steps from level to level in either direction.
type walk struct {
	a     chains.Annealing
	op    chains.Operator
	level *chains.Level

	p, inv    []float64 // p_t, 1/p_t
	logp      []float64 // log p_t; stale inside a stride
	d, pushed []float64

	shallow bool // every p_t is 0 where p_1 is, and elsewhere in a float's good range
	ends    *chains.Geometric

	delta  []float64 // log f_to - log f_t, less a constant near its mean
	factor []float64 // expm1(delta)
	rest   []float64 // expm1(delta) - delta
	back   []float64 // exp(-delta)

	stride float64 // the step of beta that delta and the rest are made for, 0 for none
	left   int     // how many more such steps before p is made afresh
}

// strideSteps is how far p is carried by multiplications before it is computed
// afresh: the rounding of as many products, below 1e-13, is what p may be off.
const strideSteps = 128

// depth is how far below its largest a log density may lie for p and 1/p, and
// the products of one and a deviation, to keep all their digits.
const depth = 600

func newWalk(a chains.Annealing, t int, op chains.Operator) *walk {
	n := a.Grid.Size()
	buf := make([]float64, 9*n)
	next := func() []float64 { b := buf[:n:n]; buf = buf[n:]; return b }
	w := &walk{a: a, op: op, level: a.NewLevel(),
		p: next(), inv: next(), logp: next(), d: next(), pushed: next(),
		delta: next(), factor: next(), rest: next(), back: next()}
	if g, ok := a.Bridge.(chains.Geometric); ok {
		w.ends = &g
	}
	w.shallow = shallow(a)
	w.stand(t)
	return w
}

// shallow reports whether both ends of the bridge have mass in the same cells,
// and there within depth; of other bridges than the geometric, whose inside is
// not bounded by its ends, it says no.
func shallow(a chains.Annealing) bool {
	g, ok := a.Bridge.(chains.Geometric)
	if !ok {
		return false
	}
	for x := range g.From {
		if math.IsInf(g.From[x], -1) != math.IsInf(g.To[x], -1) {
			return false
		}
	}
	return span(g.From) < depth && span(g.To) < depth
}

// span is the distance between the largest and the smallest finite log density.
func span(logf []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	return high - low
}

// stand moves to level t and makes p afresh. It leaves d alone.
func (w *walk) stand(t int) {
	w.a.LevelAt(w.level, t)
	logf := w.level.LogF()
	logZ := floats.LogSumExp(logf)
	for x, v := range logf {
		w.logp[x] = v - logZ
		w.p[x] = math.Exp(v - logZ)
		w.inv[x] = 0
		if w.p[x] > 0 {
			w.inv[x] = 1 / w.p[x]
		}
	}
	w.lend()
}

func (w *walk) lend() {
	if w.shallow {
		w.level.P, w.level.Inv = w.p, w.inv
	}
}

// push applies the operator, aimed at the level, to the deviation.
func (w *walk) push() {
	w.op.Aim(w.level)
	w.op.Push(w.pushed, w.d)
	w.d, w.pushed = w.pushed, w.d
}

// step moves to a neighbouring level and adds what the density left behind to
// the deviation. It returns the step's share of the path divergence,
// -E[log p_to/p_t] under the law p_t + d: +Inf where there is mass that p_to
// has none of.
func (w *walk) step(to int) float64 {
	from := w.level.Beta
	h := w.a.Schedule.Beta(to) - from
	if h == 0 {
		w.level.Move(to, from)
		w.lend()
		return 0
	}
	if w.shallow && w.left > 0 && w.sameStride(h) {
		w.left--
		w.a.LevelAt(w.level, to)
		w.lend()
		return w.small(to)
	}
	w.left, w.stride = 0, 0
	if !w.gauge(to, h) {
		return w.large(to)
	}
	for x, v := range w.delta {
		w.factor[x] = math.Expm1(v)
		w.rest[x] = expm1mx(v)
		w.back[x] = math.Exp(-v)
	}
	if w.ends != nil {
		w.stride, w.left = h, strideSteps-1
	}
	share := w.small(to)
	w.stand(to)
	return share
}

// sameStride reports whether h is the step in use, but for the rounding of two
// betas.
func (w *walk) sameStride(h float64) bool { return math.Abs(h-w.stride) <= 0x1p-52 }

// gauge sets delta to the change of log f, less its mean under p_t, and reports
// whether it is small everywhere.
func (w *walk) gauge(to int, h float64) bool {
	if w.ends != nil && w.shallow {
		for x := range w.delta {
			w.delta[x] = h * chains.LogRatio(w.ends.To[x], w.ends.From[x])
		}
	} else {
		copy(w.delta, w.level.LogF())
		w.a.LevelAt(w.level, to)
		for x, v := range w.level.LogF() {
			w.delta[x] = chains.LogRatio(v, w.delta[x])
		}
	}
	mean := 0.0
	for x, p := range w.p {
		if p > 0 {
			mean += p * w.delta[x]
		}
	}
	largest := 0.0
	for x := range w.delta {
		if w.shallow && w.p[x] == 0 {
			w.delta[x] = mean
		}
		largest = max(largest, math.Abs(w.delta[x]-mean))
	}
	if !(largest < 0.5) {
		return false
	}
	floats.AddConst(-mean, w.delta)
	return true
}

// small takes a step over which log p changes little, by products alone:
// ρ = (1 + factor)/(1 + s), s the mean of factor under p.
func (w *walk) small(to int) float64 {
	n := len(w.p)
	p, inv, d := w.p, w.inv[:n], w.d[:n]
	delta, factor, rest, back := w.delta[:n], w.factor[:n], w.rest[:n], w.back[:n]
	var s, second, lag float64
	for x, px := range p {
		s += px * factor[x]
		second += px * rest[x]
		lag += d[x] * delta[x]
	}
	grow := 1 + s
	shrink := 1 / grow
	for x, px := range p {
		px *= shrink
		d[x] += px * (s - factor[x])
		p[x] = px + px*factor[x]
		inv[x] *= grow * back[x]
	}
	return second + log1pmx(s) - lag
}

// large takes a step over which log p changes so much that nothing cancels.
func (w *walk) large(to int) float64 {
	before, logBefore := append([]float64(nil), w.p...), append([]float64(nil), w.logp...)
	if w.shallow { // logp may be stale
		for x, v := range before {
			logBefore[x] = math.Log(v)
		}
	}
	w.stand(to)
	share := 0.0
	for x, p := range before {
		rise := chains.LogRatio(w.logp[x], logBefore[x])
		switch {
		case math.IsInf(rise, -1) && p+w.d[x] > 0:
			share = math.Inf(1)
		case math.IsInf(rise, 0):
			share += w.p[x] - p
		default:
			share += klPart(p, w.p[x], rise) - w.d[x]*rise
		}
		w.d[x] += p - w.p[x]
	}
	return share
}

// klPart is p log(p/p') - p + p', for rise = log(p'/p).
func klPart(p, next, rise float64) float64 {
	if math.Abs(rise) < 0.5 {
		return p * expm1mx(rise)
	}
	return next - p - p*rise
}
