package spectra

import (
	"math"

	"breadboard/chains"
)

// A solver solves A x = b, A = I - P or I + P, on functions of mean 0, by conjugate
// gradients with the diagonal of A as the preconditioner. r is b - A x.
type solver struct {
	*Implicit
	plus        bool
	x, r, d, ad []float64
	steps       int
}

func (c *Implicit) solver(plus bool) *solver {
	n := len(c.pi)
	return &solver{Implicit: c, plus: plus, x: make([]float64, n), r: make([]float64, n), d: make([]float64, n), ad: make([]float64, n)}
}

// diagonal is what A makes of the function that is 1 in a cell, less its mean, over
// the product of the two: the probability of leaving over the mass elsewhere, which
// counts where a cell has nearly all. 1 where it is not known.
func (c *Implicit) diagonal(x int, plus bool) float64 {
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

// solve starts from x = 0 and makes this many steps at most, until done.
func (s *solver) solve(b []float64, most int, done func() bool) {
	clear(s.x)
	copy(s.r, b)
	s.onward(most, done)
}

// onward goes on from x and r, along them anew.
func (s *solver) onward(most int, done func() bool) {
	clear(s.d)
	before := math.Inf(1)
	for s.steps = 0; s.steps < most; s.steps++ {
		s.center(s.r)
		size := s.eased()
		if !(size > 0) {
			return
		}
		turn := size / before
		before = size
		s.each(s.d, func(x int) float64 { return s.r[x]/s.diagonal(x, s.plus) + turn*s.d[x] })
		s.apply(s.ad, s.d, s.plus)
		by := size / s.dot(s.d, s.ad)
		if !(by > 0) || math.IsInf(by, 0) {
			return
		}
		chains.Abreast(len(s.x), func(from, to int) {
			for x := from; x < to; x++ {
				s.x[x] += by * s.d[x]
				s.r[x] -= by * s.ad[x]
			}
		})
		if done() {
			s.steps++
			return
		}
	}
}

// eased is the product of r with r over the diagonal.
func (s *solver) eased() float64 {
	return s.sum(func(from, to int) float64 {
		sum := 0.0
		for x := from; x < to; x++ {
			sum += s.pi[x] * s.r[x] * (s.r[x] / s.diagonal(x, s.plus))
		}
		return sum
	})
}
