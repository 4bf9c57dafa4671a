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

// Weigh is Run without checks, with F and G. Like Measure it assumes that the kernel leaves
// p_t invariant. Run leaves out the laws of log w if a space is large, and the means of w and 1/w
// if a density is deep. Weigh always finds them. The sum of F is -Paths.Forward, and the mean of
// G under p_T is Paths.Reverse, up to rounding, because they come from different passes.
func Weigh(ctx context.Context, a chains.Annealing) (Weighed, error) { return Options{}.Weigh(ctx, a) }

// Weigh is Weigh with the progress of these options.
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
	if math.IsInf(gap.J()+gap.B(), 0) {
		err = w.infinite(prog, a, gap)
	} else {
		err = w.finite(prog, a)
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

// infinite finds the laws of log w, F and G if J or B is infinite.
func (w *Weighed) infinite(prog *progress, a chains.Annealing, gap Gap) (err error) {
	if a.Grid.Size() >= MostChecked {
		w.Result = alone(a, gap)
	} else if w.Result, err = checked(prog, a, gap); err != nil {
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
	live, lost, f, g, found, scratch []float64
}

// byCellPlainly sets F and G.
func (w *Weighed) byCellPlainly(prog *progress, a chains.Annealing) error {
	n := a.Grid.Size()
	c := cellwise{}
	for _, v := range []*[]float64{&c.live, &c.lost, &c.f, &c.g, &c.found, &c.scratch} {
		*v = make([]float64, n)
	}
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	logp, before := make([]float64, n), make([]float64, n)
	a.LevelAt(level, 1)
	chains.NormalizeLog(c.live, logp, level.LogF())
	for t := 2; t <= a.T(); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		logp, before = before, logp
		a.LevelAt(level, t)
		chains.NormalizeLog(c.scratch, logp, level.LogF())
		c.weigh(logp, before)
		if t <= a.PathEnd() {
			op.Aim(level)
			c.move(op)
		}
	}
	w.F, w.G = c.f, c.g
	w.restOf(c)
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

// restOf finds E_fwd[ŵ] and E_rev[1/ŵ] if weighted measures would need masses below any float.
// By the law of programs they are the mass of the reverse paths from p_1, and of the forward
// paths to p_T.
func (w *Weighed) restOf(c cellwise) {
	if math.IsNaN(w.MeanW) {
		w.MeanW = 1 - floats.Dot(w.P, c.found)
	}
	if math.IsNaN(w.MeanInvW) {
		w.MeanInvW = floats.Sum(c.live)
	}
}

// weigh makes the weight's step from log density before to log density logp.
func (c *cellwise) weigh(logp, before []float64) {
	for x := range logp {
		rise := chains.LogRatio(logp[x], before[x])
		switch {
		case math.IsInf(logp[x], -1): // whoever is here has weight 0, and no reverse chain comes here
			c.lost[x] += c.live[x]
			c.live[x], c.f[x], c.g[x], c.found[x] = 0, 0, 0, 0
		case math.IsInf(rise, 1):
			c.g[x], c.found[x] = 0, 1
		default:
			c.f[x] += c.live[x] * rise
			c.g[x] += rise
		}
	}
}

// move makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs
// is exact.
func (c *cellwise) move(op chains.Operator) {
	for _, law := range []*[]float64{&c.live, &c.lost} {
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
		c.scratch[x] = c.found[x] * chains.Stay(back, x)
		back.Row(x, func(y int, p float64) { c.scratch[x] += p * c.found[y] })
	}
	c.found, c.scratch = c.scratch, c.found
}
