package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// A cellwise finds F and G from their definitions, on any bridge, at any depth. Upward it
// pushes two measures of the forward chain, and pulls two functions of the reverse one:
//
//	F_t(x) = E[log ŵ; x_t = x, ŵ > 0]                  lost_t(x) = P(x_t = x, ŵ = 0)
//	G_t(x) = E[log ŵ | x_t = x, all paths from p_1]    new_t(x) > 0 if there are other paths
type cellwise struct {
	*passage          // its law is live, of the chains whose weight is not 0
	lost, f, g, found []float64
}

// byCellPlainly sets F and G.
func (w *Result) byCellPlainly(prog *progress, a chains.Annealing) {
	v := vectors(a.Grid.Size(), 4)
	c := cellwise{newPassage(a), v[0], v[1], v[2], v[3]}
	c.run(prog, true, func(int) { c.weigh() }, c.push, func() {})
	w.F, w.G = c.f, c.g
	// E_fwd[ŵ] and E_rev[1/ŵ] if weighted measures would need masses below any float: by the law of programs they are
	// the mass of the reverse paths from p_1, and of the forward paths to p_T.
	if math.IsNaN(w.MeanW) {
		w.MeanW = 1 - floats.Dot(w.P, c.found)
	}
	if math.IsNaN(w.MeanInvW) {
		w.MeanInvW = floats.Sum(c.law)
	}
	for x := range c.lost {
		if c.lost[x] > 0 {
			w.F[x] = math.Inf(-1)
		}
		if c.found[x] > 0 {
			w.G[x] = math.Inf(1)
		}
	}
}

func (c *cellwise) weigh() {
	for x := range c.logp {
		rise := chains.LogRatio(c.logp[x], c.before[x])
		switch {
		case math.IsInf(c.logp[x], -1): // whoever is here has weight 0, and no reverse chain comes here
			c.lost[x] += c.law[x]
			c.law[x] = 0
			c.f[x] = 0
			c.g[x] = 0
			c.found[x] = 0
		case math.IsInf(rise, 1):
			c.g[x], c.found[x] = 0, 1
		default:
			c.f[x] += c.law[x] * rise
			c.g[x] += rise
		}
	}
}

// push makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs
// is exact.
func (c *cellwise) push(op chains.Operator) {
	move(lawPush(op), &c.law, &c.scratch)
	move(lawPush(op), &c.lost, &c.scratch)
	move(op.Push, &c.f, &c.scratch)
	back := op.Reversal()
	move(back.Pull, &c.g, &c.scratch)
	if floats.Max(c.found) == 0 {
		return
	}
	for x := range c.found {
		c.scratch[x] = c.found[x] * chains.StayProbability(back, x)
		back.Row(x, func(y int, p float64) { c.scratch[x] += p * c.found[y] })
	}
	c.found, c.scratch = c.scratch, c.found
}

// A weightLaws finds the laws of log w of both chains in one pass upward. It need not run
// the reverse chain: by Crooks, E_rev[φ] = E_fwd[ŵ φ] for the normalised weight
// ŵ = w Z_1/Z_T. It carries functions of the cell,
//
//	f_k(x) = E_fwd[(log ŵ - μ)^k; x_t = x] / p_t(x),
//	g_k(x) = E_fwd[ŵ (log ŵ - ν)^k; x_t = x] / p_t(x),   g_0 = 1,
//	h(x)   = E_fwd[ŵ²; x_t = x] / p_t(x),
//
// with μ and ν the means so far, so that nothing large cancels. The weight's step by
// ρ = p_t/p_{t-1} divides f by ρ, leaves g and multiplies h by ρ, and shifts the
// bases of the powers; the kernel's step pulls them by the reversal of T_t.
type weightLaws struct {
	a         chains.Annealing
	level     *chains.Level
	op, back  chains.Operator
	pair      chains.PairPuller // back, if it pulls pairs; nil if not
	here, was densities         // at the level, and at the level before
	now, next [4][2][]float64   // f_0 f_1, f_2 f_3, g_1 g_2, g_3 h
	rise, by  []float64         // of log p in the last step, and p before it over p
	logScale  float64           // h was divided by exp(logScale)
}

// densities holds p_t, its logarithm and 1/p_t; p_t and 1/p_t are 0 in cells without mass.
type densities struct{ p, log, inv []float64 }

func newWeightLaws(a chains.Annealing) *weightLaws {
	w := &weightLaws{a: a, level: a.NewLevel(), op: a.Kernel.On(a.Grid)}
	w.back = w.op.Reversal()
	w.pair, _ = w.back.(chains.PairPuller)
	n := a.Grid.Size()
	v := vectors(n, 8)
	w.here = densities{v[0], v[1], v[2]}
	w.was = densities{v[3], v[4], v[5]}
	w.rise = v[6]
	w.by = v[7]
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

// normalize is chains.NormalizeLog, where a mass below 1e-304 may be 0.
func (d *densities) normalize(logf []float64) {
	at := 0
	for x, v := range logf {
		if v > logf[at] {
			at = x
		}
	}
	top := logf[at]
	for x, v := range logf {
		d.log[x] = v - top
	}
	lanes.Exp(d.p, d.log)
	d.p[at] = 0
	var rest [4]float64 // all but the largest, which is 1, in parts that need not wait for one another
	for x, v := range d.p {
		rest[x%4] += v
	}
	d.p[at] = 1
	others := (rest[0] + rest[1]) + (rest[2] + rest[3])
	logZ := math.Log1p(others)
	by := 1 / (1 + others)
	log := d.log[:len(d.p)]
	for x := range d.p {
		log[x] -= logZ
		d.p[x] *= by
	}
}

// rarest is the mass from which on its inverse, and the inverse's products with other
// masses, are in the range of floats.
const rarest = 1e-260

// moveTo moves to level t. It reports whether p_t and 1/p_t keep all their digits and p_t
// has mass in the same cells as the last level.
func (w *weightLaws) moveTo(t int) bool {
	w.here, w.was = w.was, w.here
	w.a.LevelAt(w.level, t)
	w.here.normalize(w.level.LogF())
	n := len(w.here.p)
	inverse, log := w.here.inv[:n], w.here.log[:n]
	was := w.was.p[:n]
	sound := true
	for x, p := range w.here.p {
		inverse[x] = 0
		if p >= rarest {
			inverse[x] = 1 / p
		} else if !math.IsInf(log[x], -1) {
			sound = false
		}
		if (p > 0) != (was[x] > 0) {
			sound = sound && t == 1
		}
	}
	if !sound {
		return false
	}
	w.level.P = w.here.p
	return true
}

// step makes the weight's step to the present level of w. Each slice is cut to the cells, which saves the loops the
// checks of bounds.
func (w *weightLaws) step() {
	n := len(w.here.p)
	f0, f1 := w.now[0][0][:n], w.now[0][1][:n]
	f2, f3 := w.now[1][0][:n], w.now[1][1][:n]
	g1, g2 := w.now[2][0][:n], w.now[2][1][:n]
	g3, h := w.now[3][0][:n], w.now[3][1][:n]
	rises, bys := w.rise[:n], w.by[:n]
	mu, nu := w.rises()
	for x, p := range w.here.p {
		if p == 0 {
			continue
		}
		rise, by := rises[x], bys[x]
		y := rise - mu
		f3[x] = by * (f3[x] + y*(3*f2[x]+y*(3*f1[x]+y*f0[x])))
		f2[x] = by * (f2[x] + y*(2*f1[x]+y*f0[x]))
		f1[x] = by * (f1[x] + y*f0[x])
		f0[x] *= by
		y = rise - nu
		g3[x] += y * (3*g2[x] + y*(3*g1[x]+y))
		g2[x] += y * (2*g1[x] + y)
		g1[x] += y
	}
	top := 0.0
	inverse := w.was.inv[:n]
	for x, p := range w.here.p {
		h[x] *= p * inverse[x]
		top = max(top, h[x])
	}
	if top > 1e100 && !math.IsInf(top, 1) {
		floats.Scale(1/top, h)
		w.logScale += math.Log(top)
	}
}

// rises finds by how much log p rises in each cell, and what p was before over what it is, both 0 where p has no mass.
// mu and nu are the means of f_1 and g_1 after the rise.
func (w *weightLaws) rises() (mu, nu float64) {
	p := w.here.p
	n := len(p)
	log, inverse := w.here.log[:n], w.here.inv[:n]
	was, before := w.was.p[:n], w.was.log[:n]
	f0, g1 := w.now[0][0][:n], w.now[2][0][:n]
	rises, bys := w.rise[:n], w.by[:n]
	for x, v := range p {
		rise := 0.0
		if v > 0 {
			rise = log[x] - before[x]
		}
		rises[x] = rise
		bys[x] = was[x] * inverse[x]
		mu += was[x] * f0[x] * rise
		nu += v * (g1[x] + rise)
	}
	return mu, nu
}

// pull makes the kernel's step in all functions at once.
func (w *weightLaws) pull() {
	w.op.Aim(w.level)
	for i := range w.now {
		if w.pair != nil {
			w.pair.PullPair(&w.next[i], &w.now[i], &w.now[i], 1)
			continue
		}
		w.back.Pull(w.next[i][0], w.now[i][0])
		w.back.Pull(w.next[i][1], w.now[i][1])
	}
	w.now, w.next = w.next, w.now
}

// rare is the effective sample size below which it rests on paths so rare that the
// rounding of other paths weighs as much.
const rare = 1e-6

// weigh finds the laws of log w and the effective sample size. It reports whether they are
// sound: the bridge must be shallow, with mass in the same cells from end to end, and the
// weights must not rest on rare paths. E[ŵ] is 1, because with B finite neither chain has
// paths that the other lacks. w has then not made the step of T_T.
func (res *Result) weigh(prog *progress, w *weightLaws) (sound bool) {
	if !w.moveTo(1) {
		return false
	}
	T := w.a.T()
	for t := range prog.through(2, T, 1) {
		if !w.moveTo(t) {
			return false
		}
		w.step()
		if t < T { // the step after the last weight has no effect on it
			w.pull()
		}
	}
	mean := func(f []float64) float64 { return floats.Dot(w.here.p, f) }
	res.FwdLaw = MomentsOf(res.FwdLogW(), mean(w.now[1][0]), mean(w.now[1][1]))
	res.RevLaw = MomentsOf(res.RevLogW(), mean(w.now[2][1]), mean(w.now[3][0]))
	res.ESS = math.Exp(-w.logScale - math.Log(mean(w.now[3][1])))
	return res.ESS >= rare
}

// unchecked adds to a gap the laws of log w and the effective sample size, and if asked F and G. With B finite neither
// chain has paths that the other lacks, so that E_fwd[ŵ] and E_rev[1/ŵ] are 1.
func (o Options) unchecked(prog *progress, a chains.Annealing, gap Measured) Result {
	res, laws := bare(gap), newWeightLaws(a)
	if o.ByLastCell {
		res.MeanW, res.MeanInvW = 1, 1
	}
	sound := res.weigh(prog, laws)
	if !sound { // by running both chains, which works on any bridge
		c := newPlain(a, false)
		rev := c.reverse(prog, nil)
		fwd := c.forward(prog, nil, rev)
		res.FwdLaw = fwd.moments
		res.RevLaw = rev.moments
		res.ESS = math.Exp(-fwd.logSquare)
		if heavy(a) {
			_, square := deepWeights(prog, a)
			res.ESS = math.Exp(-square)
		}
	}
	switch {
	case o.ByLastCell && sound: // f_1 and g_1 after T_T, with the means put back that were taken off
		if a.PathEnd() == a.T() {
			laws.pull()
		}
		res.F = make([]float64, len(res.P))
		res.G = make([]float64, len(res.P))
		for x, p := range laws.here.p {
			res.F[x] = p * (laws.now[0][1][x] - res.Paths.Forward*laws.now[0][0][x])
			res.G[x] = laws.now[2][0][x] + res.Paths.Reverse
		}
	case o.ByLastCell:
		res.byCellPlainly(prog, a)
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res
}
