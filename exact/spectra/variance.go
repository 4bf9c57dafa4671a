package spectra

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/crew"
)

// AsymptoticVariance bounds the asymptotic variance of f along a chain of one class, and the
// integrated autocorrelation time, as Matrix.AsymptoticVariance computes them. e are
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
	if err := checkVaries(c.pi, f); err != nil {
		return variance, iat, err
	}
	if c.classes > 1 {
		return variance, iat, fmt.Errorf("the states of positive probability fall into %d classes; "+
			"a chain that gets from each to each would do", c.classes)
	}
	for range 3 {
		c.center(g)
	}
	// Poisson's equation is solved until the error of the result is below accuracy. The search starts from the part of
	// the solution along the slowest mode.
	s, gap := c.solver(false, 1), e.AdditiveGap.Value
	one := s.systems[0]
	if part := c.dot(e.Second, g) / gap; !math.IsInf(part, 0) && !math.IsNaN(part) {
		c.set(one.x, func(x int) float64 { return part * e.Second[x] })
	}
	c.apply([][]float64{one.ad}, [][]float64{one.x}, false)
	c.set(one.r, func(x int) float64 { return g[x] - one.ad[x] })
	s.onward(c.maxSteps, func(*system) bool {
		r := c.norm(one.r)
		return ctx.Err() != nil || r*r <= accuracy*gap*c.dot(g, one.x)
	})
	if ctx.Err() != nil {
		return variance, iat, ctx.Err()
	}
	sum, below, above := s.green(g, e.AdditiveGap.Low)
	square := c.dot(g, g)
	variance = Bounded{2*sum - square, max(2*(sum-below)-square, 0), 2*(sum+above) - square}
	variance.Value = max(variance.Value, 0)
	if !e.Reversible {
		variance.Value, variance.Low = math.NaN(), 0
	}
	return variance, Bounded{variance.Value / square, variance.Low / square, variance.High / square}, nil
}

// green returns <g, A# g> from x, and its possible errors either way. The residual of a sum
// of differences has their round-off, whose squares sum to twice the form.
func (s *solver) green(g []float64, gap float64) (value, below, above float64) {
	var form, roundoff, slack float64
	one := s.systems[0]
	if s.leave != nil {
		form = s.form(one.ad, one.x)
		roundoff = 64 * ulp * form
		slack = math.Sqrt(2 * form)
	} else {
		s.apply([][]float64{one.ad}, [][]float64{one.x}, s.plus)
		form, slack = s.dot(one.x, one.ad), s.norm(one.x)
		roundoff = 64 * ulp * slack * slack
	}
	s.set(one.ad, func(x int) float64 { return g[x] - one.ad[x] })
	r := s.norm(one.ad) + 8*ulp*(s.norm(g)+slack)
	return 2*s.dot(g, one.x) - form, roundoff, roundoff + r*r/gap
}

// A solver solves A x = b on functions of mean 0, with A = I - P or I + P, by conjugate
// gradients with the diagonal of A as the preconditioner. It solves one or two systems at
// once, because an operator pulls two functions faster than one function twice.
type solver struct {
	*Chain
	plus    bool // A = I + P
	systems []*system
}

// A system is one b with the solution so far.
type system struct {
	x, r   []float64 // r is the residual b - A x
	d, ad  []float64 // the direction of the step, and A d
	square float64   // the inner product of r with r over the diagonal
	start  float64   // the norm of r at the start
	done   bool
}

func (c *Chain) solver(plus bool, systems int) *solver {
	s := &solver{Chain: c, plus: plus}
	for range systems {
		one := &system{}
		for _, v := range []*[]float64{&one.x, &one.r, &one.d, &one.ad} {
			*v = make([]float64, len(c.pi))
		}
		s.systems = append(s.systems, one)
	}
	return s
}

// diagonal returns the Rayleigh quotient of A for the function that is 1 in cell x, less its
// mean: for I - P the probability of leaving x over the mass elsewhere. The divisor matters in
// a cell that has nearly all of the mass. It returns 1 if the moves are not known.
func (c *Chain) diagonal(x int, plus bool) float64 {
	switch {
	case c.leave == nil || c.leave[x] == 0:
		return 1
	case plus:
		return 2 - c.leave[x]
	case x == c.mode:
		return c.leave[x] * c.total / c.others
	}
	return c.leave[x] / (1 - c.pi[x])
}

// onward goes on from the x and r of each system that is not done, until good returns true
// after a step, or for maxSteps steps. It returns the number of steps of the chain.
func (s *solver) onward(maxSteps int, good func(*system) bool) (steps int) {
	for _, one := range s.systems {
		clear(one.d)
		one.square, one.start = math.Inf(1), s.norm(one.r)
	}
	for range maxSteps {
		var into, f [][]float64
		for _, one := range s.systems {
			if s.aim(one); !one.done {
				into, f = append(into, one.ad), append(f, one.d)
			}
		}
		if f == nil {
			break
		}
		s.apply(into, f, s.plus)
		steps += len(f)
		for _, one := range s.systems {
			if !one.done {
				s.walk(one)
				one.done = one.done || good(one)
			}
		}
	}
	return steps
}

// aim sets the direction of the next step, or done if the residual is 0.
func (s *solver) aim(one *system) {
	if one.done {
		return
	}
	s.center(one.r)
	before := one.square
	one.square = s.sum(func(from, to int) float64 {
		sum := 0.0
		for x := from; x < to; x++ {
			sum += s.pi[x] * one.r[x] * (one.r[x] / s.diagonal(x, s.plus))
		}
		return sum
	})
	if !(one.square > 0) {
		one.done = true
		return
	}
	by := one.square / before
	s.set(one.d, func(x int) float64 { return one.r[x]/s.diagonal(x, s.plus) + by*one.d[x] })
}

// walk makes the step to the minimum along the direction. If round-off has left no direction
// of descent it only sets done.
func (s *solver) walk(one *system) {
	by := one.square / s.dot(one.d, one.ad)
	if !(by > 0) || math.IsInf(by, 0) {
		one.done = true
		return
	}
	crew.Parallel(len(one.x), func(from, to int) {
		for x := from; x < to; x++ {
			one.x[x] += by * one.d[x]
			one.r[x] -= by * one.ad[x]
		}
	})
}
