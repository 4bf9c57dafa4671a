package laws

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Step goes from one level of an annealing to the next, or back. Each chain adds log f_t(x) - log f_{t-1}(x) to its
// log weight, where x is the state at level t-1.
type Step struct {
	From, To  *Written
	Gain      []float64 // the gain of log w, by the state at level t-1
	LogZRatio float64   // log Z_t/Z_{t-1}
	Moves     bool      // the chain makes the step of To; it does not if the last kernel is left out
}

// Between returns the step from one level to the next.
func Between(from, to *Written, moves bool) Step {
	gain := make([]float64, len(from.LogF))
	for x, here := range from.LogF {
		gain[x] = chains.LogRatio(to.LogF[x], here)
	}
	return Step{From: from, To: to, Gain: gain, LogZRatio: floats.LogSumExp(to.LogF) - floats.LogSumExp(from.LogF),
		Moves: moves}
}

// pushed returns a measure after a step by rows.
func pushed(q []float64, rows [][]float64) []float64 {
	to := make([]float64, len(q))
	for x, mass := range q {
		if mass != 0 {
			floats.AddScaled(to, mass, rows[x])
		}
	}
	return to
}

// perLevel bounds the rounding that each level adds to a mean of log w or of a normalised w. An exponent of up to 600
// nats has an error of 1e-13.
const perLevel = 1e-12

// A Chain is a forward or reverse chain of an annealing, taken level by level. It holds the distribution of its state,
// and the measure that weighs each state by its normalised weight.
type Chain struct {
	LogW float64 // E[log w] so far

	q, weighed  []float64
	termSum     float64 // the sum of the sizes of the terms of LogW
	logZRatio   float64 // log Z_t/Z_1, or log Z_T/Z_t in reverse
	bound, mean Worst
	crooks      Worst
	levels      int     // of the annealing
	slack       float64 // for every law of the chain
}

// NewChain returns a chain from this distribution, of an annealing of levels levels. Each entry of the rows may be off
// by slack.
func NewChain(start []float64, levels int, slack Slack) *Chain {
	return &Chain{q: slices.Clone(start), weighed: slices.Clone(start), levels: levels,
		slack: slack.Over(2*levels, len(start))}
}

// Up takes a forward chain through a step: it is weighed, and then moves. Up checks Crooks' law for the step. The
// product over the steps of a path is Crooks' law for the path.
func (c *Chain) Up(s Step) {
	if s.Moves {
		c.flow(s.From, s.To, s)
	}
	c.gain(s, 1)
	c.move(s, s.To.Rows)
	c.see(s.To, c.LogW-c.logZRatio, "E_fwd[log w] is above log Z_t/Z_1", "E_fwd[w] Z_1/Z_t")
}

// Down takes a reverse chain back through a step: it moves, and is weighed at its new state.
func (c *Chain) Down(s Step) {
	c.move(s, s.To.Reversed)
	c.gain(s, -1)
	c.see(s.From, c.logZRatio-c.LogW, "E_rev[log w] is below log Z_T/Z_t", "E_rev[1/w] Z_T/Z_t")
}

// flow compares the weighed flows of a step with those of the step back.
func (c *Chain) flow(here, there *Written, s Step) {
	for x, row := range there.Rows {
		if here.P[x] == 0 {
			continue
		}
		for y, v := range row {
			in := there.P[y] * there.Reversed[y][x]
			if v == 0 && in == 0 {
				continue
			}
			out := here.P[x] * math.Exp(s.Gain[x]-s.LogZRatio) * v
			if c.crooks.seeWithin(there.flowError(x, y, out, in)) {
				forth, back := Briefly(out, in)
				c.crooks.At("at step %d (beta = %.6g) %s: weighed forward flow %s, reverse flow %s", there.T,
					there.Beta, Pair(there.Grid, x, y), forth, back)
			}
		}
	}
}

// Crooks returns the finding about Crooks' law along a forward chain.
func (c *Chain) Crooks() Finding { return c.crooks.findingWithin(Crooks, relatively) }

// gain adds the step's gain to log w. sign is 1 if the weight is w, and -1 if it is 1/w.
func (c *Chain) gain(s Step, sign float64) {
	c.logZRatio += s.LogZRatio
	for x, g := range s.Gain {
		if c.q[x] > 0 {
			term := c.q[x] * g
			c.LogW += term
			c.termSum += math.Abs(term)
		}
		if c.weighed[x] != 0 {
			c.weighed[x] *= math.Exp(sign * (g - s.LogZRatio))
		}
	}
}

// move moves the chain by these rows.
func (c *Chain) move(s Step, rows [][]float64) {
	if s.Moves {
		c.q = pushed(c.q, rows)
		c.weighed = pushed(c.weighed, rows)
	}
}

// see checks the bound and the mean at the chain's level. The mean of log w is beyond its bound by over.
func (c *Chain) see(at *Written, over float64, bound, mean string) {
	place := fmt.Sprintf("at step %d (beta = %.6g) ", at.T, at.Beta)
	if c.bound.seeWithin(over, c.limit(c.termSum)) {
		c.bound.At("%s%s by %.4g", place, bound, over)
	}
	sum := floats.Sum(c.weighed)
	if c.mean.seeWithin(math.Abs(sum-1), max(relatively+perLevel*float64(c.levels), c.slack)) {
		_, is := Briefly(1, sum)
		c.mean.At("%s%s = %s", place, mean, is)
	}
}

// limit bounds the rounding error of a mean of log w whose terms have this size.
func (c *Chain) limit(size float64) float64 {
	if math.IsInf(size, 0) || math.IsNaN(size) {
		size = 1
	}
	return max(relatively*max(1, size), c.slack)
}

// Bound returns the finding about Below in a forward chain, or Above in a reverse one.
func (c *Chain) Bound(l Law) Finding { return c.bound.findingWithin(l, c.limit(c.termSum)) }

// Mean returns the finding about MeanW in a forward chain, or MeanInvW in a reverse one.
func (c *Chain) Mean(l Law) Finding { return c.mean.findingWithin(l, max(relatively, c.slack)) }

// SandwichOf checks that the reverse estimate of log R is not below the forward one.
func SandwichOf(up, down *Chain) Finding {
	gap := down.LogW - up.LogW
	return finding(Sandwich, max(-gap, 0), up.limit(up.termSum+down.termSum), "E_rev[log w] - E_fwd[log w] = %.4g", gap)
}

// TwoFormulasOf compares B, as the difference of both chains' E[log w], with B from pairwise
// marginals.
func TwoFormulasOf(up, down *Chain, pairwise float64) Finding {
	measured := down.LogW - up.LogW
	is, other := Briefly(measured, pairwise)
	return finding(TwoFormulas, math.Abs(measured-pairwise), up.limit(up.termSum+down.termSum),
		"E_rev[log w] - E_fwd[log w] = %s, from pairwise marginals %s", is, other)
}

// BoundsJOf checks that B is not below J. up is the forward chain.
func BoundsJOf(up *Chain, J, B float64) Finding {
	limit := max(relatively*max(min(J, B), 1e-6)+perLevel*float64(up.levels), up.slack)
	j, b := Briefly(J, B)
	return finding(BoundsJ, max(J-B, 0), limit, "J = %s, B = %s", j, b)
}

// Carries reports whether density a has mass wherever density b has, and all masses are floats. E[w] from a to b is
// then Z_b/Z_a. For deeper densities it is not computed.
func Carries(a, b []float64) bool {
	for x, to := range b {
		if math.IsInf(a[x], -1) && !math.IsInf(to, -1) {
			return false
		}
	}
	return chains.LogSpan(a) < chains.MaxLogSpan && chains.LogSpan(b) < chains.MaxLogSpan
}
