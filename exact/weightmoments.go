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
	logRho       []float64      // log ρ of the last step, without meaning where p_t has no mass
	logScale     float64        // h was divided by exp(logScale)
	mu, nu       float64        // the means so far: of log ŵ forward, and in reverse
	size         float64        // the sum of the sizes of the terms of mu

	pace         float64 // the steps of beta up to level until, if p_t goes by products there; otherwise 0
	until        int
	rise, growth []float64 // what such a step adds to log f, and multiplies f by; nil unless the bridge is byProducts
}

// densities holds p_t, its logarithm unless it went by products, and 1/p_t. p_t and 1/p_t are 0 in cells without mass.
type densities struct{ p, log, inv []float64 }

// newWeightMoments returns the functions before the first step.
func newWeightMoments(a chains.Annealing) *weightMoments {
	w := &weightMoments{a: a, level: a.NewLevel(), op: chains.On(a.Kernel, a.Grid), until: 1}
	w.reversal = w.op.Reversal()
	n := a.Grid.Size()
	v := vectors(n, 9)
	w.here = densities{v[0], v[1], v[2]}
	w.before = densities{v[3], v[4], v[5]}
	w.logRho = v[6]
	if byProducts(a) {
		w.rise = v[7]
		w.growth = v[8]
	}
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

// moveTo moves to level t. It reports whether p_t and 1/p_t keep all their digits and p_t has mass in the same cells as
// the last level.
func (w *weightMoments) moveTo(t int) bool {
	w.here, w.before = w.before, w.here
	if w.growth != nil && t > w.until {
		w.setGrowth(t)
	}
	if w.pace > 0 {
		w.grow(t)
		if t < w.until {
			return true
		}
	}
	w.a.LevelAt(w.level, t)
	logBefore := w.before.log
	chains.NormalizeLog(w.here.p, w.here.log, w.level.LogF())
	sound := true
	for x, p := range w.here.p {
		w.here.inv[x] = 0
		if p >= rarest {
			w.here.inv[x] = 1 / p
		} else if !math.IsInf(w.here.log[x], -1) {
			sound = false
		}
		if (p > 0) != (w.before.p[x] > 0) {
			sound = sound && t == 1
		}
		if w.pace == 0 {
			w.logRho[x] = w.here.log[x] - logBefore[x]
		}
	}
	w.level.P = w.here.p
	return sound
}

// setGrowth looks at the steps of beta from the level before t on. Where too few of them are alike, pace is 0.
func (w *weightMoments) setGrowth(t int) {
	const few = 8
	w.pace, w.until = evenSteps(w.a.Schedule, t-1)
	if w.until-t < few {
		w.pace = 0
		return
	}
	first, last := w.a.Ends()
	for x, v := range last {
		w.rise[x] = w.pace * chains.LogRatio(v, first[x])
		w.growth[x] = math.Exp(w.rise[x])
	}
}

// grow sets p_t and log ρ by products. All masses of a bridge of products are above rarest.
func (w *weightMoments) grow(t int) {
	w.level.Move(t, w.a.Schedule.Beta(t))
	n := len(w.here.p)
	p := w.here.p[:n]
	growth := w.growth[:n]
	sum := 0.0
	for x, before := range w.before.p[:n] {
		p[x] = before * growth[x]
		sum += p[x]
	}
	inverse := 1 / sum
	logRatio := math.Log(sum) // log Z_t/Z_{t-1}
	inv := w.here.inv[:n]
	rise := w.rise[:n]
	logRho := w.logRho[:n]
	for x, mass := range p {
		p[x] = mass * inverse
		if mass > 0 {
			inv[x] = 1 / p[x]
		}
		logRho[x] = rise[x] - logRatio
	}
	w.level.P = p
}

// weigh makes the weight's step to the level. Slices are cut to the cells, which saves the loops the checks of bounds.
func (w *weightMoments) weigh() {
	n := len(w.here.p)
	f0, f1 := w.now[0][0][:n], w.now[0][1][:n]
	f2, f3 := w.now[1][0][:n], w.now[1][1][:n]
	g1, g2 := w.now[2][0][:n], w.now[2][1][:n]
	g3, h := w.now[3][0][:n], w.now[3][1][:n]
	logRho, before := w.logRho[:n], w.before.p[:n]
	inverse, inverseBefore := w.here.inv[:n], w.before.inv[:n]
	mu, nu := w.means()
	top := 0.0
	for x, p := range w.here.p {
		if p == 0 {
			continue
		}
		gain, by := logRho[x], before[x]*inverse[x]
		y := gain - mu
		f3[x] = by * (f3[x] + y*(3*f2[x]+y*(3*f1[x]+y*f0[x])))
		f2[x] = by * (f2[x] + y*(2*f1[x]+y*f0[x]))
		f1[x] = by * (f1[x] + y*f0[x])
		f0[x] *= by
		y = gain - nu
		g3[x] += y * (3*g2[x] + y*(3*g1[x]+y))
		g2[x] += y * (2*g1[x] + y)
		g1[x] += y
		h[x] *= p * inverseBefore[x]
		top = max(top, h[x])
	}
	if top > largestSquare && !math.IsInf(top, 1) {
		floats.Scale(1/top, h)
		w.logScale += math.Log(top)
	}
}

// means returns by how much the step raises mu and nu.
func (w *weightMoments) means() (mu, nu float64) {
	size := 0.0
	p := w.here.p
	n := len(p)
	pBefore, logRho := w.before.p[:n], w.logRho[:n]
	f0, g1 := w.now[0][0][:n], w.now[2][0][:n]
	for x, v := range p {
		if v > 0 {
			term := pBefore[x] * f0[x] * logRho[x]
			mu += term
			size += math.Abs(term)
			nu += v * (g1[x] + logRho[x])
		}
	}
	w.size += size
	w.mu += mu
	w.nu += nu
	return mu, nu
}

// pull makes the kernel's step in all functions at once.
func (w *weightMoments) pull() {
	w.op.Aim(w.level)
	for i := range w.now {
		w.reversal.Pull(&w.next[i], &w.now[i])
	}
	w.now, w.next = w.next, w.now
}

// leastESS is the effective sample size below which it rests on paths so rare that the rounding of other paths weighs
// as much.
const leastESS = 1e-6

// momentsInOnePass sets the moments of log w and the effective sample size, and returns the pass. It returns nil unless
// they are sound: the kernel must be known to keep its law, the bridge must be shallow, with mass in the same cells
// from end to end, and the weights must not rest on rare paths. E[ŵ] is 1, because with B finite neither chain has
// paths that the other lacks.
func (r *Result) momentsInOnePass(prog *progress, a chains.Annealing) *weightMoments {
	w := newWeightMoments(a)
	if !flows.Invariant(w.op) || !w.moveTo(1) {
		return nil
	}
	T := w.a.T()
	for t := range prog.through(T) {
		if !w.moveTo(t) {
			return nil
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
	if !(r.ESS >= leastESS) {
		return nil
	}
	return w
}

// last returns the distribution of x_T. The pass is over.
func (w *weightMoments) last() []float64 {
	if w.a.PathEnd() == w.a.T() {
		w.pull()
	}
	return floats.MulTo(make([]float64, len(w.here.p)), w.here.p, w.now[0][0])
}
