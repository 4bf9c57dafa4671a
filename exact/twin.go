package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// A twin walk does for both chains at once, going up, what two walks do, on the
// geometric bridges that almost everybody uses. The reverse chain need not be
// run: by Crooks, E_rev[log w] = E_fwd[ŵ log ŵ] for the normalised weight
// ŵ = w Z_1/Z_T. What is pulled from level to level are two functions, over a
// mass P_t that is f_t but for a constant:
//
//	u = q/P - 1                               1 + u_t = T̃_t ((1 + u_{t-1}) P_{t-1}/P_t)
//	v = E_fwd[ŵ log ŵ; x_t = x] / p_t(x)      v_t = T̃_t (v_{t-1} + log P_t/P_{t-1})
//
// with T̃ the reversal of T, which has T̃ 1 = 1. So the constant may be left as it
// is until P has drifted from mass 1 by more than drift; for u and v both are then
// off by constants, which are known. No step subtracts anything from u but what
// the density has moved, and a pull moves differences alone: u keeps its digits
// where q is near p, as d = q - p in a walk.
//
// The forward path divergence grows by KL(p_{t-1} || p_t) - <d, log f_t/f_{t-1}>
// and the reverse one, which is the mean of v under p, by <p_t - p_{t-1}, v_t> less
// KL(p_{t-1} || p_t): each is of second order and added up so.
type twin struct {
	a     chains.Annealing
	op    chains.Operator   // aimed,
	back  chains.PairPuller // and its reversal, nil where that pulls no pairs
	level *chains.Level
	ends  chains.Geometric
	low   float64 // the least of log f_T - log f_1 where there is mass
	high  float64 // and the largest

	p       []float64 // P_t
	f, next lanes.Pair
	excess  float64 // of P's mass over 1
	shift   float64 // of v's mean, by the constants left in P
	total   float64 // the reverse path divergence so far, v's mean but for shift
	logZ    float64 // log Z_t, where P was last made afresh
	mean    float64 // of log f_T - log f_1 under p there
	age     int     // how many steps ago

	pace  float64    // the step of beta,
	until int        // the level up to which it is,
	step  lanes.Step // and what it does to the cells, where they are not many,
	ready bool       // for this pace
	slope []float64  // of log f in beta there, less the mean,
	even  bool       // for this mean
	off   float64    // by how much carried betas are off at the most

	doubts [2]doubt // of u and of v
	stride stride
	aimed  bool
	again  bool // q/p was walked up again
}

// oldest and drift are how many products carry P before it is made afresh, and how
// far its mass may go from 1. P is then off by as many roundings, 1e-14 of it. What
// drift costs u: of n steps that each change log f by r or so, it is (nr)²/2, and u
// is no less than r; so at most sqrt(drift) n of u, or one digit.
const (
	oldest = 128
	drift  = 1. / 32
)

// depth is how many nats a log density may span for p and 1/p, and the products
// of one and a deviation, to keep all their digits.
const depth = chains.MaxLogSpan

// newTwin returns nil unless the bridge is geometric and both its ends have mass
// in the same cells and span less than depth.
func newTwin(a chains.Annealing) *twin {
	ends, ok := a.Bridge.(chains.Geometric)
	if !ok || chains.LogSpan(ends.From) >= depth || chains.LogSpan(ends.To) >= depth {
		return nil
	}
	w := &twin{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel(), ends: ends, low: math.Inf(1), high: math.Inf(-1)}
	for x, from := range ends.From {
		if math.IsInf(from, -1) != math.IsInf(ends.To[x], -1) {
			return nil
		}
		if slope := ends.To[x] - from; !math.IsNaN(slope) {
			w.low, w.high = min(w.low, slope), max(w.high, slope)
		}
	}
	w.back, _ = w.op.Reversal().(chains.PairPuller)
	n := a.Grid.Size()
	for _, v := range []*[]float64{&w.p, &w.f[0], &w.f[1], &w.next[0], &w.next[1]} {
		*v = make([]float64, n)
	}
	w.stand(1)
	return w
}

func newStep(n int) lanes.Step {
	return lanes.Step{Rise: make([]float64, n), Grow: make([]float64, n), More: make([]float64, n), Shrink: make([]float64, n)}
}

// stand makes P afresh at level t, of mass 1, and takes from u and v what it was
// off by.
func (w *twin) stand(t int) {
	w.a.LevelAt(w.level, t)
	w.level.P = w.p
	mass := w.masses(w.p)
	w.mean = reduce(len(w.p), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			if w.p[x] > 0 {
				s.slope += w.p[x] * (w.ends.To[x] - w.ends.From[x])
			}
		}
		return s
	}).slope / mass
	excess, shift := w.excess, w.shift
	level := reduce(len(w.p), func(from, to int) tracks {
		p, u, v := w.p[from:to], w.f[0][from:to], w.f[1][from:to]
		for x := range p {
			p[x] /= mass
			u[x] += excess * (1 + u[x])
			v[x] -= shift
		}
		return w.tracks(from, to)
	})
	w.stood(level)
	w.excess, w.shift, w.age, w.ready, w.even = 0, 0, 0, false, false
}

// push makes a step of the kernel, aimed at the level, in both functions.
func (w *twin) push() {
	w.op.Aim(w.level)
	w.aimed = true
	if w.back != nil {
		w.back.PullPair(&w.next, &w.f, &w.f, 1)
		w.f, w.next = w.next, w.f
		return
	}
	for k, f := range w.f {
		q := w.next[k]
		for x, p := range w.p {
			q[x] = p * f[x]
		}
		w.op.Push(f, q)
		for x, p := range w.p {
			if p > 0 {
				f[x] /= p
			} else {
				f[x] = 0
			}
		}
	}
}

// law puts p_T, log p_T, d and q where there is room for them, and forgets the rest.
func (w *twin) law(beat *pulse, g *Gap) error {
	w.stand(g.T)
	u := w.f[0]
	g.P, g.d = w.p, w.f[1]
	for x, p := range w.p {
		g.d[x] = p * u[x]
	}
	g.Q, g.logp = w.next[0], w.next[1]
	if faint(w.p, func(x int) float64 { return 1 + u[x] }) {
		w.again = true
		room := [3][]float64{u, w.next[0], w.next[1]}
		if err := lastLaw(beat, w.a, w.op, g.Q, room, true); err != nil {
			return err
		}
	} else {
		for x, p := range g.P {
			g.Q[x] = p * (1 + u[x])
		}
	}
	w.ends.At(g.logp, 1)
	for x := range g.P {
		g.logp[x] -= w.logZ
	}
	return nil
}
