package spectra

import (
	"context"
	"fmt"
	"math"
)

// AsymptoticVariance is as of a Matrix, for one whose edges are e, of a chain of one
// class. A solution x of Poisson's equation (I - P) x = f, whatever is off with it,
// has
//
//	2 <f, x> - <x, (I - P) x>  <=  <f, A# f>  <=  the same + |r|²/gap,    r = f - (I - P) x
//
// the middle being sums of squares, so that what x has wrong counts squared. A chain
// that is not reversible has at most the variance of its additive reversibilisation
// (Sun, Gomez and Schmidhuber 2010): of it the ends alone are known. The error is
// ctx's, or that there is nothing to average.
func (c *Implicit) AsymptoticVariance(ctx context.Context, e Edges, f []float64) (variance, iat Number, err error) {
	g := make([]float64, len(f))
	lo, hi := math.Inf(1), math.Inf(-1)
	for x, p := range c.pi {
		if p > 0 {
			g[x] = f[x]
			lo, hi = min(lo, f[x]), max(hi, f[x])
		}
	}
	switch {
	case !(hi-lo > float64(c.cells)*ulp*max(-lo, hi)):
		return variance, iat, fmt.Errorf("the function is %g in every state of positive probability, or not a number; a function that varies would do", lo)
	case c.classes > 1:
		return variance, iat, fmt.Errorf("the states of positive probability fall into %d classes; a chain that gets from each to each would do", c.classes)
	}
	for range 3 {
		c.center(g)
	}
	s := c.solver(false, 1)
	if err := s.poisson(ctx, e, g); err != nil {
		return variance, iat, err
	}
	sum, rest := s.green(g, e.AdditiveGap.Low)
	square := c.dot(g, g)
	variance = Number{2*sum - square, max(2*(sum-rest.below)-square, 0), 2*(sum+rest.above) - square}
	if variance.Value = max(variance.Value, 0); !e.Reversible {
		variance.Value, variance.Low = math.NaN(), 0
	}
	return variance, Number{variance.Value / square, variance.Low / square, variance.High / square}, nil
}

// poisson solves (I - P) x = g until what is off counts no more than relative. It
// starts from what the second eigenfunction makes of g.
func (s *solver) poisson(ctx context.Context, e Edges, g []float64) error {
	gap, one := e.AdditiveGap.Value, s.sides[0]
	if part := s.dot(e.Second, g) / gap; !math.IsInf(part, 0) && !math.IsNaN(part) {
		s.each(one.x, func(x int) float64 { return part * e.Second[x] })
	}
	s.imply(one)
	s.each(one.r, func(x int) float64 { return g[x] - one.ad[x] })
	s.onward(s.most, func(*side, float64) bool {
		r := s.norm(one.r)
		return ctx.Err() != nil || r*r <= relative*gap*s.dot(g, one.x)
	})
	return ctx.Err()
}

// imply sets ad to A x.
func (s *solver) imply(one *side) {
	s.apply(&[2][]float64{one.ad}, &[2][]float64{one.x}, s.plus)
}

// A margin is how far a number may be off either way.
type margin struct{ below, above float64 }

// green is <g, A# g>, from x. The residual of a sum of differences has the round-off
// of these, the root of whose squares is that of twice the form.
func (s *solver) green(g []float64, gap float64) (float64, margin) {
	var form, round, slack float64
	one := s.sides[0]
	if s.leave != nil {
		form = s.form(one.ad, one.x)
		round, slack = 64*ulp*form, math.Sqrt(2*form)
	} else {
		s.imply(one)
		form, slack = s.dot(one.x, one.ad), s.norm(one.x)
		round = 64 * ulp * slack * slack
	}
	s.each(one.ad, func(x int) float64 { return g[x] - one.ad[x] })
	r := s.norm(one.ad) + 8*ulp*(s.norm(g)+slack)
	return 2*s.dot(g, one.x) - form, margin{round, round + r*r/gap}
}
