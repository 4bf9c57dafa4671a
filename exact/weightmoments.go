package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
)

// A weightMoments finds the moments of log w of both chains in one pass upward. It need not run the reverse chain: by
// Crooks, E_rev[φ] = E_fwd[ŵ φ] for the normalised weight ŵ = w Z_1/Z_T. It carries functions of the cell,
//
//	f_k(x) = E_fwd[(log ŵ - μ)^k; x_t = x] / p_t(x),
//	g_k(x) = E_fwd[ŵ (log ŵ - ν)^k; x_t = x] / p_t(x),   g_0 = 1,
//	h(x)   = E_fwd[ŵ²; x_t = x] / p_t(x),
//
// with μ and ν the means so far, so that nothing large cancels. The weight's step by ρ = p_t/p_{t-1} divides f by ρ,
// leaves g and multiplies h by ρ, and adds log ρ less its mean to the bases of the powers; the kernel's step pulls them
// by the reversal of T_t.
type weightMoments struct {
	a            chains.Annealing
	level        *chains.Level
	op, reversal chains.Operator
	here, before densities      // at the level, and at the level before
	now, next    [4]chains.Pair // f_0 f_1, f_2 f_3, g_1 g_2, g_3 h
	logRho       []float64      // log ρ of the last step; 0 where p_t has no mass
	inverseRho   []float64      // 1/ρ, likewise
	logScale     float64        // h was divided by exp(logScale)
}

// densities holds p_t, its logarithm and 1/p_t; p_t and 1/p_t are 0 in cells without mass.
type densities struct{ p, log, inv []float64 }

// newWeightMoments returns the functions before the first step.
func newWeightMoments(a chains.Annealing) *weightMoments {
	w := &weightMoments{a: a, level: a.NewLevel(), op: chains.On(a.Kernel, a.Grid)}
	w.reversal = w.op.Reversal()
	n := a.Grid.Size()
	v := vectors(n, 8)
	w.here = densities{v[0], v[1], v[2]}
	w.before = densities{v[3], v[4], v[5]}
	w.logRho = v[6]
	w.inverseRho = v[7]
	for i := range w.now {
		v := vectors(n, 4)
		w.now[i] = chains.Pair{v[0], v[1]}
		w.next[i] = chains.Pair{v[2], v[3]}
	}
	for x := range n {
		w.now[0][0][x], w.now[3][1][x] = 1, 1
	}
	return w
}

// rarest is the mass from which on its inverse, and the inverse's products with other masses, are in the range of
// floats.
const rarest = 1e-260

// moveTo moves to level t. It reports whether p_t and 1/p_t keep all their digits and p_t has mass in the same cells as
// the last level.
func (w *weightMoments) moveTo(t int) bool {
	w.here, w.before = w.before, w.here
	w.a.LevelAt(w.level, t)
	chains.NormalizeLog(w.here.p, w.here.log, w.level.LogF())
	n := len(w.here.p)
	inverse, log := w.here.inv[:n], w.here.log[:n]
	before := w.before.p[:n]
	sound := true
	for x, p := range w.here.p {
		inverse[x] = 0
		if p >= rarest {
			inverse[x] = 1 / p
		} else if !math.IsInf(log[x], -1) {
			sound = false
		}
		if (p > 0) != (before[x] > 0) {
			sound = sound && t == 1
		}
	}
	if !sound {
		return false
	}
	w.level.P = w.here.p
	return true
}

// weigh makes the weight's step to the level. Slices are cut to the cells, which saves the loops the checks of bounds.
func (w *weightMoments) weigh() {
	n := len(w.here.p)
	f0, f1 := w.now[0][0][:n], w.now[0][1][:n]
	f2, f3 := w.now[1][0][:n], w.now[1][1][:n]
	g1, g2 := w.now[2][0][:n], w.now[2][1][:n]
	g3, h := w.now[3][0][:n], w.now[3][1][:n]
	w.setRho()
	logRho, inverseRho := w.logRho[:n], w.inverseRho[:n]
	mu, nu := w.means()
	for x, p := range w.here.p {
		if p == 0 {
			continue
		}
		gain, by := logRho[x], inverseRho[x]
		y := gain - mu
		f3[x] = by * (f3[x] + y*(3*f2[x]+y*(3*f1[x]+y*f0[x])))
		f2[x] = by * (f2[x] + y*(2*f1[x]+y*f0[x]))
		f1[x] = by * (f1[x] + y*f0[x])
		f0[x] *= by
		y = gain - nu
		g3[x] += y * (3*g2[x] + y*(3*g1[x]+y))
		g2[x] += y * (2*g1[x] + y)
		g1[x] += y
	}
	top := 0.0
	inverse := w.before.inv[:n]
	for x, p := range w.here.p {
		h[x] *= p * inverse[x]
		top = max(top, h[x])
	}
	if top > largestSquare && !math.IsInf(top, 1) {
		floats.Scale(1/top, h)
		w.logScale += math.Log(top)
	}
}

// setRho sets log ρ and 1/ρ.
func (w *weightMoments) setRho() {
	p := w.here.p
	n := len(p)
	log, inverse := w.here.log[:n], w.here.inv[:n]
	pBefore, logBefore := w.before.p[:n], w.before.log[:n]
	logRho, inverseRho := w.logRho[:n], w.inverseRho[:n]
	for x, v := range p {
		logRho[x] = 0
		if v > 0 {
			logRho[x] = log[x] - logBefore[x]
		}
		inverseRho[x] = pBefore[x] * inverse[x]
	}
}

// means returns the means of f_1 and g_1 after the step.
func (w *weightMoments) means() (mu, nu float64) {
	p := w.here.p
	n := len(p)
	pBefore, logRho := w.before.p[:n], w.logRho[:n]
	f0, g1 := w.now[0][0][:n], w.now[2][0][:n]
	for x, v := range p {
		mu += pBefore[x] * f0[x] * logRho[x]
		nu += v * (g1[x] + logRho[x])
	}
	return mu, nu
}

// pull makes the kernel's step in all functions at once.
func (w *weightMoments) pull() {
	w.op.Aim(w.level)
	for i := range w.now {
		w.reversal.PullPair(&w.next[i], &w.now[i])
	}
	w.now, w.next = w.next, w.now
}

// leastESS is the effective sample size below which it rests on paths so rare that the rounding of other paths weighs
// as much.
const leastESS = 1e-6

// momentsInOnePass sets the moments of log w and the effective sample size. It reports whether they are sound: the
// kernel must be known to keep its law, the bridge must be shallow, with mass in the same cells from end to end, and
// the weights must not rest on rare paths. E[ŵ] is 1, because with B finite neither chain has paths that the other
// lacks.
func (r *Result) momentsInOnePass(prog *progress, a chains.Annealing) (sound bool) {
	w := newWeightMoments(a)
	if !flows.Invariant(w.op) || !w.moveTo(1) {
		return false
	}
	T := w.a.T()
	for t := range prog.through(2, T) {
		if !w.moveTo(t) {
			return false
		}
		w.weigh()
		if t < T { // the step after the last weight has no effect on it
			w.pull()
		}
	}
	mean := func(f []float64) float64 { return floats.Dot(w.here.p, f) }
	r.FwdMoments = momentsOf(r.FwdLogW(), mean(w.now[1][0]), mean(w.now[1][1]))
	r.RevMoments = momentsOf(r.RevLogW(), mean(w.now[2][1]), mean(w.now[3][0]))
	r.ESS = math.Exp(-w.logScale - math.Log(mean(w.now[3][1])))
	return r.ESS >= leastESS
}
