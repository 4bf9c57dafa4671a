package exact

import (
	"math"

	"breadboard/chains"
)

// A twin walk does for both chains at once, going up, what two walks do, on the
// geometric bridges that almost everybody uses. The reverse chain need not be
// run: by Crooks, E_rev[log w] = E_fwd[ŵ log ŵ] for the normalised weight
// ŵ = w Z_1/Z_T. The measure v_t(x) = E_fwd[ŵ_t log ŵ_t; x_t = x] obeys
//
//	v_t = T_t (ρ_t (v_{t-1} + p_{t-1} log ρ_t)),    v_1 = 0,
//
// and its total is the reverse path divergence, which grows at each step by
// <v_{t-1}, ρ_t - 1> + KL(p_t || p_{t-1}), of second order like everything else.
// One aiming serves both, and where betas are equally spaced p is carried from
// level to level by products.
type twin struct {
	a     chains.Annealing
	op    chains.Operator
	pair  chains.PairPusher // nil where op is none
	level *chains.Level
	ends  chains.Geometric

	p, inv, logp []float64    // p_t, 1/p_t, log p_t; the last stale inside a stride
	now, next    [2][]float64 // d and v, and where they are pushed to

	// of one step of beta, by cell:
	rise []float64 // log f_to - log f_t, less a constant near its mean
	grow []float64 // expm1(rise)
	more []float64 // expm1(rise) - rise
	less []float64 // rise expm1(rise) - more
	back []float64 // exp(-rise)

	stride float64 // the step of beta that these are made for
	left   int     // how many more such steps before p is made afresh
	total  float64 // of v
}

// strideSteps is how many products carry p before it is computed afresh: p is
// then off by as many roundings, less than 1e-13 of it, and so is all that is
// made from p, because nothing cancels.
const strideSteps = 128

// depth is how many nats a log density may span for p and 1/p, and the products
// of one and a deviation, to keep all their digits.
const depth = 600

// newTwin returns nil unless the bridge is geometric and both its ends have mass
// in the same cells and span less than depth.
func newTwin(a chains.Annealing) *twin {
	ends, ok := a.Bridge.(chains.Geometric)
	if !ok || chains.Span(ends.From) >= depth || chains.Span(ends.To) >= depth {
		return nil
	}
	for x := range ends.From {
		if math.IsInf(ends.From[x], -1) != math.IsInf(ends.To[x], -1) {
			return nil
		}
	}
	w := &twin{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel(), ends: ends}
	w.pair, _ = w.op.(chains.PairPusher)
	for _, v := range []*[]float64{&w.p, &w.inv, &w.logp, &w.now[0], &w.now[1], &w.next[0], &w.next[1],
		&w.rise, &w.grow, &w.more, &w.less, &w.back} {
		*v = make([]float64, a.Grid.Size())
	}
	w.stand(1)
	return w
}

// stand makes p afresh at level t.
func (w *twin) stand(t int) {
	w.a.LevelAt(w.level, t)
	normalize(w.p, w.logp, w.level.LogF())
	for x, p := range w.p {
		w.inv[x] = 0
		if p > 0 {
			w.inv[x] = 1 / p
		}
	}
	w.level.P, w.level.Inv = w.p, w.inv
}

// push applies the operator, aimed at the level, to both measures.
func (w *twin) push() {
	w.op.Aim(w.level)
	if w.pair != nil {
		w.pair.PushPair(&w.next, &w.now)
	} else {
		w.op.Push(w.next[0], w.now[0])
		w.op.Push(w.next[1], w.now[1])
	}
	w.now, w.next = w.next, w.now
}

// step moves up to level to and returns the step's shares of both path
// divergences.
func (w *twin) step(to int) (fwd, rev float64) {
	h := w.a.Schedule.Beta(to) - w.level.Beta
	if w.left > 0 && math.Abs(h-w.stride) <= 0x1p-52 { // but for the rounding of two betas
		w.left--
		w.level.Move(to, w.level.Beta+h)
		w.level.P, w.level.Inv = w.p, w.inv
		return w.carry()
	}
	for x := range w.rise {
		w.rise[x] = h * chains.LogRatio(w.ends.To[x], w.ends.From[x])
	}
	if !center(w.rise, w.p) {
		w.left = 0
		return w.leap(to)
	}
	for x, v := range w.rise {
		w.grow[x], w.more[x], w.back[x] = math.Expm1(v), expm1mx(v), math.Exp(-v)
		w.less[x] = v*w.grow[x] - w.more[x]
	}
	w.stride, w.left = h, strideSteps-1
	fwd, rev = w.carry()
	w.stand(to)
	return fwd, rev
}

// carry takes a small step by products alone: ρ = (1 + grow)/(1 + s), s the mean
// of grow under p.
func (w *twin) carry() (fwd, rev float64) {
	s, fwd, rev := w.means()
	rest := log1pmx(s)
	z, lambda := 1/(1+s), s+rest
	fwd += rest
	rev = z*(rev-s*(s+w.total)) - rest
	w.total += rev

	n := len(w.p)
	p, inv, d, v := w.p, w.inv[:n], w.now[0][:n], w.now[1][:n]
	rise, grow, back := w.rise[:n], w.grow[:n], w.back[:n]
	for x, px := range p {
		rho := z + z*grow[x]
		d[x] += px * (z * (s - grow[x]))
		v[x] = rho * (v[x] + px*(rise[x]-lambda))
		p[x] = px * rho
		inv[x] *= (1 + s) * back[x]
	}
	return fwd, rev
}

// means returns <p, grow>, <p, more> - <d, rise> and <p, less> + <v, grow>, each
// in two sums, because one sum waits for every addition in turn.
func (w *twin) means() (s, fwd, rev float64) {
	n := len(w.p)
	p, d, v := w.p, w.now[0][:n], w.now[1][:n]
	rise, grow, more, less := w.rise[:n], w.grow[:n], w.more[:n], w.less[:n]
	var s1, fwd1, rev1 float64
	if n%2 == 1 {
		s, fwd, rev = p[n-1]*grow[n-1], p[n-1]*more[n-1]-d[n-1]*rise[n-1], p[n-1]*less[n-1]+v[n-1]*grow[n-1]
	}
	for x := 0; x < n-1; x += 2 {
		s += p[x] * grow[x]
		s1 += p[x+1] * grow[x+1]
		fwd += p[x]*more[x] - d[x]*rise[x]
		fwd1 += p[x+1]*more[x+1] - d[x+1]*rise[x+1]
		rev += p[x]*less[x] + v[x]*grow[x]
		rev1 += p[x+1]*less[x+1] + v[x+1]*grow[x+1]
	}
	return s + s1, fwd + fwd1, rev + rev1
}

// leap takes a step over which log p changes so much that nothing cancels.
func (w *twin) leap(to int) (fwd, rev float64) {
	before, logBefore := append([]float64(nil), w.p...), append([]float64(nil), w.logp...)
	for x, p := range before {
		logBefore[x] = math.Log(p)
	}
	w.stand(to)
	d, v := w.now[0], w.now[1]
	for x, p := range before {
		if p == 0 {
			continue
		}
		rise := w.logp[x] - logBefore[x]
		up, down := klTerms(p, w.p[x])
		fwd += up - d[x]*rise
		rev += down + v[x]*math.Expm1(rise)
		d[x] += p - w.p[x]
		v[x] = math.Exp(rise) * (v[x] + p*rise)
	}
	w.total += rev
	return fwd, rev
}
