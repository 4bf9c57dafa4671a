package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Weighed is a Result with the means of log w by the last cell. Steps and Checks are nil if
// B is finite.
type Weighed struct {
	Result
	F []float64 // F[x] is E_fwd[log ŵ; x_T = x], for ŵ = w Z_1/Z_T; -Inf if some of these weights are 0
	G []float64 // G[x] is E_rev[log ŵ | x_T = x]; without meaning where p_T has no mass
}

// Weigh is Run without checks, with F and G, and with the progress of these options. Like Measure it assumes that the
// kernel leaves p_t invariant. Run leaves out the laws of log w if a space is large, and the means of w and 1/w
// if a density is deep. Weigh always finds them. The sum of F is -Paths.Forward, and the mean of
// G under p_T is Paths.Reverse, up to rounding, because they come from different passes.
func (o Options) Weigh(ctx context.Context, a chains.Annealing) (Weighed, error) {
	if err := a.Check(); err != nil {
		return Weighed{}, err
	}
	a, rise := a.Lowered()
	prog := newProgress(ctx, a, o.Progress)
	prog.total = 3 * a.T() // on large spaces too
	gap, err := measure(a, prog)
	if err != nil {
		return Weighed{}, err
	}
	w := Weighed{Result: bare(gap)}
	switch {
	case !math.IsInf(gap.J()+gap.B(), 0):
		err = w.finite(prog, a)
	case a.Grid.Size() >= MostChecked:
		w.Result = alone(a, gap)
		err = w.byCellPlainly(prog, a)
	default:
		if w.Result, err = checked(prog, a, gap); err == nil {
			err = w.byCellPlainly(prog, a)
		}
	}
	w.restore(rise)
	return w, err
}

// finite finds the laws of log w, F and G. With B finite neither chain has paths that the
// other lacks, so that E_fwd[ŵ] and E_rev[1/ŵ] are 1.
func (w *Weighed) finite(prog *progress, a chains.Annealing) error {
	w.MeanW, w.MeanInvW = 1, 1
	laws := newWeightLaws(a)
	sound, err := w.weigh(prog, laws)
	if err != nil {
		return err
	}
	if sound {
		w.F, w.G = laws.byCell(w.Paths)
		return nil
	}
	if err := w.weighPlainly(prog, newPlain(a, false)); err != nil {
		return err
	}
	return w.byCellPlainly(prog, a)
}

// byCell makes the step of T_T, unless the annealing leaves it out, and returns F and G: f_1
// and g_1 with the means put back that were taken off.
func (w *weightLaws) byCell(paths Divergence) (f, g []float64) {
	if w.a.PathEnd() == w.a.T() {
		w.pull()
	}
	f, g = make([]float64, len(w.here.p)), make([]float64, len(w.here.p))
	for x, p := range w.here.p {
		f[x] = p * (w.now[0][1][x] - paths.Forward*w.now[0][0][x])
		g[x] = w.now[2][0][x] + paths.Reverse
	}
	return f, g
}

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
func (w *Weighed) byCellPlainly(prog *progress, a chains.Annealing) error {
	n := a.Grid.Size()
	c := cellwise{passage: newPassage(a)}
	for _, v := range []*[]float64{&c.lost, &c.f, &c.g, &c.found} {
		*v = make([]float64, n)
	}
	if err := c.run(prog, true, func(int) { c.weigh() }, c.move, func() {}); err != nil {
		return err
	}
	w.F, w.G = c.f, c.g
	// E_fwd[ŵ] and E_rev[1/ŵ] if weighted measures would need masses below any float: by the law of programs they are the
	// mass of the reverse paths from p_1, and of the forward paths to p_T.
	if math.IsNaN(w.MeanW) {
		w.MeanW = 1 - floats.Dot(w.P, c.found)
	}
	if math.IsNaN(w.MeanInvW) {
		w.MeanInvW = floats.Sum(c.law)
	}
	for x := range n {
		if c.lost[x] > 0 {
			w.F[x] = math.Inf(-1)
		}
		if c.found[x] > 0 {
			w.G[x] = math.Inf(1)
		}
	}
	return nil
}

// weigh makes the weight's step.
func (c *cellwise) weigh() {
	for x := range c.logp {
		rise := chains.LogRatio(c.logp[x], c.before[x])
		switch {
		case math.IsInf(c.logp[x], -1): // whoever is here has weight 0, and no reverse chain comes here
			c.lost[x] += c.law[x]
			c.law[x], c.f[x], c.g[x], c.found[x] = 0, 0, 0, 0
		case math.IsInf(rise, 1):
			c.g[x], c.found[x] = 0, 1
		default:
			c.f[x] += c.law[x] * rise
			c.g[x] += rise
		}
	}
}

// move makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs
// is exact.
func (c *cellwise) move(op chains.Operator) {
	for _, law := range []*[]float64{&c.law, &c.lost} {
		chains.PushLaw(op, c.scratch, *law)
		*law, c.scratch = c.scratch, *law
	}
	op.Push(c.scratch, c.f)
	c.f, c.scratch = c.scratch, c.f
	back := op.Reversal()
	back.Pull(c.scratch, c.g)
	c.g, c.scratch = c.scratch, c.g
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
	logScale  float64           // h was divided by exp(logScale)
}

// densities holds p_t, its logarithm and 1/p_t; p_t and 1/p_t are 0 in cells without mass.
type densities struct{ p, log, inv []float64 }

func newWeightLaws(a chains.Annealing) *weightLaws {
	w := &weightLaws{a: a, level: a.NewLevel(), op: a.Kernel.On(a.Grid)}
	w.back = w.op.Reversal()
	w.pair, _ = w.back.(chains.PairPuller)
	n := a.Grid.Size()
	w.here = densities{make([]float64, n), make([]float64, n), make([]float64, n)}
	w.was = densities{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range w.now {
		for k := range 2 {
			w.now[i][k], w.next[i][k] = make([]float64, n), make([]float64, n)
		}
	}
	for x := range n {
		w.now[0][0][x], w.now[3][1][x] = 1, 1
	}
	return w
}

// rarest is the mass from which on its inverse, and the inverse's products with other
// masses, are in the range of floats.
const rarest = 1e-260

// moveTo moves to level t. It reports whether p_t and 1/p_t keep all their digits and p_t
// has mass in the same cells as the last level.
func (w *weightLaws) moveTo(t int) bool {
	w.here, w.was = w.was, w.here
	w.a.LevelAt(w.level, t)
	chains.NormalizeLog(w.here.p, w.here.log, w.level.LogF())
	for x, p := range w.here.p {
		w.here.inv[x] = 0
		if p >= rarest {
			w.here.inv[x] = 1 / p
		} else if !math.IsInf(w.here.log[x], -1) {
			return false
		}
		if t > 1 && (p > 0) != (w.was.p[x] > 0) {
			return false
		}
	}
	w.level.P = w.here.p
	return true
}

// step makes the weight's step to the present level of w.
func (w *weightLaws) step() {
	f0, f1, f2, f3 := w.now[0][0], w.now[0][1], w.now[1][0], w.now[1][1]
	g1, g2, g3, h := w.now[2][0], w.now[2][1], w.now[3][0], w.now[3][1]
	here, was := w.here, w.was
	var mu, nu, top float64
	for x, p := range here.p {
		if p > 0 {
			rise := here.log[x] - was.log[x]
			mu += was.p[x] * f0[x] * rise
			nu += p * (g1[x] + rise)
		}
	}
	for x, p := range here.p {
		if p == 0 {
			continue
		}
		rise, by := here.log[x]-was.log[x], was.p[x]*here.inv[x]
		y := rise - mu
		f3[x] = by * (f3[x] + y*(3*f2[x]+y*(3*f1[x]+y*f0[x])))
		f2[x] = by * (f2[x] + y*(2*f1[x]+y*f0[x]))
		f1[x] = by * (f1[x] + y*f0[x])
		f0[x] *= by
		y = rise - nu
		g3[x] += y * (3*g2[x] + y*(3*g1[x]+y))
		g2[x] += y * (2*g1[x] + y)
		g1[x] += y
		h[x] *= p * was.inv[x]
		top = max(top, h[x])
	}
	if top > 1e100 && !math.IsInf(top, 1) {
		floats.Scale(1/top, h)
		w.logScale += math.Log(top)
	}
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
func (res *Result) weigh(prog *progress, w *weightLaws) (sound bool, err error) {
	if !w.moveTo(1) {
		return false, nil
	}
	T := w.a.T()
	for t := 2; t <= T; t++ {
		if err := prog.level(); err != nil {
			return false, err
		}
		if !w.moveTo(t) {
			return false, nil
		}
		w.step()
		if t < T { // the step after the last weight has no effect on it
			w.pull()
		}
	}
	mean := func(f []float64) float64 { return floats.Dot(w.here.p, f) }
	res.FwdLaw = momentsOf(res.FwdLogW(), mean(w.now[1][0]), mean(w.now[1][1]))
	res.RevLaw = momentsOf(res.RevLogW(), mean(w.now[2][1]), mean(w.now[3][0]))
	res.ESS = math.Exp(-w.logScale - math.Log(mean(w.now[3][1])))
	return res.ESS >= rare, nil
}

// unchecked adds to a gap the laws of log w and the effective sample size.
func unchecked(prog *progress, a chains.Annealing, gap Gap) (Result, error) {
	res := bare(gap)
	sound, err := res.weigh(prog, newWeightLaws(a))
	if err == nil && !sound {
		err = res.weighPlainly(prog, newPlain(a, false))
	}
	if err != nil {
		return Result{}, err
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res, nil
}

// weighPlainly finds the same numbers on any bridge, by running both chains.
func (res *Result) weighPlainly(prog *progress, c *plain) error {
	fwd, err := c.forward(prog, nil)
	if err != nil {
		return err
	}
	rev, err := c.reverse(prog, nil)
	if err != nil {
		return err
	}
	res.FwdLaw, res.RevLaw, res.ESS = fwd.moments(), rev.moments(), math.Exp(-fwd.logSquare)
	return nil
}
