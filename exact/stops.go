package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// partialRuns find J_t and B_t, what J and B are of the annealing that stops at level t. By BREAD's theorem J_t is at
// most B_t. Sums of the parts of B up to a level bound nothing: their reverse chain begins at p_T, and that of B_t at
// p_t.
//
// Beside a forward chain it carries the mean of log w over reverse runs from a cell, by the definition
//
//	G_t(y) = Σ_x R_t(y,x) (G_{t-1}(x) + log p_t(x)/p_{t-1}(x)),   R_t the reversal of T_t,
//
// of which <p_t, G_t> is the reverse part of B_t. Where there is one pass, B_t is the sum there so far.
type partialRuns struct {
	reversal chains.Operator
	mean     []float64 // G_t, and endless from where a run may reach a cell without mass at the level below
	spare    []float64 // for the second function of a pull
	j, b     []float64 // by t
	deep     []bool    // by t, where J_t needs masses below the smallest float
}

// endless stands for +Inf, by which a pull cannot multiply a probability of 0. No finite B comes near mostB, which
// endless exceeds also times a probability of 1e-279.
const endless, mostB = 1e300, 1e20

// newStops returns the partialRuns of a forward chain.
func newStops(w *weighedChain) *partialRuns {
	T, v := w.a.T(), vectors(len(w.p), 2)
	return &partialRuns{w.op.Reversal(), v[0], v[1], make([]float64, T+1), make([]float64, T+1), make([]bool, T+1)}
}

// weigh adds the step to the level to the mean.
func (s *partialRuns) weigh(c *chain) {
	for x, logp := range c.logp {
		s.mean[x] = min(s.mean[x]+chains.LogRatio(logp, c.logpBefore[x]), endless)
		if math.IsInf(logp, -1) {
			s.mean[x] = 0
		}
	}
}

// pull makes the kernel's step in the mean.
func (s *partialRuns) pull(c *chain) {
	s.reversal.Pull(&chains.Pair{c.scratch, s.spare}, &chains.Pair{s.mean, s.mean})
	s.mean, c.scratch = c.scratch, s.mean
}

// at takes J_t and B_t at a level. Rows of few digits have another deviation than invariance says.
func (s *partialRuns) at(w *weighedChain) {
	t, d := w.level.T, w.deviation
	if plain := floats.SubTo(w.scratch, w.mass, w.p); floats.Distance(plain, d, 1) > tolerable {
		d = plain
	}
	g := Measured{Q: w.mass, P: w.p, logp: w.logp, d: d, rounding: negligible}
	g.setFinal()
	s.j[t] = g.J()
	s.deep[t] = g.needsLogs()
	if s.b[t] = w.out.plainPath + floats.Dot(w.p, s.mean); s.b[t] > mostB {
		s.b[t] = math.Inf(1)
	}
}

// set sets J and B of a result's steps. The last are those of the result.
func (s *partialRuns) set(prog *progress, a chains.Annealing, res *Result) {
	if slices.Contains(s.deep, true) {
		c := newChain(a, true)
		pushLogs(prog, a, c.logp, nil, func(l *chains.Level, logq []float64) {
			if s.deep[l.T] {
				chains.NormalizeLog(c.p, c.logp, l.LogF())
				for x, v := range logq {
					c.mass[x] = math.Exp(v)
				}
				s.j[l.T] = DivergenceOfLogs(c.mass, logq, c.p, c.logp).Jeffreys()
			}
		})
	}
	if !res.plain {
		w := newOnePass(a)
		for t := range prog.through(a.T()) {
			w.weigh(t)
			s.b[t] = w.paths.Jeffreys()
			w.pull()
		}
	}
	s.j[a.T()], s.b[a.T()] = res.J(), res.B()
	for i := range res.Steps {
		step := &res.Steps[i]
		step.J, step.B = s.j[step.T], s.b[step.T]
	}
}
