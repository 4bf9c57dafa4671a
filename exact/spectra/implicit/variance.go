package implicit

import (
	"context"
	"fmt"
	"math"

	"breadboard/exact/spectra"
)

// AsymptoticVariance bounds the asymptotic variance of f along a chain of one class, and the
// integrated autocorrelation time, as spectra.Matrix.AsymptoticVariance computes them. e are
// the chain's own extremes. For any x, a guess at the solution of Poisson's equation (I - P)
// x = f,
//
//	2 <f, x> - <x, (I - P) x>  <=  <f, A# f>  <=  the same + |r|²/gap,    r = f - (I - P) x.
//
// The form in the middle is a sum of squares, so an error of x counts squared. A chain that
// is not reversible has at most the variance of its additive reversibilisation (Sun, Gomez
// and Schmidhuber 2010), and only the bounds are known. The error is ctx's, or says that
// there is nothing to average.
func (c *Chain) AsymptoticVariance(ctx context.Context, e Extremes, f []float64) (variance, iat Bounded, err error) {
	g := make([]float64, len(f))
	c.set(g, func(x int) float64 { return f[x] })
	if err := spectra.CheckVaries(c.pi, f); err != nil {
		return variance, iat, err
	}
	if c.classes > 1 {
		return variance, iat, fmt.Errorf("the states of positive probability fall into %d classes; "+
			"a chain that gets from each to each would do", c.classes)
	}
	for range 3 {
		c.center(g)
	}
	s := c.solver(false, 1)
	if err := s.poisson(ctx, e, g); err != nil {
		return variance, iat, err
	}
	sum, below, above := s.green(g, e.AdditiveGap.Low)
	square := c.dot(g, g)
	variance = Bounded{2*sum - square, max(2*(sum-below)-square, 0), 2*(sum+above) - square}
	if variance.Value = max(variance.Value, 0); !e.Reversible {
		variance.Value, variance.Low = math.NaN(), 0
	}
	return variance, Bounded{variance.Value / square, variance.Low / square, variance.High / square}, nil
}

// poisson solves (I - P) x = g until the error of the result is below accuracy. It starts
// from the part of the solution along the slowest mode.
func (s *solver) poisson(ctx context.Context, e Extremes, g []float64) error {
	gap, one := e.AdditiveGap.Value, s.systems[0]
	if part := s.dot(e.Second, g) / gap; !math.IsInf(part, 0) && !math.IsNaN(part) {
		s.set(one.x, func(x int) float64 { return part * e.Second[x] })
	}
	s.image(one)
	s.set(one.r, func(x int) float64 { return g[x] - one.ad[x] })
	s.onward(s.maxSteps, func(*system) bool {
		r := s.norm(one.r)
		return ctx.Err() != nil || r*r <= accuracy*gap*s.dot(g, one.x)
	})
	return ctx.Err()
}

func (s *solver) image(one *system) {
	s.apply([][]float64{one.ad}, [][]float64{one.x}, s.plus)
}

// green returns <g, A# g> from x, and its possible errors either way. The residual of a sum
// of differences has their round-off, whose squares sum to twice the form.
func (s *solver) green(g []float64, gap float64) (value, below, above float64) {
	var form, roundoff, slack float64
	one := s.systems[0]
	if s.leave != nil {
		form = s.form(one.ad, one.x)
		roundoff, slack = 64*ulp*form, math.Sqrt(2*form)
	} else {
		s.image(one)
		form, slack = s.dot(one.x, one.ad), s.norm(one.x)
		roundoff = 64 * ulp * slack * slack
	}
	s.set(one.ad, func(x int) float64 { return g[x] - one.ad[x] })
	r := s.norm(one.ad) + 8*ulp*(s.norm(g)+slack)
	return 2*s.dot(g, one.x) - form, roundoff, roundoff + r*r/gap
}
