package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A stops finds J_t and B_t, what J and B are of the annealing that stops at level t. By BREAD's theorem J_t is at most
// B_t. Parts of B up to a level bound nothing: their reverse run comes from p_T, where that of B_t begins at p_t.
type stops struct {
	prog *progress
	a    chains.Annealing
	j    []float64 // by t
	deep []bool    // by t, where J_t needs masses below the smallest float
}

func newStops(prog *progress, a chains.Annealing) *stops {
	return &stops{prog: prog, a: a, j: make([]float64, a.T()+1), deep: make([]bool, a.T()+1)}
}

// at takes J_t from the forward chain at a level, whose mass is p_t + d.
func (s *stops) at(c *chain, d []float64) {
	g := Measured{Q: c.mass, P: c.p, logp: c.logp, d: d, rounding: negligible}
	g.setFinal()
	s.j[c.level.T] = g.J()
	s.deep[c.level.T] = g.needsLogs(s.prog)
}

// deepen finds each J_t that needs masses below the smallest float.
func (s *stops) deepen() {
	c := newChain(s.a, true)
	pushLogs(s.prog, s.a, c.logp, func(l *chains.Level, logq []float64) {
		if s.deep[l.T] {
			chains.NormalizeLog(c.p, c.logp, l.LogF())
			for x, v := range logq {
				c.mass[x] = math.Exp(v)
			}
			s.j[l.T] = BetweenDeep(c.mass, logq, c.p, c.logp).Jeffreys()
		}
	})
}

// bounds returns B_t by t, which in one pass is the sum so far: there the mean of v under p_t is that of the reverse
// run from p_t.
func (s *stops) bounds(w *onePass) []float64 {
	b := make([]float64, s.a.T()+1)
	for t := range s.prog.through(2, s.a.T()) {
		w.weigh(t)
		b[t] = w.paths.Jeffreys()
		w.pull()
	}
	return b
}

// byDefinition returns the same of kernels and densities that have no pass, and takes J_t from the masses as they run.
// The reverse part of B_t is
//
//	<p_t, G_t>,   G_t(y) = Σ_x R_t(y,x) (G_{t-1}(x) + log p_t(x)/p_{t-1}(x)),   R_t the reversal of T_t,
//
// and +Inf from the cells that a reverse run may reach where p_{t-1} has no mass. forward has the shares of the other
// part, by t.
func (s *stops) byDefinition(forward []float64) []float64 {
	c := newChain(s.a, true)
	reversal := c.op.Reversal()
	v := vectors(len(c.p), 2)
	g, lost := v[0], v[1] // lost is positive where G is infinite
	b := make([]float64, s.a.T()+1)
	up := 0.0
	c.run(s.prog, func(t int) {
		up += forward[t]
		for x, logp := range c.logp {
			rise := chains.LogRatio(logp, c.logpBefore[x])
			switch {
			case math.IsInf(logp, -1):
				g[x], lost[x] = 0, 0
			case math.IsInf(rise, 1):
				g[x], lost[x] = 0, 1
			default:
				g[x] += rise
			}
		}
	}, func() {
		apply(reversal.Pull, &g, &c.scratch)
		apply(c.op.Push, &lost, &c.scratch)
		apply(c.op.Push, &c.mass, &c.scratch)
	}, func() {
		s.at(c, floats.SubTo(c.scratch, c.mass, c.p))
		b[c.level.T] = up + floats.Dot(c.p, g)
		if floats.Max(lost) > 0 {
			b[c.level.T] = math.Inf(1)
		}
	})
	return b
}

// set sets J and B of a result's steps. The last are those of the result.
func (s *stops) set(res *Result, forward []float64, asItRuns bool) {
	var b []float64
	if w := newOnePass(s.a); w != nil && !asItRuns {
		b = s.bounds(w)
	} else {
		b = s.byDefinition(forward)
	}
	if slices.Contains(s.deep, true) {
		s.deepen()
	}
	for i := range res.Steps {
		step := &res.Steps[i]
		step.J, step.B = s.j[step.T], b[step.T]
		if math.IsNaN(res.B()) {
			step.B = math.NaN()
		}
	}
	last := &res.Steps[len(res.Steps)-1]
	last.J, last.B = res.J(), res.B()
}
